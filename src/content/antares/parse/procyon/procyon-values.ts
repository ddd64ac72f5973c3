import {
  appendByte,
  appendRange,
  asciiText,
  countValue,
  createTextStore,
  DocumentFaultError,
  hexNumber,
  integerOf,
  lineFeed,
  noEntries,
  putEntry,
  space,
  tab,
  takeBytes,
  takeText,
  textBetween,
  type DocumentLimits,
  type DocumentReader,
} from '../document.js';
import type { Entry, Place, Value } from '../value.js';
import { advance, createLexer } from './procyon-lexer.js';
import { isLineToken, Token, type Lexer, type TokenKind } from './scan.js';

interface Reader extends DocumentReader {
  readonly lexer: Lexer;
}

export function createReader(bytes: Buffer, limits: DocumentLimits): Reader {
  return { lexer: createLexer(bytes), store: createTextStore(bytes), limits, containers: 0, values: 0 };
}

function placeOf({ lexer }: Reader): Place {
  if (isLineToken(lexer.kind)) return { line: Math.max(1, lexer.line - 1), column: lexer.previousColumn };
  const offset = lexer.kind === Token.fault ? lexer.faultAt : lexer.start;
  return { line: lexer.line, column: offset - lexer.lineStart + 1 };
}

export function refuse(reader: Reader, message: string): never {
  const { kind, fault } = reader.lexer;
  throw new DocumentFaultError(placeOf(reader), kind === Token.fault ? fault : message);
}

function beginValue(reader: Reader): Place {
  const tooMany = countValue(reader);
  return tooMany === undefined ? startOf(reader) : refuse(reader, tooMany);
}

function startOf({ lexer }: Reader): Place {
  return { line: lexer.line, column: lexer.start - lexer.lineStart + 1 };
}

function openContainer(reader: Reader): Place {
  if (reader.containers >= reader.limits.containers) refuse(reader, 'recursion limit exceeded');
  reader.containers++;
  return beginValue(reader);
}

function quotedText({ lexer: { start, end, isAscii, hasEscapes }, store }: Reader): string {
  return textBetween(store, start + 1, end - 1, isAscii, hasEscapes);
}

function readShort(reader: Reader): Value {
  const { lexer } = reader;
  switch (lexer.kind) {
    case Token.arrayIn:
      return readShortArray(reader);
    case Token.mapIn:
      return readShortMap(reader);
    case Token.data: {
      const at = beginValue(reader);
      appendData(reader);
      advance(lexer);
      return { type: 'data', at, value: takeBytes(reader.store) };
    }
    default: {
      const value = readScalar(reader);
      advance(lexer);
      return value;
    }
  }
}

function readScalar(reader: Reader): Value {
  const { lexer } = reader;
  const { kind, bytes, start, end } = lexer;
  if (kind < Token.string || kind > Token.nan) return refuse(reader, 'expected value');
  const at = beginValue(reader);
  switch (kind) {
    case Token.string:
      return { type: 'string', at, value: quotedText(reader) };
    case Token.int:
      return { type: 'int', at, value: integerOf(bytes, start, end) ?? refuse(reader, 'integer overflow') };
    case Token.float:
      return { type: 'float', at, value: Number(bytes.toString('latin1', start, end)) };
    case Token.null:
      return { type: 'null', at };
    case Token.true:
    case Token.false:
      return { type: 'bool', at, value: kind === Token.true };
    default:
      return { type: 'float', at, value: kind === Token.inf ? Infinity : kind === Token.nan ? NaN : -Infinity };
  }
}

function appendData({ lexer, store }: Reader): void {
  const { bytes } = lexer;
  for (let at = lexer.start + 1; at < lexer.end; ) {
    if (bytes[at] === space || bytes[at] === tab) {
      at++;
      continue;
    }
    appendByte(store, hexNumber(bytes, at, 2));
    at += 2;
  }
}

function readShortArray(reader: Reader): Value {
  const { lexer } = reader;
  const at = openContainer(reader);
  const items: Value[] = [];
  if (advance(lexer) !== Token.arrayOut) {
    do items.push(readShort(reader));
    while (hasNext(reader, Token.arrayOut, "expected ',' or ']'"));
  }
  reader.containers--;
  advance(lexer);
  return { type: 'array', at, items };
}

function readShortMap(reader: Reader): Value {
  const { lexer } = reader;
  const at = openContainer(reader);
  const entries = advance(lexer) === Token.mapOut ? noEntries : readPairs(reader);
  reader.containers--;
  advance(lexer);
  return { type: 'map', at, entries };
}

function readPairs(reader: Reader): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  do readPair(reader, entries, 'expected key', readShort);
  while (hasNext(reader, Token.mapOut, "expected ',' or '}'"));
  return entries;
}

function hasNext(reader: Reader, end: TokenKind, expected: string): boolean {
  const { lexer } = reader;
  if (lexer.kind === Token.comma) {
    advance(lexer);
    return true;
  }
  if (lexer.kind !== end) refuse(reader, expected);
  return false;
}

/** `fault`: of what is no key. */
function readPair(reader: Reader, entries: Map<string, Entry>, fault: string, read: (reader: Reader) => Value): void {
  const { lexer, store } = reader;
  if (!isKey(lexer.kind)) refuse(reader, fault);
  const at = startOf(reader);
  const key = lexer.kind === Token.key ? asciiText(store, lexer.start, lexer.end) : quotedText(reader);
  advance(lexer);
  putEntry(entries, key, at, read(reader));
}

function isKey(kind: TokenKind): boolean {
  return kind === Token.key || kind === Token.quotedKey;
}

/** Its calls are no deeper than containers may be, for only stars and keys have blocks. */
export function readBlock(reader: Reader): Value {
  const { lexer } = reader;
  advance(lexer);
  skipLeadingComments(reader);
  const value = readBlockValue(reader);
  advance(lexer);
  return value;
}

function readBlockValue(reader: Reader): Value {
  switch (reader.lexer.kind) {
    case Token.key:
    case Token.quotedKey:
      return readLongMap(reader);
    case Token.star:
      return readLongArray(reader);
    case Token.data:
      return readLongData(reader);
    case Token.wrap:
    case Token.pipe:
    case Token.bang:
      return readLongString(reader);
    default: {
      const value = readShort(reader);
      if (nextLine(reader)) refuse(reader, 'unexpected sibling');
      return value;
    }
  }
}

function skipLeadingComments(reader: Reader): void {
  const { lexer } = reader;
  while (lexer.kind === Token.comment) {
    advance(lexer);
    if (skipDeeperComments(reader) !== Token.eq) refuse(reader, 'expected value');
    advance(lexer);
  }
}

/** Goes to the next line of a block, past comments; false where the token is the end of the block. */
function nextLine(reader: Reader): boolean {
  const { lexer } = reader;
  if (lexer.kind === Token.comment) advance(lexer);
  for (;;) {
    const kind = skipDeeperComments(reader);
    if (kind === Token.out) return false;
    if (kind !== Token.eq) refuse(reader, 'expected end-of-line');
    if (advance(lexer) !== Token.comment) return true;
    advance(lexer);
  }
}

/** Below a line that has its value only comments may stand deeper. Returns the token after them. */
function skipDeeperComments(reader: Reader): TokenKind {
  const { lexer } = reader;
  let depth = 0;
  while (lexer.kind === Token.in || depth > 0) {
    if (lexer.kind === Token.out) {
      depth--;
    } else {
      if (lexer.kind === Token.in) depth++;
      else if (lexer.kind !== Token.eq) refuse(reader, 'expected end-of-line');
      if (advance(lexer) !== Token.comment) refuse(reader, 'unexpected child');
    }
    advance(lexer);
  }
  return lexer.kind;
}

function readItem(reader: Reader): Value {
  return reader.lexer.kind === Token.in ? readBlock(reader) : readShort(reader);
}

function readLongArray(reader: Reader): Value {
  const at = openContainer(reader);
  const items: Value[] = [];
  do {
    if (reader.lexer.kind !== Token.star) refuse(reader, 'unexpected sibling');
    advance(reader.lexer);
    items.push(readItem(reader));
  } while (nextLine(reader));
  reader.containers--;
  return { type: 'array', at, items };
}

function readLongMap(reader: Reader): Value {
  const at = openContainer(reader);
  const entries = new Map<string, Entry>();
  do readPair(reader, entries, 'unexpected sibling', readItem);
  while (nextLine(reader));
  reader.containers--;
  return { type: 'map', at, entries };
}

function readLongData(reader: Reader): Value {
  const at = beginValue(reader);
  do {
    if (reader.lexer.kind !== Token.data) refuse(reader, 'unexpected sibling');
    appendData(reader);
    advance(reader.lexer);
  } while (nextLine(reader));
  return { type: 'data', at, value: takeBytes(reader.store) };
}

function readLongString(reader: Reader): Value {
  const { lexer, store } = reader;
  const at = beginValue(reader);
  let isFirst = true;
  let wasEmpty = true;
  do {
    const { kind } = lexer;
    if (kind === Token.bang) {
      endWithBang(reader);
      return { type: 'string', at, value: takeText(store) };
    }
    if (kind !== Token.wrap && kind !== Token.pipe) refuse(reader, 'unexpected sibling');
    const start = textStart(reader);
    const isEmpty = start === lexer.end;
    if (!isFirst) appendByte(store, kind === Token.wrap && !isEmpty && !wasEmpty ? space : lineFeed);
    appendRange(store, start, lexer.end);
    wasEmpty = isEmpty;
    isFirst = false;
    advance(lexer);
  } while (nextLine(reader));
  appendByte(store, lineFeed);
  return { type: 'string', at, value: takeText(store) };
}

function textStart({ lexer }: Reader): number {
  const start = lexer.start + 1;
  if (start === lexer.end) return start;
  const first = lexer.bytes[start];
  return first === space || first === tab ? start + 1 : start;
}

function endWithBang(reader: Reader): void {
  advance(reader.lexer);
  if (nextLine(reader))
    refuse(reader, isStringLine(reader.lexer.kind) ? "expected eos after '!'" : 'unexpected sibling');
}

function isStringLine(kind: TokenKind): boolean {
  return kind === Token.wrap || kind === Token.pipe || kind === Token.bang;
}
