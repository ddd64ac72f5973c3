import { lineFeed, space, tab } from '../document.js';
import { scan, Token, type Lexer, type TokenKind } from './scan.js';

const beyondEnd = -1;

export function createLexer(bytes: Uint8Array): Lexer {
  const lexer: Lexer = {
    bytes,
    kind: Token.end,
    start: 0,
    end: 0,
    isAscii: true,
    hasEscapes: false,
    faultAt: 0,
    fault: '',
    line: 1,
    lineStart: 0,
    previousColumn: 1,
    offset: 0,
    width: 0,
    widths: [],
    isPending: true,
  };
  openLine(lexer);
  if (lexer.width === beyondEnd) lexer.previousColumn = 1;
  return lexer;
}

/** Keeps returning the end. */
export function advance(lexer: Lexer): TokenKind {
  if (lexer.isPending) return changeLevel(lexer);
  const { bytes } = lexer;
  let at = lexer.offset;
  while (at < bytes.length && (bytes[at] === space || bytes[at] === tab)) at++;
  if (at < bytes.length && bytes[at] !== lineFeed) {
    lexer.start = at;
    const kind = scan(lexer, at);
    if (kind === Token.star) indentAfterStar(lexer);
    if (kind === Token.fault) lexer.offset = endOfLine(bytes, at);
    return (lexer.kind = kind);
  }
  endLine(lexer, at);
  openLine(lexer);
  return changeLevel(lexer);
}

function openLine(lexer: Lexer): void {
  const { bytes } = lexer;
  lexer.isPending = true;
  while (lexer.lineStart < bytes.length) {
    const at = indent(lexer, lexer.lineStart, 0);
    if (at < bytes.length && bytes[at] !== lineFeed) return;
    endLine(lexer, at);
  }
  lexer.width = beyondEnd;
}

function endLine(lexer: Lexer, at: number): void {
  lexer.previousColumn = at - lexer.lineStart + 1;
  lexer.line++;
  lexer.lineStart = at + 1;
}

function indent(lexer: Lexer, start: number, width: number): number {
  const { bytes } = lexer;
  let at = start;
  for (; at < bytes.length; at++) {
    if (bytes[at] === tab) width = (width + 2) & ~1;
    else if (bytes[at] === space) width++;
    else break;
  }
  lexer.width = width;
  lexer.offset = at;
  return at;
}

/** A star begins a line of its own, indented by the star and the blanks. */
function indentAfterStar(lexer: Lexer): void {
  const at = indent(lexer, lexer.end, lexer.widths[lexer.widths.length - 1] + 1);
  lexer.isPending = at < lexer.bytes.length && lexer.bytes[at] !== lineFeed;
}

function changeLevel(lexer: Lexer): TokenKind {
  const { widths, width } = lexer;
  const top = widths.length === 0 ? beyondEnd : widths[widths.length - 1];
  lexer.start = lexer.lineStart;
  if (width < top) {
    widths.pop();
    return (lexer.kind = Token.out);
  }
  if (width === beyondEnd) return (lexer.kind = Token.end);
  lexer.isPending = false;
  if (width === top) return (lexer.kind = Token.eq);
  if (lexer.kind === Token.out) {
    lexer.faultAt = lexer.offset;
    lexer.fault = 'unindent does not match any outer indentation level';
    lexer.offset = endOfLine(lexer.bytes, lexer.offset);
    return (lexer.kind = Token.fault);
  }
  widths.push(width);
  return (lexer.kind = Token.in);
}

function endOfLine(bytes: Uint8Array, from: number): number {
  const at = bytes.indexOf(lineFeed, from);
  return at === -1 ? bytes.length : at;
}
