import { hexDigit, lineFeed, space, tab, utf8Length } from '../document/text-bytes.js';
import { ByteKind, byteKinds, isPlainInString } from './byte-kind.js';
import { escapeEnd } from './escapes.js';
import type { Lexer } from './lexer-state.js';
import { Token, type TokenKind } from './token.js';
import { wordKind } from './words.js';

/** Finds the token that begins at an offset, where there is no blank and a line does not end. */
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
const colon = 0x3a;

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

/** What takes the rest of its line. */
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

/** Pairs of digits; blanks behind the last one belong to the token. */
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
