import type { Entry, ReadResult, Value } from '../value.js';
import { reading } from '../document/fault.js';
import { type DocumentLimits, documentLimits } from '../document/limits.js';
import { noEntries } from '../document/no-entries.js';
import { putEntry } from '../document/put-entry.js';
import { documentBytes, quote } from '../document/text-bytes.js';
import {
  beginValue,
  createJsonReader,
  type JsonReader,
  openContainer,
  placeAt,
  refuse,
  refuseFound,
  skipBlanks,
} from './reader.js';
import { readWord } from './scalars.js';
import { readText } from './strings.js';

/**
 * Reads a document of JSON, in UTF-8. A number without fraction and exponent is an int of 64 bits, any other a float,
 * which is infinite where it is too large. A repeated key keeps its first position and has its last value. Places are
 * as in Procyon. The bytes must not change meanwhile.
 *
 * @returns the value, or the first thing that is wrong with the document, also where it passes a limit; nothing is
 * thrown
 */
export function readJson(bytes: Uint8Array, limits: DocumentLimits = documentLimits): ReadResult {
  return reading(() => {
    const reader = createJsonReader(documentBytes(bytes, limits), limits);
    const value = readValue(reader);
    if (skipBlanks(reader) !== -1) refuseFound(reader, 'the end of the document behind its value');
    return value;
  });
}

const comma = 0x2c;
const colon = 0x3a;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Its calls are no deeper than containers may be. */
function readValue(reader: JsonReader): Value {
  switch (skipBlanks(reader)) {
    case openBrace:
      return readObject(reader);
    case openBracket:
      return readArray(reader);
    case quote:
      return { type: 'string', at: beginValue(reader), value: readText(reader) };
    default:
      return readWord(reader);
  }
}

function readArray(reader: JsonReader): Value {
  const at = openContainer(reader);
  const items: Value[] = [];
  if (skipBlanks(reader) !== closeBracket) {
    do items.push(readValue(reader));
    while (hasNext(reader, closeBracket, '`,` or `]`'));
  }
  closeContainer(reader);
  return { type: 'array', at, items };
}

function readObject(reader: JsonReader): Value {
  const at = openContainer(reader);
  const entries = skipBlanks(reader) === closeBrace ? noEntries : readPairs(reader);
  closeContainer(reader);
  return { type: 'map', at, entries };
}

function readPairs(reader: JsonReader): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  do readPair(reader, entries);
  while (hasNext(reader, closeBrace, '`,` or `}`'));
  return entries;
}

function readPair(reader: JsonReader, entries: Map<string, Entry>): void {
  if (skipBlanks(reader) !== quote) refuseFound(reader, 'a key in quotation marks');
  const at = placeAt(reader);
  const key = readText(reader);
  if (skipBlanks(reader) !== colon) refuseFound(reader, '`:` behind the key');
  reader.offset++;
  putEntry(entries, key, at, readValue(reader));
}

/** Goes behind a comma; says whether there was one instead of the end. */
function hasNext(reader: JsonReader, end: number, expected: string): boolean {
  const byte = skipBlanks(reader);
  if (byte === end) return false;
  if (byte !== comma) refuseFound(reader, expected);
  reader.offset++;
  if (skipBlanks(reader) === end) refuse(reader, 'the last one has a comma behind it; take it out');
  return true;
}

function closeContainer(reader: JsonReader): void {
  reader.containers--;
  reader.offset++;
}
