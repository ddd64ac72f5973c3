import { documentBytes, documentLimits, lineFeed, reading, type DocumentLimits } from '../document.js';
import type { Place, Problem, ReadResult } from '../value.js';
import { advance } from './procyon-lexer.js';
import { Token } from './scan.js';
import { createReader, readBlock, refuse } from './procyon-values.js';

/**
 * Reads a document of Procyon: one value, in UTF-8. A map or an array without brackets begins with its first key or
 * star; an entry of a repeated key is the last. The bytes must not change meanwhile. Throws nothing: returns the value,
 * or the first fault or exceeded limit.
 */
export function readProcyon(bytes: Uint8Array, limits: DocumentLimits = documentLimits): ReadResult {
  const result = reading(() => {
    const reader = createReader(documentBytes(bytes, limits), limits);
    if (advance(reader.lexer) !== Token.in) refuse(reader, 'expected value');
    const value = readBlock(reader);
    if (reader.lexer.kind !== Token.end) refuse(reader, 'expected the end of the document');
    return value;
  });
  return result.ok ? result : { ok: false, problem: withHint(result.problem, bytes) };
}

/** What to do about each fault. The messages themselves are those of the reference reader. */
const hints: ReadonlyMap<string, string> = new Map([
  [
    'expected value',
    'put a value after the colon or the star, or further in on the next line; `[]`, `{}` and `null` are values too',
  ],
  ['expected key', 'write a name with `:` right after it'],
  ['expected end-of-line', 'a line holds one value; text stands in quotation marks'],
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
  ['unknown word', 'text stands in quotation marks, and a key has `:` right after it'],
  ['eol while scanning string', 'end the text with `"` on its line; a new line is written `\\n`'],
  [
    'invalid escape',
    'the escapes are `\\" \\\\ \\/ \\b \\f \\n \\r \\t`, `\\u` with four and `\\U` with eight hexadecimal digits',
  ],
  ['integer overflow', 'a whole number has 64 bits; write a real one, such as 1e30'],
  ['recursion limit exceeded', 'at most 63 arrays and maps stand inside one another'],
  ['invalid character', 'text stands in quotation marks'],
  [
    'invalid control character',
    'take the character out, or write it as `\\u` with four hexadecimal digits in quotation marks',
  ],
  ['invalid non-ASCII character', 'text stands in quotation marks; only there may it have more than ASCII'],
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
  return /^[ \t]*[^ \t\n#]/m.test(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1'));
}

function offsetOf({ line, column }: Place, bytes: Uint8Array): number {
  let start = 0;
  for (let passed = 1; passed < line; passed++) start = bytes.indexOf(lineFeed, start) + 1;
  return start + column - 1;
}
