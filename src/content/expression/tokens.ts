import { quoteText } from '../text/quote.js';
import type { Span } from './syntax.js';

export const Name = 'name';
export const True = 'true';
export const False = 'false';
export const Null = 'null';
export const In = 'in';
/** What begins like a number, malformed ones too, which mistakes.ts reports. */
export const NumberToken = 'number';
/** Strings, unterminated ones too. */
export const Text = 'text';
export const OpenParenthesis = '(';
export const CloseParenthesis = ')';
export const OpenBracket = '[';
const CloseBracket = ']';
export const Dot = '.';
export const Comma = ',';
export const Question = '?';
export const Colon = ':';
const Minus = '-';
export const Not = '!';
/** Any other operator between two values. */
const Sign = 'sign';
/** A point and digits, as in `.5`. */
export const DotDigits = 'digits';
/** Operators of other languages, for which mistakes.ts has suggestions. */
export const ForeignSign = 'foreign';

// Made by expression-grammar.ts: one token stands for a bracket pair that has been read.
export const Arguments = 'arguments';
export const Parentheses = 'parentheses';
export const ListItems = 'items';
export const Subscript = 'subscript';

export type TokenType =
  | typeof Name
  | typeof True
  | typeof False
  | typeof Null
  | typeof In
  | typeof NumberToken
  | typeof Text
  | typeof OpenParenthesis
  | typeof CloseParenthesis
  | typeof OpenBracket
  | typeof CloseBracket
  | typeof Dot
  | typeof Comma
  | typeof Question
  | typeof Colon
  | typeof Minus
  | typeof Not
  | typeof Sign
  | typeof DotDigits
  | typeof ForeignSign
  | typeof Arguments
  | typeof Parentheses
  | typeof ListItems
  | typeof Subscript;

export interface Token {
  readonly tokenType: TokenType;
  readonly image: string;
  readonly startOffset: number;
}

export function spanOf(token: Token): Span {
  return { start: token.startOffset, end: token.startOffset + token.image.length };
}

/** By hand: a RegExp with alternatives in a loop keeps state for each character. */
function endOfText(text: string, offset: number): number {
  const quotation = text[offset];
  let position = offset + 1;
  while (position < text.length) {
    const character = text[position];
    if (isLineEnd(character)) break;
    position += 1;
    if (character === quotation) break;
    if (character === '\\' && position < text.length && !isLineEnd(text[position])) position += 1;
  }
  return position;
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function oneOf(...types: readonly TokenType[]): (token: Token | undefined) => boolean {
  const known = new Set(types);
  return (token) => token !== undefined && known.has(token.tokenType);
}

const valueWords = [Name, NumberToken, Text, True, False, Null] as const;

export const opens = oneOf(OpenParenthesis, OpenBracket);
export const closes = oneOf(CloseParenthesis, CloseBracket);
export const endsValue = oneOf(...valueWords, CloseParenthesis, CloseBracket, DotDigits);
export const startsValue = oneOf(...valueWords, OpenParenthesis, OpenBracket, Not);
export const isReserved = oneOf(True, False, Null, In);
export const isBinarySign = oneOf(Sign, Minus, In);
export const isPrefixSign = oneOf(Minus, Not);

const described: ReadonlyMap<TokenType, string> = new Map([
  [Name, 'the name '],
  [NumberToken, 'the number '],
  [Text, 'the string '],
]);

export function describeToken(token: Token | undefined): string {
  if (token === undefined) return 'the end of the text';
  return `${described.get(token.tokenType) ?? ''}${quoteText(token.image)}`;
}

/** `unexpected`: where characters begin that no token can hold. */
export interface Tokens {
  readonly tokens: Token[];
  readonly unexpected: readonly number[];
}

const words = typesByImage(True, False, Null, In);

const marks = typesByImage(
  OpenParenthesis,
  CloseParenthesis,
  OpenBracket,
  CloseBracket,
  Dot,
  Comma,
  Question,
  Colon,
  Minus,
  Not,
);

/** Of types that are their own images. */
function typesByImage(...types: readonly TokenType[]): ReadonlyMap<string | undefined, TokenType> {
  return new Map(types.map((type) => [type, type]));
}

/** Longer signs stand before their beginnings. */
const patterns = {
  skipped: /[ \t\n\r\f]+|\/\/[^\n\r]*/y,
  name: /[A-Za-z_][A-Za-z0-9_]*/y,
  number: /0[xX][0-9A-Za-z_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?[0-9A-Za-z_]*/y,
  digits: /\.[0-9][0-9A-Za-z_]*/y,
  foreign: /===|!==|=[<>]|=(?!=)|<>|<<|>>|\*\*|&(?!&)|\|(?!\|)|\^|\?\?|\?\./y,
  sign: /&&|\|\||[=!<>]=|[<>+*/%]/y,
} as const;

function matched(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** Never fails, never recurses. */
export function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  const unexpected: number[] = [];
  let strange = -1;
  for (let at = 0; at < text.length; ) {
    const skipped = matched(patterns.skipped, text, at);
    const token = skipped === undefined ? tokenAt(text, at) : undefined;
    if (token !== undefined) tokens.push(token);
    const length = (skipped ?? token?.image)?.length;
    if (length === undefined) {
      // Characters side by side are one mistake.
      if (strange !== at) unexpected.push(at);
      strange = at + 1;
    }
    at += length ?? 1;
  }
  return { tokens, unexpected };
}

function tokenAt(text: string, startOffset: number): Token | undefined {
  const name = matched(patterns.name, text, startOffset);
  if (name !== undefined) return { tokenType: words.get(name) ?? Name, image: name, startOffset };
  const quotation = text[startOffset];
  if (quotation === "'" || quotation === '"')
    return { tokenType: Text, image: text.slice(startOffset, endOfText(text, startOffset)), startOffset };
  for (const [tokenType, pattern] of others) {
    const image = matched(pattern, text, startOffset);
    if (image !== undefined) return { tokenType, image, startOffset };
  }
  const mark = marks.get(text[startOffset]);
  return mark && { tokenType: mark, image: mark, startOffset };
}

const others = [
  [NumberToken, patterns.number],
  [DotDigits, patterns.digits],
  [ForeignSign, patterns.foreign],
  [Sign, patterns.sign],
] as const;
