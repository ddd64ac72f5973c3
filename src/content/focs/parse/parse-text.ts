import * as type from './token-types.js';
import { EOF, type IToken, type TokenType } from 'chevrotain';
import { createNameBudget, didYouMean, type NameBudget } from '../../text/nearest-name.js';
import type { Item, TextProblem } from '../syntax.js';
import { readItems, type GrammarResult, hollowItem } from './item-grammar.js';
import { tokenize, vocabulary } from './tokenize.js';
import { describeToken } from './keyword-reading.js';
import { meaningOf } from './vocabulary.js';
import { listTexts, quoteText } from '../../text/quote.js';

interface ParseResult {
  readonly items: readonly Item[];
  readonly broken: readonly Item[];
  readonly problems: readonly TextProblem[];
}

/** Most problems of one text, and of one item without the problem that ends its reading. */
const mostProblems = 100;
const mostOfOneItem = 10;

/** Text may be hostile: time is linear, the stack does not grow, nothing is thrown. */
export function parseText(text: string): ParseResult {
  const { tokens, problems } = checkTokens(text);
  if (problems.length === 0) {
    const whole = readItems([...tokens, endAt(text.length - 1)]);
    if (whole.stop === undefined && whole.problems.length === 0) return { items: whole.items, broken: [], problems };
  }
  return parseApart(text, tokens, problems);
}

interface Parsing {
  readonly text: string;
  /** Ascending offsets of lexical problems; and how many precede the next part. */
  readonly broken: readonly number[];
  brokenBefore: number;
  readonly items: Item[];
  readonly hollow: Item[];
  readonly problems: TextProblem[];
  unreported: number;
  unreportedAt: number;
  readonly names: NameBudget;
}

/** Item by item: sound ones remain. */
function parseApart(text: string, tokens: readonly IToken[], lexical: readonly TextProblem[]): ParseResult {
  const parsing: Parsing = {
    text,
    broken: lexical.map(({ at }) => at).sort((a, b) => a - b),
    brokenBefore: 0,
    items: [],
    hollow: [],
    problems: [],
    unreported: 0,
    unreportedAt: 0,
    names: createNameBudget(),
  };
  report(parsing, lexical);
  const parts = splitItems(tokens);
  parts.forEach((part, index) => parsePart(part, parts.at(index + 1)?.[0], parsing, true));
  const { items, hollow, problems, unreported, unreportedAt } = parsing;
  const reported = problems.toSorted((a, b) => a.at - b.at);
  if (unreported > 0) reported.push({ code: 'more', message: `${unreported} more errors`, at: unreportedAt });
  return { items, broken: hollow, problems: reported };
}

function report(parsing: Parsing, problems: readonly TextProblem[]): void {
  for (const problem of problems) {
    if (parsing.problems.length < mostProblems) parsing.problems.push(problem);
    else if (parsing.unreported++ === 0) parsing.unreportedAt = problem.at;
  }
}

/** `next`: the end of the part in messages. */
function parsePart(part: IToken[], next: IToken | undefined, parsing: Parsing, divisible: boolean): void {
  const { text, names } = parsing;
  if (divisible && staysOpen(part)) {
    const parts = splitAtLines(part, text);
    if (parts.length > 1) {
      parts.forEach((each, index) => parsePart(each, parts.at(index + 1)?.[0] ?? next, parsing, false));
      return;
    }
  }
  const end = endAt(next?.startOffset ?? text.length - 1, next);
  if (isBroken(parsing, end.startOffset)) {
    noteHollow(parsing, part);
    return;
  }
  const { items, problems, stop } = readItems([...part, end]);
  if (stop === undefined && problems.length === 0) {
    parsing.items.push(...items);
    return;
  }
  noteHollow(parsing, part);
  report(
    parsing,
    problems.slice(0, mostOfOneItem).map((problem) => withSuggestion(problem, part, names)),
  );
  if (stop === undefined) return;
  const index = part.indexOf(stop.found);
  const problem = explainStop(stop, index > 0 ? part[index - 1] : undefined, names);
  const at = stop.found.startOffset;
  const isCall = text.startsWith('[[', at) || text.startsWith('[[', at - 1);
  report(parsing, [
    isCall ? { ...problem, suggestion: 'a call of a macro is written `[[NAME]]` or `[[NAME(a,b)]]`' } : problem,
  ]);
}

function noteHollow({ hollow }: Parsing, part: readonly IToken[]): void {
  const item = hollowItem(part);
  if (item !== undefined) hollow.push(item);
}

function isBroken(parsing: Parsing, end: number): boolean {
  const before = parsing.brokenBefore;
  while (parsing.brokenBefore < parsing.broken.length && parsing.broken[parsing.brokenBefore] < end)
    parsing.brokenBefore += 1;
  return parsing.brokenBefore > before;
}

function withSuggestion(problem: TextProblem, tokens: readonly IToken[], names: NameBudget): TextProblem {
  if (problem.suggestion !== undefined) return problem;
  const index = tokens.findIndex(({ startOffset }) => startOffset === problem.at);
  const found = tokens.at(index);
  if (index < 0 || found?.tokenType !== type.Unknown) return problem;
  return { ...problem, suggestion: suggestWord(found, index > 0 ? tokens[index - 1] : undefined, names) };
}

/** With the image of the token there. */
function endAt(startOffset: number, next?: IToken): IToken {
  return {
    tokenType: EOF,
    tokenTypeIdx: EOF.tokenTypeIdx ?? 1,
    image: next?.image ?? '',
    startOffset: Math.max(0, startOffset),
  };
}

type Stop = NonNullable<GrammarResult['stop']>;

function explainStop({ expected, found, owner }: Stop, before: IToken | undefined, names: NameBudget): TextProblem {
  const at = found.startOffset;
  const message = `expected ${expected}, found ${describeToken(found)}`;
  if (found.tokenType === type.Unknown)
    return { code: 'unknown-keyword', message, suggestion: suggestWord(found, before, names), at };
  if (!type.isA(found, type.Label) || owner?.labels.has(meaningOf(found).lower) !== true)
    return { code: 'syntax', message, at };
  const suggestion = `${quoteText(owner.name)} takes ${orderOf(owner.ways)}, in this order`;
  return { code: 'syntax', message, suggestion, at };
}

function suggestWord({ image }: IToken, before: IToken | undefined, names: NameBudget): string | undefined {
  const { words, properties } = vocabulary();
  if (before?.tokenType === type.Dot) return didYouMean(image, properties.values(), names);
  if (words.has(image.toLowerCase())) return `${quoteText(image)} needs an \`=\` after it`;
  return didYouMean(
    image,
    Array.from(words.values(), ({ spelling }) => spelling),
    names,
  );
}

function orderOf(ways: readonly (readonly { readonly label: string }[])[]): string {
  return (
    ways
      .filter((way) => way.length > 0)
      .map((way) => way.map(({ label }) => quoteText(label)).join(', '))
      .join('; or ') || listTexts([])
  );
}

const argument = /@[0-9]+@/y;

function checkTokens(text: string) {
  const { tokens, unexpected } = tokenize(text);
  const problems: TextProblem[] = [];
  let end = 0;
  for (const at of unexpected) {
    if (at < end) continue;
    const mark = markAt(text, at);
    if (mark !== undefined) end = at + mark.length;
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
    const message = 'this comment has no end, expected `*/`';
    problems.push({ code: 'open-comment', message, at: tokens[open].startOffset });
    return { tokens: tokens.slice(0, open), problems };
  }
  // A quote is missing before: texts rarely span lines, so the first that does is likely wrong.
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

function openArgument(mark: string, at: number): TextProblem {
  return { code: 'macro-argument', message: `nothing was given for ${quoteText(mark)} where its macro is called`, at };
}

function unexpectedCharacter(text: string, at: number): TextProblem {
  const message = text.startsWith("'''", at)
    ? "unexpected `'''`: the text of a macro begins on the line after a name that ends its line"
    : `unexpected character ${quoteText(String.fromCodePoint(text.codePointAt(at) ?? 0))}`;
  return { code: 'unexpected-character', message, at };
}

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

/** Their `condition =` is often left out. */
const wantingWords = new Set(['contains', 'containedby', 'orderedbombardedby']);

/**
 * Splits at a word for an item that stands outside of brackets, before a label and after a whole token: not as in
 * `location = Species name = …`.
 */
function splitItems(tokens: readonly IToken[]): IToken[][] {
  let depth = 0;
  return splitAt(tokens, (index) => {
    const { tokenType } = tokens[index];
    depth = Math.max(0, depth + nesting(tokenType));
    return depth === 0 && beginsItem(tokens, index);
  });
}

/** Inside of brackets too: they may never be closed. */
function splitAtLines(tokens: readonly IToken[], text: string): IToken[][] {
  return splitAt(tokens, (index) => beginsItem(tokens, index) && beginsLine(text, tokens[index]));
}

function staysOpen(tokens: readonly IToken[]): boolean {
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
  if (!type.isA(tokens[index], type.roles.Item) || next === undefined || !type.isA(next, type.Label)) return false;
  if (index === 0) return true;
  const before = tokens[index - 1];
  return !wanting.some((each) => type.isA(before, each)) && !wantingWords.has(before.image.toLowerCase());
}

function beginsLine(text: string, { startOffset }: IToken): boolean {
  return startOffset === 0 || text[startOffset - 1] === '\n';
}
