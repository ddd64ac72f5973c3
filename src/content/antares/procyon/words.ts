import { Token, type TokenKind } from './token.js';

const keywords: ReadonlyMap<string, TokenKind> = new Map<string, TokenKind>([
  ['null', Token.null],
  ['true', Token.true],
  ['false', Token.false],
  ['inf', Token.inf],
  ['+inf', Token.inf],
  ['-inf', Token.negativeInf],
  ['nan', Token.nan],
]);

const longestKeyword = 5;

/** What a word is: a keyword, an int or a float, or none of them. */
export function wordKind(bytes: Buffer, start: number, end: number): TokenKind {
  const first = bytes[start];
  const digits = first === 0x2b || first === 0x2d ? start + 1 : start;
  if (digits < end && isDigit(bytes[digits])) return numberKind(bytes, digits, end);
  return end - start > longestKeyword
    ? Token.fault
    : (keywords.get(bytes.toString('latin1', start, end)) ?? Token.fault);
}

/** The same form as in JSON, behind the sign. */
function numberKind(bytes: Uint8Array, start: number, end: number): TokenKind {
  let at = bytes[start] === 0x30 ? start + 1 : digitsEnd(bytes, start, end);
  if (at === end) return Token.int;
  if (bytes[at] === 0x2e) {
    const fraction = at + 1;
    at = digitsEnd(bytes, fraction, end);
    if (at === fraction) return Token.fault;
  }
  if (at < end && (bytes[at] | 0x20) === 0x65) {
    const isSigned = at + 1 < end && (bytes[at + 1] === 0x2b || bytes[at + 1] === 0x2d);
    const exponent = at + (isSigned ? 2 : 1);
    at = digitsEnd(bytes, exponent, end);
    if (at === exponent) return Token.fault;
  }
  return at === end ? Token.float : Token.fault;
}

function digitsEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isDigit(bytes[at])) at++;
  return at;
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39;
}
