import type { Entry, Place, Value } from '../value.js';
import { integerOf } from '../document/integer.js';
import { noEntries } from '../document/no-entries.js';
import { putEntry } from '../document/put-entry.js';
import { appendByte, hexNumber, takeBytes } from '../document/text-store.js';
import { space, tab } from '../document/text-bytes.js';
import { advance } from './lexer.js';
import { beginValue, closeContainer, keyText, openContainer, quotedText, type Reader, refuse } from './reader.js';
import { Token } from './token.js';

/** Reads a value that stands on one line and goes behind it. Its calls are no deeper than containers may be. */
export function readShort(reader: Reader): Value {
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
  switch (lexer.kind) {
    case Token.string:
      return { type: 'string', at: beginValue(reader), value: quotedText(reader) };
    case Token.int:
      return { type: 'int', at: beginValue(reader), value: readInteger(reader) };
    case Token.float:
      return {
        type: 'float',
        at: beginValue(reader),
        value: Number(lexer.bytes.toString('latin1', lexer.start, lexer.end)),
      };
    case Token.true:
      return { type: 'bool', at: beginValue(reader), value: true };
    case Token.false:
      return { type: 'bool', at: beginValue(reader), value: false };
    case Token.null:
      return { type: 'null', at: beginValue(reader) };
    case Token.inf:
      return { type: 'float', at: beginValue(reader), value: Infinity };
    case Token.negativeInf:
      return { type: 'float', at: beginValue(reader), value: -Infinity };
    case Token.nan:
      return { type: 'float', at: beginValue(reader), value: NaN };
    default:
      return refuse(reader, 'expected value');
  }
}

function readInteger(reader: Reader): bigint {
  const { lexer } = reader;
  return integerOf(lexer.bytes, lexer.start, lexer.end) ?? refuse(reader, 'integer overflow');
}

/** Puts the bytes of a data token behind those of the lines before it. */
export function appendData({ lexer, store }: Reader): void {
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
    items.push(readShort(reader));
    while (lexer.kind === Token.comma) {
      advance(lexer);
      items.push(readShort(reader));
    }
    if (lexer.kind !== Token.arrayOut) refuse(reader, "expected ',' or ']'");
  }
  closeContainer(reader);
  advance(lexer);
  return { type: 'array', at, items };
}

function readShortMap(reader: Reader): Value {
  const { lexer } = reader;
  const at = openContainer(reader);
  const entries = advance(lexer) === Token.mapOut ? noEntries : readPairs(reader);
  closeContainer(reader);
  advance(lexer);
  return { type: 'map', at, entries };
}

function readPairs(reader: Reader): ReadonlyMap<string, Entry> {
  const { lexer } = reader;
  const entries = new Map<string, Entry>();
  readPair(reader, entries);
  while (lexer.kind === Token.comma) {
    advance(lexer);
    readPair(reader, entries);
  }
  if (lexer.kind !== Token.mapOut) refuse(reader, "expected ',' or '}'");
  return entries;
}

function readPair(reader: Reader, entries: Map<string, Entry>): void {
  const { kind } = reader.lexer;
  if (kind !== Token.key && kind !== Token.quotedKey) refuse(reader, 'expected key');
  const { key, at } = readKey(reader);
  putEntry(entries, key, at, readShort(reader));
}

/** Reads a key and goes behind it. */
export function readKey(reader: Reader): { readonly key: string; readonly at: Place } {
  const { lexer } = reader;
  const at = { line: lexer.line, column: lexer.start - lexer.lineStart + 1 };
  const key = keyText(reader);
  advance(lexer);
  return { key, at };
}
