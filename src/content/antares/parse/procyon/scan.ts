import {
  capitalU,
  colon,
  hexDigit,
  isDigit,
  letterU,
  lineFeed,
  minus,
  numberForm,
  plus,
  shortEscapes,
  space,
  tab,
  utf8Length,
  asciiBetween,
} from '../document.js';

export const Token = {
  /** Deeper than the line before, or after a star. */
  in: 0,
  eq: 1,
  out: 2,
  end: 3,
  /** An invalid token; the scanner skips the rest of its line. */
  fault: 4,
  comment: 5,
  key: 6,
  quotedKey: 7,
  string: 8,
  int: 9,
  float: 10,
  null: 11,
  true: 12,
  false: 13,
  inf: 14,
  negativeInf: 15,
  nan: 16,
  data: 17,
  star: 18,
  arrayIn: 19,
  arrayOut: 20,
  mapIn: 21,
  mapOut: 22,
  comma: 23,
  /** A line of a block string: `>`, `|` or `!`. */
  wrap: 24,
  pipe: 25,
  bang: 26,
} as const;

export type TokenKind = (typeof Token)[keyof typeof Token];

export function isLineToken(kind: TokenKind): boolean {
  return kind <= Token.end;
}

export interface Lexer {
  readonly bytes: Uint8Array;
  kind: TokenKind;
  start: number;
  end: number;
  /** Of the content of a quoted string. */
  isAscii: boolean;
  hasEscapes: boolean;
  /** Place and reason of an invalid token. */
  faultAt: number;
  fault: string;
  /** From 1. After the last line at the end. */
  line: number;
  lineStart: number;
  previousColumn: number;
  offset: number;
  /** Indentation of the line, or of the text after a star; negative at the end. */
  width: number;
  readonly widths: number[];
  /** The levels still differ from the width. */
  isPending: boolean;
}

export function scan(lexer: Lexer, at: number): TokenKind {
  switch (byteKinds[lexer.bytes[at]]) {
    case ByteKind.word:
    case ByteKind.colon:
      return scanWord(lexer, at);
    case ByteKind.quote:
      return scanString(lexer, at);
    case ByteKind.sign:
      return ended(lexer, at + 1, signs[lexer.bytes[at]]);
    case ByteKind.mark:
      return lexer.bytes[at] === exclamation
        ? scanBang(lexer, at)
        : scanRest(lexer, at, lexer.bytes[at] === greater ? Token.wrap : Token.pipe);
    case ByteKind.comment:
      return scanRest(lexer, at, Token.comment);
    case ByteKind.data:
      return scanData(lexer, at);
    case ByteKind.nonAscii:
      return faulty(lexer, at, 'invalid non-ASCII character');
    case ByteKind.other:
      return faulty(lexer, at, 'invalid character');
    default:
      return faulty(lexer, at, 'invalid control character');
  }
}

const exclamation = 0x21;
const greater = 0x3e;

const signs: Readonly<Record<number, TokenKind>> = {
  0x2a: Token.star,
  0x5b: Token.arrayIn,
  0x5d: Token.arrayOut,
  0x7b: Token.mapIn,
  0x7d: Token.mapOut,
  0x2c: Token.comma,
};

function ended(lexer: Lexer, end: number, kind: TokenKind): TokenKind {
  lexer.end = end;
  lexer.offset = end;
  return kind;
}

function faulty(lexer: Lexer, at: number, fault: string): TokenKind {
  lexer.faultAt = at;
  lexer.fault = fault;
  return Token.fault;
}

function scanWord(lexer: Lexer, start: number): TokenKind {
  const { bytes } = lexer;
  let at = start;
  while (at < bytes.length && byteKinds[bytes[at]] === ByteKind.word) at++;
  if (at < bytes.length && bytes[at] === colon) {
    lexer.end = at;
    lexer.offset = at + 1;
    return Token.key;
  }
  const kind = wordKind(bytes, start, at);
  return kind === Token.fault ? faulty(lexer, start, 'unknown word') : ended(lexer, at, kind);
}

function scanString(lexer: Lexer, start: number): TokenKind {
  const { bytes } = lexer;
  lexer.isAscii = true;
  lexer.hasEscapes = false;
  for (let at = start + 1; ; ) {
    while (at < bytes.length && isPlainInString[bytes[at]] === 1) at++;
    if (at >= bytes.length || bytes[at] === lineFeed) return faulty(lexer, at, 'eol while scanning string');
    switch (byteKinds[bytes[at]]) {
      case ByteKind.quote:
        return endString(lexer, at + 1);
      case ByteKind.control:
        return faulty(lexer, at, 'invalid control character');
      case ByteKind.nonAscii: {
        const length = utf8Length(bytes, at);
        if (length <= 0) return badUtf8(lexer, at, length);
        lexer.isAscii = false;
        at += length;
        break;
      }
      default: {
        const end = escapeEnd(bytes, at);
        if (end.fault !== undefined) return faulty(lexer, end.at, end.fault);
        lexer.hasEscapes = true;
        at = end.at;
      }
    }
  }
}

function endString(lexer: Lexer, end: number): TokenKind {
  lexer.end = end;
  const isKey = end < lexer.bytes.length && lexer.bytes[end] === colon;
  lexer.offset = isKey ? end + 1 : end;
  return isKey ? Token.quotedKey : Token.string;
}

function badUtf8(lexer: Lexer, at: number, length: number): TokenKind {
  return length === 0
    ? faulty(lexer, at, 'invalid UTF-8 start byte')
    : faulty(lexer, at - length, 'invalid UTF-8 continuation byte');
}

function scanRest(lexer: Lexer, start: number, kind: TokenKind): TokenKind {
  const { bytes } = lexer;
  let at = start + 1;
  while (at < bytes.length) {
    if (isPlainInString[bytes[at]] === 1) {
      at++;
      continue;
    }
    switch (byteKinds[bytes[at]]) {
      case ByteKind.lineFeed:
        return ended(lexer, at, kind);
      case ByteKind.control:
        return faulty(lexer, at, 'invalid control character');
      case ByteKind.nonAscii: {
        const length = utf8Length(bytes, at);
        if (length <= 0) return badUtf8(lexer, at, length);
        at += length;
        break;
      }
      default:
        at++;
    }
  }
  return ended(lexer, at, kind);
}

function scanBang(lexer: Lexer, start: number): TokenKind {
  const { bytes } = lexer;
  let at = start + 1;
  const hasBlank = at < bytes.length && isBlank(bytes[at]);
  if (hasBlank) at++;
  if (at >= bytes.length || bytes[at] === lineFeed) return ended(lexer, at, Token.bang);
  const kind = byteKinds[bytes[at]];
  if (hasBlank && kind === ByteKind.control) return faulty(lexer, at, 'invalid control character');
  if (hasBlank && kind === ByteKind.nonAscii) return faulty(lexer, at, 'invalid non-ASCII character');
  return faulty(lexer, at, "expected eol after '!'");
}

function scanData(lexer: Lexer, start: number): TokenKind {
  const { bytes } = lexer;
  let isHalf = false;
  let at = start + 1;
  for (; at < bytes.length; at++) {
    const byte = bytes[at];
    if (hexDigit(byte) >= 0) isHalf = !isHalf;
    else if (byteKinds[byte] === ByteKind.word) return faulty(lexer, at, 'word char in data');
    else if (isHalf || !isBlank(byte)) break;
  }
  return isHalf ? faulty(lexer, at - 1, 'partial byte') : ended(lexer, at, Token.data);
}

function isBlank(byte: number): boolean {
  return byte === space || byte === tab;
}

const ByteKind = {
  control: 0,
  blank: 1,
  lineFeed: 2,
  word: 3,
  colon: 4,
  quote: 5,
  mark: 6,
  data: 7,
  comment: 8,
  sign: 9,
  other: 10,
  nonAscii: 11,
} as const;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

const byteKinds: Uint8Array = kindsOfBytes();

function kindsOfBytes(): Uint8Array {
  const kinds = new Uint8Array(256)
    .fill(ByteKind.control, 0, 0x20)
    .fill(ByteKind.other, 0x20, 0x7f)
    .fill(ByteKind.control, 0x7f, 0x80)
    .fill(ByteKind.nonAscii, 0x80);
  const known: readonly (readonly [kind: number, characters: string])[] = [
    [ByteKind.word, `${letters}0123456789_./+-`],
    [ByteKind.blank, ' \t'],
    [ByteKind.lineFeed, '\n'],
    [ByteKind.colon, ':'],
    [ByteKind.quote, '"'],
    [ByteKind.mark, '>|!'],
    [ByteKind.data, '$'],
    [ByteKind.comment, '#'],
    [ByteKind.sign, '*[]{},'],
  ];
  for (const [kind, characters] of known) for (const character of characters) kinds[character.charCodeAt(0)] = kind;
  return kinds;
}

const isPlainInString: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte === 0x09 || (byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c) ? 1 : 0,
);

interface EscapeEnd {
  readonly at: number;
  readonly fault: string | undefined;
}

const highestCharacter = 0x10ffff;

function escapeEnd(bytes: Uint8Array, backslash: number): EscapeEnd {
  const at = backslash + 1;
  const letter = bytes[at];
  if (at < bytes.length && shortEscapes.has(letter)) return { at: at + 1, fault: undefined };
  if (isLineEnd(bytes, at)) return { at, fault: 'eol while scanning string' };
  if (letter === letterU) return characterEnd(bytes, backslash, 4);
  if (letter === capitalU) return characterEnd(bytes, backslash, 8);
  return { at: backslash, fault: 'invalid escape' };
}

/** A line that ends within digits is at fault only if they could have become a character. */
function characterEnd(bytes: Uint8Array, backslash: number, digits: number): EscapeEnd {
  const first = backslash + 2;
  let code = 0;
  for (let i = 0; i < digits; i++) {
    if (isLineEnd(bytes, first + i)) return { at: first + i, fault: 'eol while scanning string' };
    const digit = hexDigit(bytes[first + i]);
    code = code * 16 + digit;
    if (digit < 0 || !mayBecomeCharacter(code, 1 << (4 * (digits - i - 1))))
      return { at: backslash, fault: 'invalid \\uXXXX escape' };
  }
  return { at: first + digits, fault: undefined };
}

function mayBecomeCharacter(code: number, factor: number): boolean {
  const lowest = code * factor;
  return lowest <= highestCharacter && !(lowest >= 0xd800 && lowest + factor - 1 <= 0xdfff);
}

function isLineEnd(bytes: Uint8Array, at: number): boolean {
  return at >= bytes.length || bytes[at] === lineFeed;
}

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

function wordKind(bytes: Uint8Array, start: number, end: number): TokenKind {
  const first = bytes[start];
  const digits = first === plus || first === minus ? start + 1 : start;
  if (digits < end && isDigit(bytes[digits])) {
    const form = numberForm(bytes, digits, end);
    return form === undefined ? Token.fault : Token[form];
  }
  return end - start > longestKeyword ? Token.fault : (keywords.get(asciiBetween(bytes, start, end)) ?? Token.fault);
}
