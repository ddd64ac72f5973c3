import {
  appendByte,
  appendRange,
  asciiText,
  countValue,
  createTextStore,
  documentBytes,
  DocumentFaultError,
  documentLimits,
  hexNumber,
  integerOf,
  lineFeed,
  noEntries,
  putEntry,
  reading,
  space,
  tab,
  takeBytes,
  takeText,
  textBetween,
  type DocumentLimits,
  type DocumentReader,
  asciiBetween,
} from '../document.js';
import type { Entry, Place, Problem, ReadResult, Value } from '../value.js';
import { advance, createLexer } from './procyon-lexer.js';
import { isLineToken, Token, type Lexer, type TokenKind } from './scan.js';

/**
 * A map or an array without brackets begins with its first key or star; of a repeated key, the last entry counts. The
 * bytes must not change meanwhile. Returns the value, or the first fault or exceeded limit; throws nothing.
 */
export function readProcyon(bytes: Uint8Array, limits: DocumentLimits = documentLimits): ReadResult {
  const result = reading(() => {
    const document = documentBytes(bytes, limits);
    const reader: Reader = {
      lexer: createLexer(document),
      store: createTextStore(document),
      limits,
      containers: 0,
      values: 0,
    };
    if (advance(reader.lexer) !== Token.in) refuse(reader, 'expected value');
    const value = readBlock(reader);
    if (reader.lexer.kind !== Token.end) refuse(reader, 'expected the end of the document');
    return value;
  });
  return result.ok ? result : { ok: false, problem: withHint(result.problem, bytes) };
}

/** By message of the reference reader. */
const hints: ReadonlyMap<string, string> = new Map([
  [
    'expected value',
    'put a value after the colon or the star, or further in on the next line; `[]`, `{}` and `null` are values too',
  ],
  ['expected key', 'write a name with `:` right after it'],
  ['expected end-of-line', 'a line holds one value; put text in quotation marks'],
  ["expected ',' or ']'", 'an array in brackets stands on one line; a longer one has a line with `*` for each item'],
  ["expected ',' or '}'", 'a map in braces stands on one line; a longer one has a line for each key'],
  [
    'unexpected child',
    'this line is further in than the one above, which has its value already; bring both under one another',
  ],
  ['unexpected sibling', 'lines under one another are all keys, all items with `*`, or all lines of one text'],
  [
    'unindent does not match any outer indentation level',
    'bring the line under the beginning of one above; a tab is as wide as two spaces',
  ],
  ['unknown word', 'put text in quotation marks, and a key has `:` right after it'],
  ['eol while scanning string', 'end the text with `"` on its line; a new line is written `\\n`'],
  [
    'invalid escape',
    'the escapes are `\\" \\\\ \\/ \\b \\f \\n \\r \\t`, `\\u` with four and `\\U` with eight hexadecimal digits',
  ],
  ['integer overflow', 'a whole number has 64 bits; write a real one, such as 1e30'],
  ['recursion limit exceeded', 'at most 63 arrays and maps may be nested'],
  ['invalid character', 'put text in quotation marks'],
  [
    'invalid control character',
    'take the character out, or write it as `\\u` with four hexadecimal digits in quotation marks',
  ],
  ['invalid non-ASCII character', 'put text in quotation marks; only there may it go beyond ASCII'],
  ['invalid UTF-8 start byte', 'save the file as UTF-8'],
  ['invalid UTF-8 continuation byte', 'save the file as UTF-8'],
]);

const carriageReturn = 0x0d;
const byteOrderMark = Uint8Array.of(0xef, 0xbb, 0xbf);

function withHint(problem: Problem, bytes: Uint8Array): Problem {
  const suggestion = special(problem, bytes) ?? hints.get(problem.message);
  return suggestion === undefined ? problem : { ...problem, suggestion };
}

function special({ at, message }: Problem, bytes: Uint8Array): string | undefined {
  if (message === 'invalid control character' && bytes[offsetOf(at, bytes)] === carriageReturn)
    return 'save the file with lines that end in a line feed alone (LF, not CRLF)';
  if (
    message === 'invalid non-ASCII character' &&
    offsetOf(at, bytes) === 0 &&
    byteOrderMark.every((byte, index) => bytes[index] === byte)
  )
    return 'save the file without a byte order mark';
  if (message === 'expected value' && !hasValue(bytes))
    return 'the document holds nothing but blanks and comments; write a value, such as `conditions: []`';
  return undefined;
}

function hasValue(bytes: Uint8Array): boolean {
  return /^[ \t]*[^ \t\n#]/m.test(new TextDecoder('latin1').decode(bytes));
}

function offsetOf({ line, column }: Place, bytes: Uint8Array): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) start = bytes.indexOf(lineFeed, start) + 1;
  return start + column - 1;
}

interface Reader extends DocumentReader {
  readonly lexer: Lexer;
}

function placeOf({ lexer }: Reader): Place {
  if (isLineToken(lexer.kind)) return { line: Math.max(1, lexer.line - 1), column: lexer.previousColumn };
  const offset = lexer.kind === Token.fault ? lexer.faultAt : lexer.start;
  return { line: lexer.line, column: offset - lexer.lineStart + 1 };
}

function refuse(reader: Reader, message: string): never {
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
      return { type: 'float', at, value: Number(asciiBetween(bytes, start, end)) };
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

/** `fault`: the message for a missing key. */
function readPair(reader: Reader, entries: Map<string, Entry>, fault: string, read: (reader: Reader) => Value): void {
  const { lexer, store } = reader;
  if (lexer.kind !== Token.key && lexer.kind !== Token.quotedKey) refuse(reader, fault);
  const at = startOf(reader);
  const key = lexer.kind === Token.key ? asciiText(store, lexer.start, lexer.end) : quotedText(reader);
  advance(lexer);
  putEntry(entries, key, at, read(reader));
}

/** Recurses at most as deep as containers may be, because only stars and keys have blocks. */
function readBlock(reader: Reader): Value {
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

/** Skips comments; false at the end of the block. */
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

/** Skips comments indented below a complete line; nothing else may be. Returns the token after them. */
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
  if (!nextLine(reader)) return;
  const { kind } = reader.lexer;
  const isText = kind === Token.wrap || kind === Token.pipe || kind === Token.bang;
  refuse(reader, isText ? "expected eos after '!'" : 'unexpected sibling');
}
