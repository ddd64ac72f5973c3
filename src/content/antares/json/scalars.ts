import type { Value } from '../value.js';
import { integerOf } from '../document/integer.js';
import { beginValue, type JsonReader, refuse, refuseFound } from './reader.js';

/** Reads a number, a whole one where it has neither fraction nor exponent, or `null`, `true` or `false`. */
export function readWord(reader: JsonReader): Value {
  const { bytes, offset: start } = reader;
  let end = start;
  while (end < bytes.length && isWordByte(bytes[end])) end++;
  if (end === start) refuseFound(reader, 'a value');
  const at = beginValue(reader);
  reader.offset = end;
  if (bytes[start] === minus || isDigit(bytes[start])) {
    const form = numberForm(bytes, start, end);
    if (form === 'int')
      return { type: 'int', at, value: integerOf(bytes, start, end) ?? refuse(reader, overflow, start) };
    if (form === 'float') return { type: 'float', at, value: Number(bytes.toString('latin1', start, end)) };
    return refuse(
      reader,
      `${shown(bytes, start, end)} is no number as JSON has it; expected digits without a leading 0, then perhaps \`.\` and digits, then perhaps \`e\` and digits`,
      start,
    );
  }
  switch (end - start > 5 ? '' : bytes.toString('latin1', start, end)) {
    case 'null':
      return { type: 'null', at };
    case 'true':
      return { type: 'bool', at, value: true };
    case 'false':
      return { type: 'bool', at, value: false };
    default:
      return refuse(
        reader,
        `${shown(bytes, start, end)} is no value; expected \`null\`, \`true\`, \`false\`, a number, \`[\`, \`{\` or text in quotation marks`,
        start,
      );
  }
}

const overflow =
  'the whole number does not fit into 64 bits; expected at least -9223372036854775808 and at most 9223372036854775807, or a real number such as 1e30';
const minus = 0x2d;

/** Characters of a wrong word that are shown. */
const longestShown = 30;

function shown(bytes: Buffer, start: number, end: number): string {
  return end - start <= longestShown
    ? `\`${bytes.toString('latin1', start, end)}\``
    : `\`${bytes.toString('latin1', start, start + longestShown)}…\``;
}

function numberForm(bytes: Uint8Array, start: number, end: number): 'int' | 'float' | undefined {
  const first = bytes[start] === minus ? start + 1 : start;
  const whole = digitsEnd(bytes, first, end);
  if (whole === first || (bytes[first] === 0x30 && whole > first + 1)) return undefined;
  if (whole === end) return 'int';
  let at = whole;
  if (bytes[at] === 0x2e) {
    at = digitsEnd(bytes, whole + 1, end);
    if (at === whole + 1) return undefined;
  }
  if (at < end && (bytes[at] | 0x20) === 0x65) {
    const exponent = at + (at + 1 < end && (bytes[at + 1] === minus || bytes[at + 1] === 0x2b) ? 2 : 1);
    at = digitsEnd(bytes, exponent, end);
    if (at === exponent) return undefined;
  }
  return at === end ? 'float' : undefined;
}

function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(bytes[at])) at++;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}

/** Letters too, so that what is wrong is shown whole. */
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
