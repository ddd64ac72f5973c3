import type { IToken } from 'chevrotain';
import { quoteText } from '../../diagnostics/quote.js';
import type { Condition, Effect, Parameter, Value } from '../syntax.js';
import { checkParameter, wordOf } from './check.js';
import type { Construct, ParameterSpec } from './construct.js';
import { grammarStop, type SyntaxProblem } from './problem.js';
import { describeToken } from './wording.js';

/** One `label = …` as the grammar read it. */
export type Part =
  | { readonly sort: 'values'; readonly values: readonly Value[]; readonly isList: boolean }
  | { readonly sort: 'condition'; readonly condition: Condition }
  | { readonly sort: 'effects'; readonly effects: readonly Effect[] }
  | { readonly sort: 'entries'; readonly entries: readonly Reading[] }
  | { readonly sort: 'flag' };

/** A keyword that is being read, with the parameters so far. */
export interface Reading {
  readonly construct: Construct;
  /** The keyword, or what stands first where there is none. */
  readonly keyword: IToken;
  /** The ways that are still open, and how many of their parameters are behind us. */
  ways: Construct['ways'];
  next: number;
  /** What the label just accepted stands for. */
  spec: ParameterSpec | undefined;
  word: string | undefined;
  readonly parts: { readonly spec: ParameterSpec; readonly part: Part; readonly at: number }[];
}

export function openReading(construct: Construct, keyword: IToken): Reading {
  return { construct, keyword, ways: construct.ways, next: 0, spec: undefined, word: construct.word, parts: [] };
}

/** Whether a label may come now; then it has been accepted, and the next part is its own. */
export function accept(reading: Reading, label: string): boolean {
  const { ways, next } = reading;
  for (const way of ways) {
    const found = findLabel(way, next, label);
    if (found < 0) continue;
    if (ways.length > 1) reading.ways = ways.filter((each) => findLabel(each, next, label) === found);
    reading.next = found + 1;
    reading.spec = way[found];
    return true;
  }
  return false;
}

/** The index of a label in a way, at or behind `next`, with nothing obligatory before it; -1 where there is none. */
function findLabel(way: readonly ParameterSpec[], next: number, label: string): number {
  for (let index = next; index < way.length; index += 1) {
    if (way[index].label === label) return index;
    if (!way[index].optional) return -1;
  }
  return -1;
}

export function put(reading: Reading, part: Part, at: number, problems: SyntaxProblem[]): void {
  const { spec } = reading;
  if (spec === undefined) return;
  if (part.sort === 'values') {
    checkParameter(reading.construct.name, spec, part, at, problems);
    if (spec.isWord) {
      reading.word = wordOf(part.values, spec);
      return;
    }
  }
  reading.parts.push({ spec, part, at });
}

/** Refuses a keyword that lacks something; `found` is the token behind it. */
export function closeReading(reading: Reading, found: IToken): void {
  const { ways, next, construct } = reading;
  let missing: ParameterSpec | undefined;
  for (const way of ways) {
    const lacks = firstObligatory(way, next);
    if (lacks === undefined) return;
    missing ??= lacks;
  }
  if (missing === undefined) return;
  const labels = ways.map((way) => firstObligatory(way, next)?.label).map((label) => quoteText(`${label ?? ''} =`));
  const message = `expected ${[...new Set(labels)].join(' or ')} of ${quoteText(construct.name)}, found ${describeToken(found)}`;
  throw grammarStop({ code: 'missing-parameter', message, at: found.startOffset });
}

function firstObligatory(way: readonly ParameterSpec[], next: number): ParameterSpec | undefined {
  for (let index = next; index < way.length; index += 1) if (!way[index].optional) return way[index];
  return undefined;
}

const none: readonly Parameter[] = [];

/** The values of what was read, with their labels; entries of lists one after the other. */
export function parametersOf(reading: Reading): readonly Parameter[] {
  if (reading.parts.length === 0) return none;
  const parameters: Parameter[] = [];
  for (const { spec, part, at } of reading.parts) {
    if (part.sort === 'values') parameters.push({ label: spec.label, values: part.values, at });
    else if (part.sort === 'flag') parameters.push({ label: spec.label, values: [], at });
    else if (part.sort === 'entries') for (const entry of part.entries) parameters.push(...parametersOf(entry));
  }
  return parameters;
}

const noOperands: readonly Condition[] = [];

export function conditionsOf(reading: Reading): readonly Condition[] {
  if (reading.parts.length === 0) return noOperands;
  const conditions: Condition[] = [];
  for (const { part } of reading.parts) if (part.sort === 'condition') conditions.push(part.condition);
  return conditions;
}
