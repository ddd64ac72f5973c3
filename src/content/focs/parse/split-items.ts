import type { IToken, TokenType } from 'chevrotain';
import * as type from './token-types.js';

/** Tokens that want a value or a condition behind them, so that no item begins there. */
const wanting: readonly TokenType[] = [
  type.Comparator,
  type.Operator,
  type.OpenParenthesis,
  type.OpenBracket,
  type.Comma,
  type.Question,
  type.Colon,
  type.Dot,
  type.roles.Not,
  type.roles.Statistic,
];

/** Conditions whose `condition =` is often left out. */
const wantingWords = new Set(['contains', 'containedby', 'orderedbombardedby']);

/**
 * Cuts tokens where items begin: at a word for an item outside of all brackets, with a label behind it and nothing
 * before it that wants more. Such words are conditions too, as in
 * `location = Species name = …`; there something before them does. Used where a text has errors, so that one item does
 * not take others with it.
 */
export function splitItems(tokens: readonly IToken[]): IToken[][] {
  let depth = 0;
  return splitAt(tokens, (index) => {
    const { tokenType } = tokens[index];
    depth = Math.max(0, depth + nesting(tokenType));
    return depth === 0 && beginsItem(tokens, index);
  });
}

/**
 * Cuts where a word for an item begins a line, inside of brackets too: for what opens a bracket and never closes it.
 */
export function splitAtLines(tokens: readonly IToken[], text: string): IToken[][] {
  return splitAt(tokens, (index) => beginsItem(tokens, index) && beginsLine(text, tokens[index]));
}

/** Whether more brackets are opened than closed. */
export function staysOpen(tokens: readonly IToken[]): boolean {
  return tokens.reduce((depth, { tokenType }) => Math.max(0, depth + nesting(tokenType)), 0) > 0;
}

function splitAt(tokens: readonly IToken[], begins: (index: number) => boolean): IToken[][] {
  const parts: IToken[][] = [];
  let start = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    if (!begins(index) || index === start) continue;
    parts.push(tokens.slice(start, index));
    start = index;
  }
  if (start < tokens.length) parts.push(tokens.slice(start));
  return parts;
}

function nesting(tokenType: TokenType): number {
  if (tokenType === type.OpenBracket || tokenType === type.OpenParenthesis) return 1;
  return tokenType === type.CloseBracket || tokenType === type.CloseParenthesis ? -1 : 0;
}

function beginsItem(tokens: readonly IToken[], index: number): boolean {
  const next = tokens.at(index + 1);
  if (!is(tokens[index], type.roles.Item) || next === undefined || !is(next, type.Label)) return false;
  if (index === 0) return true;
  const before = tokens[index - 1];
  return !wanting.some((each) => is(before, each)) && !wantingWords.has(before.image.toLowerCase());
}

function is({ tokenType }: IToken, wanted: TokenType): boolean {
  return tokenType === wanted || tokenType.CATEGORIES?.includes(wanted) === true;
}

function beginsLine(text: string, { startOffset }: IToken): boolean {
  return startOffset === 0 || text[startOffset - 1] === '\n';
}
