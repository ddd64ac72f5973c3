import { quoteText } from '../text/quote.js';
import type { Span } from './syntax.js';

/** Types that are signs or reserved words are their own images. */
export const TokenType = {
  name: 'name',
  true: 'true',
  false: 'false',
  null: 'null',
  in: 'in',
  /** What begins like a number, malformed ones too, which mistakes.ts reports. */
  number: 'number',
  /** Strings, unterminated ones too. */
  text: 'text',
  openParenthesis: '(',
  closeParenthesis: ')',
  openBracket: '[',
  closeBracket: ']',
  dot: '.',
  comma: ',',
  question: '?',
  colon: ':',
  minus: '-',
  not: '!',
  /** Any other operator between two values. */
  sign: 'sign',
  /** A point and digits, as in `.5`. */
  dotDigits: 'digits',
  /** Operators of other languages, for which mistakes.ts has suggestions. */
  foreignSign: 'foreign',
  // Made by expression-grammar.ts: one token stands for a bracket pair that has been read.
  arguments: 'arguments',
  parentheses: 'parentheses',
  listItems: 'items',
  subscript: 'subscript',
} as const;
export type TokenType = (typeof TokenType)[keyof typeof TokenType];

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

const valueWords = [
  TokenType.name,
  TokenType.number,
  TokenType.text,
  TokenType.true,
  TokenType.false,
  TokenType.null,
] as const;

export const opens = oneOf(TokenType.openParenthesis, TokenType.openBracket);
export const closes = oneOf(TokenType.closeParenthesis, TokenType.closeBracket);
export const endsValue = oneOf(...valueWords, TokenType.closeParenthesis, TokenType.closeBracket, TokenType.dotDigits);
export const startsValue = oneOf(...valueWords, TokenType.openParenthesis, TokenType.openBracket, TokenType.not);
export const isReserved = oneOf(TokenType.true, TokenType.false, TokenType.null, TokenType.in);
export const isBinarySign = oneOf(TokenType.sign, TokenType.minus, TokenType.in);
export const isPrefixSign = oneOf(TokenType.minus, TokenType.not);

const described: ReadonlyMap<TokenType, string> = new Map([
  [TokenType.name, 'the name '],
  [TokenType.number, 'the number '],
  [TokenType.text, 'the string '],
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

const words = typesByImage(TokenType.true, TokenType.false, TokenType.null, TokenType.in);

const marks = typesByImage(
  TokenType.openParenthesis,
  TokenType.closeParenthesis,
  TokenType.openBracket,
  TokenType.closeBracket,
  TokenType.dot,
  TokenType.comma,
  TokenType.question,
  TokenType.colon,
  TokenType.minus,
  TokenType.not,
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
  if (name !== undefined) return { tokenType: words.get(name) ?? TokenType.name, image: name, startOffset };
  const quotation = text[startOffset];
  if (quotation === "'" || quotation === '"')
    return { tokenType: TokenType.text, image: text.slice(startOffset, endOfText(text, startOffset)), startOffset };
  for (const [tokenType, pattern] of others) {
    const image = matched(pattern, text, startOffset);
    if (image !== undefined) return { tokenType, image, startOffset };
  }
  const mark = marks.get(text[startOffset]);
  return mark && { tokenType: mark, image: mark, startOffset };
}

const others = [
  [TokenType.number, patterns.number],
  [TokenType.dotDigits, patterns.digits],
  [TokenType.foreignSign, patterns.foreign],
  [TokenType.sign, patterns.sign],
] as const;
