import type { IToken } from 'chevrotain';
import { quoteText } from '../../diagnostics/quote.js';
import type { Tokens } from './lexer.js';
import type { SyntaxProblem } from './problem.js';
import * as type from './token-types.js';

/** What is wrong with a text whatever its grammar, and the tokens that can still be believed. */
export interface LexicalResult {
  readonly tokens: readonly IToken[];
  readonly problems: readonly SyntaxProblem[];
}

const argument = /@[0-9]+@/y;

export function checkTokens(text: string, { tokens, unexpected }: Tokens): LexicalResult {
  const problems: SyntaxProblem[] = [];
  let behind = 0;
  for (const at of unexpected) {
    if (at < behind) continue;
    const mark = markAt(text, at);
    if (mark !== undefined) behind = at + mark.length;
    problems.push(mark === undefined ? unexpectedCharacter(text, at) : openArgument(mark, at));
  }
  for (const { tokenType, image, startOffset } of tokens) {
    if (tokenType !== type.Text || !image.includes('@')) continue;
    const inside = image.search(/@[0-9]+@/);
    if (inside >= 0) problems.push(openArgument(markAt(image, inside) ?? '', startOffset + inside));
  }
  const open = tokens.findIndex(({ tokenType }) => tokenType === type.OpenText || tokenType === type.OpenComment);
  if (open < 0) return { tokens, problems };
  if (tokens[open].tokenType === type.OpenComment) {
    problems.push({
      code: 'open-comment',
      message: 'this comment has no end, expected `*/`',
      at: tokens[open].startOffset,
    });
    return { tokens: tokens.slice(0, open), problems };
  }
  // A quote is missing somewhere before: texts hardly ever go over lines, so it is likely the first that does.
  const suspect = tokens.findIndex(({ tokenType, image }) => tokenType === type.Text && image.includes('\n'));
  const from = suspect < 0 ? open : suspect;
  const { startOffset: at } = tokens[from];
  problems.push({ code: 'open-text', message: 'a text has no end: from here on there is a `"` too few', at });
  return { tokens: tokens.slice(0, from), problems: problems.filter((problem) => problem.at <= at) };
}

function markAt(text: string, at: number): string | undefined {
  argument.lastIndex = at;
  return argument.exec(text)?.[0];
}

function openArgument(mark: string, at: number): SyntaxProblem {
  return { code: 'macro-argument', message: `nothing was given for ${quoteText(mark)} where its macro is called`, at };
}

function unexpectedCharacter(text: string, at: number): SyntaxProblem {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (text.startsWith("'''", at)) {
    const message = "unexpected `'''`: the text of a macro begins on the line behind a name that ends its line";
    return { code: 'unexpected-character', message, at };
  }
  return { code: 'unexpected-character', message: `unexpected character ${quoteText(character)}`, at };
}
