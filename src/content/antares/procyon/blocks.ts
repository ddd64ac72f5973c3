import type { Entry, Value } from '../value.js';
import { putEntry } from '../document/put-entry.js';
import { appendByte, appendRange, takeBytes, takeText } from '../document/text-store.js';
import { lineFeed, space, tab } from '../document/text-bytes.js';
import { advance } from './lexer.js';
import { beginValue, closeContainer, openContainer, type Reader, refuse } from './reader.js';
import { appendData, readKey, readShort } from './short-values.js';
import { Token, type TokenKind } from './token.js';

/**
 * Reads a block, whose beginning is the token, and goes behind its end. Its calls are no deeper than containers may be,
 * for only stars and keys have blocks.
 */
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

/**
 * Goes from the end of a line of a block to its next one, past comments. Returns whether there is one; else the token
 * is the end of the block.
 */
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

/**
 * Below a line that has its value, comments are all that may stand deeper, at any depth. Returns the token behind them.
 */
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

/** What follows a star or a key: a deeper block, or a value on the same line. */
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
  closeContainer(reader);
  return { type: 'array', at, items };
}

function readLongMap(reader: Reader): Value {
  const at = openContainer(reader);
  const entries = new Map<string, Entry>();
  do {
    const { kind } = reader.lexer;
    if (kind !== Token.key && kind !== Token.quotedKey) refuse(reader, 'unexpected sibling');
    const { key, at: keyAt } = readKey(reader);
    putEntry(entries, key, keyAt, readItem(reader));
  } while (nextLine(reader));
  closeContainer(reader);
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

/** Behind the marker and at most one blank. */
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
