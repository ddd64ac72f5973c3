import { EOF, type IToken } from 'chevrotain';
import { createNameBudget, type NameBudget } from '../../diagnostics/nearest-name.js';
import type { Item } from '../syntax.js';
import { explainStop, suggestWord } from './explain.js';
import { readItems } from './grammar.js';
import { checkTokens } from './lexical.js';
import { hollowItem } from './item-reading.js';
import { tokenize } from './lexer.js';
import type { SyntaxProblem } from './problem.js';
import { splitAtLines, splitItems, staysOpen } from './split-items.js';
import * as type from './token-types.js';

/** The items of a text that are sound, and what is wrong with the others. */
export interface ParseResult {
  readonly items: readonly Item[];
  /** Of the others those whose kind and name can be seen, with nothing else in them. */
  readonly broken: readonly Item[];
  readonly problems: readonly SyntaxProblem[];
}

/** More problems than this of one text, and of one item beside what ends its reading, are not told. */
const mostProblems = 100;
const mostOfOneItem = 10;

/**
 * Parses an expanded text. It may be hostile: time is linear in its length, and the stack does not grow with it. Never
 * throws on what it says.
 */
export function parseText(text: string): ParseResult {
  const lexed = tokenize(text);
  const { tokens, problems } = checkTokens(text, lexed);
  if (problems.length === 0) {
    const whole = readItems([...tokens, endAt(text.length - 1)]);
    if (whole.stop === undefined && whole.problems.length === 0) return { items: whole.items, broken: [], problems };
  }
  return parseApart(text, tokens, problems);
}

interface Parsing {
  readonly text: string;
  /** Offsets of what is wrong already, ascending, and how many of them lie before what is parsed next. */
  readonly broken: readonly number[];
  brokenBefore: number;
  readonly items: Item[];
  readonly hollow: Item[];
  readonly problems: SyntaxProblem[];
  /** Problems that are not told, and where the first of them is. */
  untold: number;
  untoldAt: number;
  readonly names: NameBudget;
}

/** Item by item, so that the sound ones remain. */
function parseApart(text: string, tokens: readonly IToken[], lexical: readonly SyntaxProblem[]): ParseResult {
  const parsing: Parsing = {
    text,
    broken: lexical.map(({ at }) => at).sort((a, b) => a - b),
    brokenBefore: 0,
    items: [],
    hollow: [],
    problems: [],
    untold: 0,
    untoldAt: 0,
    names: createNameBudget(),
  };
  tell(parsing, lexical);
  const parts = splitItems(tokens);
  parts.forEach((part, index) => {
    parsePart(part, parts.at(index + 1)?.[0], parsing, true);
  });
  const { items, hollow, problems, untold, untoldAt } = parsing;
  const told = problems.toSorted((a, b) => a.at - b.at);
  if (untold > 0) told.push({ code: 'more', message: `${untold} more errors`, at: untoldAt });
  return { items, broken: hollow, problems: told };
}

function tell(parsing: Parsing, problems: readonly SyntaxProblem[]): void {
  for (const problem of problems) {
    if (parsing.problems.length < mostProblems) parsing.problems.push(problem);
    else if (parsing.untold++ === 0) parsing.untoldAt = problem.at;
  }
}

/** `next` is the token behind the part, which stands for its end in messages. */
function parsePart(part: IToken[], next: IToken | undefined, parsing: Parsing, divisible: boolean): void {
  const { text, names } = parsing;
  if (divisible && staysOpen(part)) {
    const parts = splitAtLines(part, text);
    if (parts.length > 1) {
      parts.forEach((each, index) => {
        parsePart(each, parts.at(index + 1)?.[0] ?? next, parsing, false);
      });
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
  tell(
    parsing,
    problems.slice(0, mostOfOneItem).map((problem) => withSuggestion(problem, part, names)),
  );
  if (stop === undefined) return;
  const index = part.indexOf(stop.found);
  const problem = explainStop(stop, index > 0 ? part[index - 1] : undefined, names);
  const isCall = text.startsWith('[[', stop.found.startOffset) || text.startsWith('[[', stop.found.startOffset - 1);
  tell(parsing, [
    isCall ? { ...problem, suggestion: 'a call of a macro is written `[[NAME]]` or `[[NAME(a,b)]]`' } : problem,
  ]);
}

function noteHollow({ hollow }: Parsing, part: readonly IToken[]): void {
  const item = hollowItem(part);
  if (item !== undefined) hollow.push(item);
}

/** Whether something is wrong already in what ends at an offset. Parts are asked about in their order. */
function isBroken(parsing: Parsing, end: number): boolean {
  const before = parsing.brokenBefore;
  while (parsing.brokenBefore < parsing.broken.length && parsing.broken[parsing.brokenBefore] < end)
    parsing.brokenBefore += 1;
  return parsing.brokenBefore > before;
}

/** What is missing may be there, misspelt. */
function withSuggestion(problem: SyntaxProblem, tokens: readonly IToken[], names: NameBudget): SyntaxProblem {
  if (problem.suggestion !== undefined) return problem;
  const index = tokens.findIndex(({ startOffset }) => startOffset === problem.at);
  const found = tokens.at(index);
  if (index < 0 || found?.tokenType !== type.Unknown) return problem;
  return { ...problem, ...suggestWord(found, index > 0 ? tokens[index - 1] : undefined, names) };
}

/** The end of what is parsed, with a place; its image is that of the token there. */
function endAt(startOffset: number, next?: IToken): IToken {
  return {
    tokenType: EOF,
    tokenTypeIdx: EOF.tokenTypeIdx ?? 1,
    image: next?.image ?? '',
    startOffset: Math.max(0, startOffset),
  };
}
