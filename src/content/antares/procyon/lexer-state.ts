import type { TokenKind } from './token.js';

/** Where a lexer is in its bytes, and the token that it found last. */
export interface Lexer {
  readonly bytes: Buffer;
  kind: TokenKind;
  /** Offsets of the token; a key ends at its colon. */
  start: number;
  end: number;
  /** Of a quoted string: whether the text is just what stands between the quotes, and whether there are escapes. */
  isAscii: boolean;
  hasEscapes: boolean;
  /** Of what is no token: the offset of what is wrong, and what. */
  faultAt: number;
  fault: string;
  /** From 1. Behind the last line at the end. */
  line: number;
  lineStart: number;
  /** Of the end of the line before. */
  previousColumn: number;
  /** Where to go on. */
  offset: number;
  /** How far the line, or what is behind a star, is indented; below 0 at the end. */
  width: number;
  /** Of the levels that are open. */
  readonly widths: number[];
  /** Whether the levels are still to be brought to the width. */
  isPending: boolean;
}
