import { createToken, Lexer, type CustomPatternMatcherReturn, type IToken, type TokenType } from 'chevrotain';
import type { Span } from './syntax.js';
import { quote } from './wording.js';
import { once } from './once.js';

// Categories let the grammar name a group of tokens; nothing is ever lexed as a category itself.
export const BinarySign = createToken({ name: 'BinarySign', pattern: Lexer.NA });
export const PrefixSign = createToken({ name: 'PrefixSign', pattern: Lexer.NA });

export const Name = createToken({ name: 'Name', pattern: /[A-Za-z_][A-Za-z0-9_]*/ });
export const True = createToken({ name: 'True', pattern: /true/, longer_alt: Name });
export const False = createToken({ name: 'False', pattern: /false/, longer_alt: Name });
export const Null = createToken({ name: 'Null', pattern: /null/, longer_alt: Name });
export const In = createToken({ name: 'In', pattern: /in/, longer_alt: Name, categories: [BinarySign] });

/** Everything that begins like a number, malformed ones too: literals.ts says what is wrong with `1_000` or `10u`. */
export const NumberToken = createToken({
  name: 'Number',
  pattern: /0[xX][0-9A-Za-z_]*|[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?:[eE][+-]?[0-9]+)?[0-9A-Za-z_]*/,
});

/** Strings, unterminated ones too. Scanned by hand: a RegExp that loops over alternatives keeps state per character. */
export const Text = createToken({
  name: 'Text',
  pattern: { exec: matchText },
  start_chars_hint: ["'", '"'],
  line_breaks: false,
});

export const OpenParenthesis = createToken({ name: 'OpenParenthesis', pattern: '(' });
export const CloseParenthesis = createToken({ name: 'CloseParenthesis', pattern: ')' });
export const OpenBracket = createToken({ name: 'OpenBracket', pattern: '[' });
export const CloseBracket = createToken({ name: 'CloseBracket', pattern: ']' });
export const Dot = createToken({ name: 'Dot', pattern: '.' });
export const Comma = createToken({ name: 'Comma', pattern: ',' });
export const Question = createToken({ name: 'Question', pattern: '?' });
export const Colon = createToken({ name: 'Colon', pattern: ':' });
export const Minus = createToken({ name: 'Minus', pattern: '-', categories: [BinarySign, PrefixSign] });
export const Not = createToken({ name: 'Not', pattern: '!', categories: [PrefixSign] });

// Made by groups.ts, never by the lexer: one token stands for a bracket pair whose content has been read already.
export const Arguments = createToken({ name: 'Arguments', pattern: Lexer.NA });
export const Parentheses = createToken({ name: 'Parentheses', pattern: Lexer.NA });
export const ListItems = createToken({ name: 'ListItems', pattern: Lexer.NA });
export const Subscript = createToken({ name: 'Subscript', pattern: Lexer.NA });

/** `.5`, which other languages take for a number. */
export const DotDigits = createToken({ name: 'DotDigits', pattern: /\.[0-9][0-9A-Za-z_]*/ });

/** Operators of other languages, lexed so that the mend can be named; mistakes.ts holds the suggestions. */
export const ForeignSign = createToken({
  name: 'ForeignSign',
  pattern: /===|!==|=[<>]|=(?!=)|<>|<<|>>|\*\*|&(?!&)|\|(?!\|)|\^|\?\?|\?\./,
});

const binarySigns = ['&&', '||', '==', '!=', '<=', '>=', '<', '>', '+', '*', '/', '%'].map((sign) =>
  createToken({ name: `Sign ${sign}`, pattern: sign, categories: [BinarySign] }),
);

/** All tokens; the lexer takes the first that matches, so longer signs stand before their beginnings. */
export const vocabulary: TokenType[] = [
  createToken({ name: 'Space', pattern: /[ \t\n\r\f]+/, group: Lexer.SKIPPED }),
  createToken({ name: 'Comment', pattern: /\/\/[^\n\r]*/, group: Lexer.SKIPPED }),
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

/** Where a token stands in the text. */
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

const valueWords = new Set([Name, NumberToken, Text, True, False, Null]);
const valueEnds = new Set([...valueWords, CloseParenthesis, CloseBracket, DotDigits]);
const valueStarts = new Set([...valueWords, OpenParenthesis, OpenBracket, Not]);
const reserved = new Set([True, False, Null, In]);

/** Whether a value may end with this token, so that an operator is due next. */
export function endsValue(token: IToken | undefined): boolean {
  return token !== undefined && valueEnds.has(token.tokenType);
}

/** Whether only a value can begin with this token (`-` may also be an operator between two). */
export function startsValue(token: IToken | undefined): boolean {
  return token !== undefined && valueStarts.has(token.tokenType);
}

/** Whether the token is a word that cannot be a name. */
export function isReserved(token: IToken | undefined): boolean {
  return token !== undefined && reserved.has(token.tokenType);
}

/** The token as a noun for an error message. */
export function describeToken(token: IToken | undefined): string {
  if (token === undefined) return 'the end of the text';
  if (token.tokenType === Name) return `the name ${quote(token.image)}`;
  if (token.tokenType === NumberToken) return `the number ${quote(token.image)}`;
  if (token.tokenType === Text) return `the string ${quote(token.image)}`;
  return quote(token.image);
}

/** The tokens of a text, and the offsets at which a run of characters begins that no token can hold. */
export interface Tokens {
  readonly tokens: IToken[];
  readonly unexpected: readonly number[];
}

const expressionLexer = once(
  () =>
    new Lexer(vocabulary, {
      positionTracking: 'onlyOffset',
      // Without it a slip in a pattern would silently turn the lexer into trying every token at every character.
      ensureOptimizations: true,
    }),
);

/** Cuts a text into tokens; never fails, never recurses. */
export function tokenize(text: string): Tokens {
  const { tokens, errors } = expressionLexer().tokenize(text);
  return { tokens, unexpected: errors.map((error) => error.offset) };
}
