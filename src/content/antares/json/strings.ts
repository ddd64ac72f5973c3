import { backslash, hexDigit, quote, space, utf8Length } from '../document/text-bytes.js';
import { asciiText, hexNumber, isHighSurrogate, unescapedText } from '../document/text-store.js';
import { type JsonReader, refuse } from './reader.js';

/** `b f n r t " \ /` */
const shortEscapes = new Set([0x62, 0x66, 0x6e, 0x72, 0x74, 0x22, 0x5c, 0x2f]);
const letterU = 0x75;

/** Reads the string whose first quotation mark is here and goes behind its last one. */
export function readText(reader: JsonReader): string {
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
  if (hasEscapes) return unescapedText(store, start, at);
  return isAscii ? asciiText(store, start, at) : bytes.toString('utf8', start, at);
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
    if (i >= bytes.length || hexDigit(bytes[i]) < 0)
      refuse(reader, 'expected four hexadecimal digits behind `\\u`', at);
  }
  return hexNumber(bytes, at + 2, 4);
}
