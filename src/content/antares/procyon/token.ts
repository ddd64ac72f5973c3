/** What the lexer tells apart. */
export const Token = {
  /** Deeper than the line before, or behind a star. */
  in: 0,
  /** As deep as the line before. */
  eq: 1,
  /** One level ends. */
  out: 2,
  end: 3,
  /** What is no token; the rest of its line is passed over. */
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

/** Whether a token stands for the beginning or end of a line and not for bytes on it. */
export function isLineToken(kind: TokenKind): boolean {
  return kind <= Token.end;
}
