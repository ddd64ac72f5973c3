import {
  DocumentFaultError,
  backslash,
  colon,
  countValue,
  createTextStore,
  documentBytes,
  documentLimits,
  hexDigit,
  hexNumber,
  integerOf,
  isDigit,
  isHighSurrogate,
  letterU,
  lineFeed,
  minus,
  noEntries,
  numberForm,
  putEntry,
  quote,
  reading,
  shortEscapes,
  space,
  tab,
  textBetween,
  utf8Length,
  type DocumentLimits,
  type DocumentReader,
  asciiBetween,
} from '../document.js';
import type { Entry, Place, ReadResult, Value } from '../value.js';

export function readJson(bytes: Uint8Array, limits: DocumentLimits = documentLimits): ReadResult {
  return reading(() => {
    const store = createTextStore(documentBytes(bytes, limits));
    const reader: JsonReader = {
      bytes: store.bytes,
      store,
      limits,
      offset: 0,
      line: 1,
      lineStart: 0,
      containers: 0,
      values: 0,
    };
    const value = readValue(reader);
    if (skipBlanks(reader) !== -1) refuseFound(reader, 'the end of the document after its value');
    return value;
  });
}

const comma = 0x2c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Recurses at most as deep as containers may be. */
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
  const at = placeAt(reader, reader.offset);
  const key = readText(reader);
  if (skipBlanks(reader) !== colon) refuseFound(reader, '`:` after the key');
  reader.offset++;
  putEntry(entries, key, at, readValue(reader));
}

function hasNext(reader: JsonReader, end: number, expected: string): boolean {
  const byte = skipBlanks(reader);
  if (byte === end) return false;
  if (byte !== comma) refuseFound(reader, expected);
  reader.offset++;
  if (skipBlanks(reader) === end) refuse(reader, 'the last one has a comma after it; take it out');
  return true;
}

function closeContainer(reader: JsonReader): void {
  reader.containers--;
  reader.offset++;
}

function readText(reader: JsonReader): string {
  const { bytes, store } = reader;
  const start = reader.offset + 1;
  let isAscii = true;
  let hasEscapes = false;
  let at = start;
  for (;;) {
    const byte = at < bytes.length ? bytes[at] : -1;
    if (byte === quote) break;
    if (byte === backslash) {
      hasEscapes = true;
      at = escapeEnd(reader, at);
    } else if (byte < space) {
      refuse(reader, controlMessage(byte), at);
    } else if (byte < 0x80) {
      at++;
    } else {
      isAscii = false;
      at = characterEnd(reader, at);
    }
  }
  reader.offset = at + 1;
  return textBetween(store, start, at, isAscii, hasEscapes);
}

function controlMessage(byte: number): string {
  if (byte < 0 || byte === 0x0a || byte === 0x0d)
    return 'the string does not end on its line; expected `"` (a new line is written `\\n`)';
  return `a control character in a string; write it as \`\\u00${byte.toString(16).padStart(2, '0')}\``;
}

function characterEnd(reader: JsonReader, at: number): number {
  const length = utf8Length(reader.bytes, at);
  if (length === 0) refuse(reader, 'invalid UTF-8 start byte; save the file as UTF-8', at);
  if (length < 0) refuse(reader, 'invalid UTF-8 continuation byte; save the file as UTF-8', at - length);
  return at + length;
}

function escapeEnd(reader: JsonReader, at: number): number {
  const { bytes } = reader;
  const letter = at + 1 < bytes.length ? bytes[at + 1] : -1;
  if (shortEscapes.has(letter)) return at + 2;
  if (letter !== letterU)
    refuse(
      reader,
      'an escape that JSON does not have; expected one of `\\" \\\\ \\/ \\b \\f \\n \\r \\t` or `\\u` with four hexadecimal digits',
      at,
    );
  const code = codeAt(reader, at);
  if (code < 0xd800 || code > 0xdfff) return at + 6;
  const low =
    isHighSurrogate(code) && bytes[at + 6] === backslash && bytes[at + 7] === letterU ? codeAt(reader, at + 6) : 0;
  if (low < 0xdc00 || low > 0xdfff)
    refuse(
      reader,
      'half of a character; expected two `\\u`, from `\\ud800` and from `\\udc00` on, or the character itself',
      at,
    );
  return at + 12;
}

function codeAt(reader: JsonReader, at: number): number {
  const { bytes } = reader;
  for (let i = at + 2; i < at + 6; i++) {
    if (i >= bytes.length || hexDigit(bytes[i]) < 0) refuse(reader, 'expected four hexadecimal digits after `\\u`', at);
  }
  return hexNumber(bytes, at + 2, 4);
}

function readWord(reader: JsonReader): Value {
  const { bytes, offset: start } = reader;
  let end = start;
  while (end < bytes.length && isWordByte(bytes[end])) end++;
  if (end === start) refuseFound(reader, 'a value');
  const at = beginValue(reader);
  reader.offset = end;
  const isNegative = bytes[start] === minus;
  if (isNegative || isDigit(bytes[start])) {
    const form = numberForm(bytes, isNegative ? start + 1 : start, end);
    if (form === 'int')
      return { type: 'int', at, value: integerOf(bytes, start, end) ?? refuse(reader, overflow, start) };
    if (form === 'float') return { type: 'float', at, value: Number(asciiBetween(bytes, start, end)) };
    return refuse(
      reader,
      `${shown(bytes, start, end)} is not a JSON number; expected digits without a leading 0, then perhaps \`.\` and digits, then perhaps \`e\` and digits`,
      start,
    );
  }
  switch (end - start > 5 ? '' : asciiBetween(bytes, start, end)) {
    case 'null':
      return { type: 'null', at };
    case 'true':
      return { type: 'bool', at, value: true };
    case 'false':
      return { type: 'bool', at, value: false };
    default:
      return refuse(
        reader,
        `${shown(bytes, start, end)} is not a value; expected \`null\`, \`true\`, \`false\`, a number, \`[\`, \`{\` or text in quotation marks`,
        start,
      );
  }
}

const overflow =
  'the whole number does not fit into 64 bits; expected at least -9223372036854775808 and at most 9223372036854775807, or a real number such as 1e30';

const longestShown = 30;

function shown(bytes: Uint8Array, start: number, end: number): string {
  const most = start + longestShown;
  return `\`${end <= most ? asciiBetween(bytes, start, end) : `${asciiBetween(bytes, start, most)}…`}\``;
}

/** Includes letters, so that a message shows the whole fault. */
function isWordByte(byte: number): boolean {
  const lower = byte | 0x20;
  return (
    isDigit(byte) ||
    (lower >= 0x61 && lower <= 0x7a) ||
    byte === minus ||
    byte === 0x2b ||
    byte === 0x2e ||
    byte === 0x5f
  );
}

interface JsonReader extends DocumentReader {
  readonly bytes: Uint8Array;
  offset: number;
  line: number;
  lineStart: number;
}

const carriageReturn = 0x0d;

function skipBlanks(reader: JsonReader): number {
  const { bytes } = reader;
  for (let at = reader.offset; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === lineFeed) {
      reader.line++;
      reader.lineStart = at + 1;
    } else if (byte !== space && byte !== tab && byte !== carriageReturn) {
      reader.offset = at;
      return byte;
    }
  }
  reader.offset = bytes.length;
  return -1;
}

function placeAt({ line, lineStart }: JsonReader, offset: number): Place {
  return { line, column: offset - lineStart + 1 };
}

function refuse(reader: JsonReader, message: string, offset = reader.offset): never {
  throw new DocumentFaultError(placeAt(reader, offset), message);
}

function refuseFound(reader: JsonReader, expected: string): never {
  return refuse(reader, `expected ${expected}, not ${whatStands(reader)}`);
}

function whatStands({ bytes, offset }: JsonReader): string {
  if (offset >= bytes.length) return 'the end of the document';
  const byte = bytes[offset];
  if (offset === 0 && byte === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    return 'a byte order mark; save the file without one';
  if (byte > space && byte < 0x7f) return `\`${String.fromCharCode(byte)}\``;
  return `a byte ${byte.toString(16).padStart(2, '0')}`;
}

function beginValue(reader: JsonReader): Place {
  const tooMany = countValue(reader);
  return tooMany === undefined ? placeAt(reader, reader.offset) : refuse(reader, tooMany);
}

function openContainer(reader: JsonReader): Place {
  const { containers } = reader.limits;
  if (reader.containers >= containers)
    refuse(reader, `more than ${containers} nested arrays and objects, which is the limit`);
  reader.containers++;
  const at = beginValue(reader);
  reader.offset++;
  return at;
}
