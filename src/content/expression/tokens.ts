import { quoteText } from '../text/quote.js';
import {
  createToken,
  Lexer,
  type CustomPatternMatcherReturn,
  type IToken,
  type ITokenConfig,
  type TokenType,
} from 'chevrotain';
import type { Span } from './syntax.js';
import { once } from './once.js';

function token(name: string, pattern: string | RegExp, more: Omit<ITokenConfig, 'name' | 'pattern'> = {}): TokenType {
  return createToken({ name, pattern, ...more });
}

// Categories name groups of tokens; nothing is lexed as one.
export const BinarySign = token('BinarySign', Lexer.NA);
export const PrefixSign = token('PrefixSign', Lexer.NA);

export const Name = token('Name', /[A-Za-z_][A-Za-z0-9_]*/);
export const True = token('True', /true/, { longer_alt: Name });
export const False = token('False', /false/, { longer_alt: Name });
export const Null = token('Null', /null/, { longer_alt: Name });
export const In = token('In', /in/, { longer_alt: Name, categories: [BinarySign] });

/** What begins like a number, malformed ones too, which mistakes.ts reports. */
export const NumberToken = token(
  'Number',
  /0[xX][0-9A-Za-z_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?[0-9A-Za-z_]*/,
);

/** Strings, unterminated ones too. By hand: a RegExp with alternatives in a loop keeps state per character. */
export const Text = createToken({
  name: 'Text',
  pattern: { exec: matchText },
  start_chars_hint: ["'", '"'],
  line_breaks: false,
});

export const OpenParenthesis = token('OpenParenthesis', '(');
export const CloseParenthesis = token('CloseParenthesis', ')');
export const OpenBracket = token('OpenBracket', '[');
const CloseBracket = token('CloseBracket', ']');
export const Dot = token('Dot', '.');
export const Comma = token('Comma', ',');
export const Question = token('Question', '?');
export const Colon = token('Colon', ':');
const Minus = token('Minus', '-', { categories: [BinarySign, PrefixSign] });
export const Not = token('Not', '!', { categories: [PrefixSign] });

// Made by expression-grammar.ts: one token stands for a bracket pair that has been read.
export const Arguments = token('Arguments', Lexer.NA);
export const Parentheses = token('Parentheses', Lexer.NA);
export const ListItems = token('ListItems', Lexer.NA);
export const Subscript = token('Subscript', Lexer.NA);

export const DotDigits = token('DotDigits', /\.[0-9][0-9A-Za-z_]*/);

/** Operators of other languages, for which mistakes.ts has suggestions. */
export const ForeignSign = token('ForeignSign', /===|!==|=[<>]|=(?!=)|<>|<<|>>|\*\*|&(?!&)|\|(?!\|)|\^|\?\?|\?\./);

const binarySigns = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '+', '*', '/', '%'].map((sign) =>
  token(`Sign ${sign}`, sign, { categories: [BinarySign] }),
);

/** The lexer takes the first that matches, so longer signs stand before their beginnings. */
export const vocabulary: TokenType[] = [
  token('Space', /[ \t\n\r\f]+/, { group: Lexer.SKIPPED }),
  token('Comment', /\/\/[^\n\r]*/, { group: Lexer.SKIPPED }),
  True,
  False,
  Null,
  In,
  Name,
  NumberToken,
  Text,
  DotDigits,
  ForeignSign,
  OpenParenthesis,
  CloseParenthesis,
  OpenBracket,
  CloseBracket,
  Dot,
  Comma,
  Question,
  Colon,
  ...binarySigns,
  Minus,
  Not,
  BinarySign,
  PrefixSign,
  Arguments,
  Parentheses,
  ListItems,
  Subscript,
];

export function spanOf(token: IToken): Span {
  return { start: token.startOffset, end: token.startOffset + token.image.length };
}

function matchText(text: string, offset: number): CustomPatternMatcherReturn | null {
  const quotation = text[offset];
  if (quotation !== "'" && quotation !== '"') return null;
  let position = offset + 1;
  while (position < text.length) {
    const character = text[position];
    if (isLineEnd(character)) break;
    position += 1;
    if (character === quotation) break;
    if (character === '\\' && position < text.length && !isLineEnd(text[position])) position += 1;
  }
  return [text.slice(offset, position)];
}

function isLineEnd(character: string | undefined): boolean {
  return character === '\n' || character === '\r';
}

function oneOf(...types: readonly TokenType[]): (token: IToken | undefined) => boolean {
  const known = new Set(types);
  return (token) => token !== undefined && known.has(token.tokenType);
}

const valueWords = [Name, NumberToken, Text, True, False, Null];

export const opens = oneOf(OpenParenthesis, OpenBracket);
export const closes = oneOf(CloseParenthesis, CloseBracket);
export const endsValue = oneOf(...valueWords, CloseParenthesis, CloseBracket, DotDigits);
export const startsValue = oneOf(...valueWords, OpenParenthesis, OpenBracket, Not);
export const isReserved = oneOf(True, False, Null, In);

const described: ReadonlyMap<TokenType, string> = new Map([
  [Name, 'the name '],
  [NumberToken, 'the number '],
  [Text, 'the string '],
]);

export function describeToken(token: IToken | undefined): string {
  if (token === undefined) return 'the end of the text';
  return `${described.get(token.tokenType) ?? ''}${quoteText(token.image)}`;
}

/** `unexpected`: where characters begin that no token can hold. */
export interface Tokens {
  readonly tokens: IToken[];
  readonly unexpected: readonly number[];
}

const expressionLexer = once(
  () =>
    new Lexer(vocabulary, {
      positionTracking: 'onlyOffset',
      // Without it a slip in a pattern would make the lexer try every token at every character.
      ensureOptimizations: true,
    }),
);

/** Never fails, never recurses. */
export function tokenize(text: string): Tokens {
  const { tokens, errors } = expressionLexer().tokenize(text);
  return { tokens, unexpected: errors.map((error) => error.offset) };
}
