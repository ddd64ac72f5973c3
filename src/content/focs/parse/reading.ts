import { listTexts, quoteText } from '../../text/quote.js';
import type { Value, Condition, Effect, Parameter } from '../syntax.js';
import { type ParameterSpec, type Want, enumerations, freeTexts, type Enumeration, type Construct } from './tables.js';
import { type SyntaxProblem, grammarStop, describeToken } from './grammar-stop.js';
import type { IToken } from 'chevrotain';

/**
 * Looks at what a parameter was given, as far as that can be told without knowing the content's names; `at` is where
 * its label stands.
 */
export function checkParameter(
  owner: string,
  spec: ParameterSpec,
  { values, isList }: { readonly values: readonly Value[]; readonly isList: boolean },
  at: number,
  problems: SyntaxProblem[],
): void {
  if (isList && !spec.many && spec.want !== 'any') {
    const message = `${quoteText(spec.label)} of ${quoteText(owner)} takes one ${describeWant(spec.want)}, not a list`;
    problems.push({ code: 'wrong-type', message, at: values[0]?.at ?? at });
    return;
  }
  for (const value of values) {
    if (fits(value, spec.want)) continue;
    const expected = spec.isWord || isEnumeration(spec.want) ? describeWant(spec.want) : `a ${describeWant(spec.want)}`;
    const message = `expected ${expected} for ${quoteText(spec.label)} of ${quoteText(owner)}, found ${describeValue(value)}`;
    problems.push({ code: 'wrong-type', message, at: value.at });
  }
}

function isEnumeration(want: Want): want is Enumeration {
  return Object.hasOwn(enumerations, want);
}

function describeWant(want: Want): string {
  return isEnumeration(want) ? `a word of ${want} (${listTexts(enumerations[want])})` : want;
}

/** Values that are computed may be anything that their parts do not rule out. */
function fits(value: Value, want: Want): boolean {
  switch (want) {
    case 'number':
      return (
        value.sort !== 'text' && value.sort !== 'word' && !(value.sort === 'free' && freeTexts.includes(value.name))
      );
    case 'text':
      return value.sort !== 'number' && value.sort !== 'word' && value.sort !== 'operation' && value.sort !== 'running';
    case 'any':
    case 'condition':
    case 'effects':
    case 'entries':
    case 'flag':
      return true;
    default:
      return value.sort === 'word'
        ? enumerations[want].some((word) => word === value.word)
        : value.sort !== 'text' && value.sort !== 'number';
  }
}

function wordOf(values: readonly Value[], spec: ParameterSpec): string | undefined {
  const [value] = values;
  return value?.sort === 'word' && fits(value, spec.want) ? value.word : undefined;
}

export function describeValue(value: Value): string {
  switch (value.sort) {
    case 'number':
      return `the number ${value.value}`;
    case 'text':
      return `the text ${quoteText(value.text)}`;
    case 'word':
      return quoteText(value.word);
    case 'property':
      return quoteText([value.subject, ...value.through, value.property].join('.'));
    case 'free':
      return quoteText(value.name);
    case 'running':
      return '`Value`';
    case 'operation':
      return 'a computed number';
    case 'function':
      return quoteText(`${value.name}(…)`);
    case 'statistic':
      return 'a statistic';
    case 'query':
      return quoteText(value.name);
    case 'choice':
      return 'a comparison';
  }
}

export type Part =
  | { readonly sort: 'values'; readonly values: readonly Value[]; readonly isList: boolean }
  | { readonly sort: 'condition'; readonly condition: Condition }
  | { readonly sort: 'effects'; readonly effects: readonly Effect[] }
  | { readonly sort: 'entries'; readonly entries: readonly Reading[] }
  | { readonly sort: 'flag' };

export interface Reading {
  readonly construct: Construct;
  /** The keyword, or what stands first where there is none. */
  readonly keyword: IToken;
  /** The ways that are still open, and how many of their parameters have been passed. */
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

/** The index of a label in a way, from `next` on, with nothing obligatory before it; -1 where there is none. */
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

/** Refuses a keyword that lacks something; `found` is the token after it. */
export function closeReading({ ways, next, construct }: Reading, found: IToken): void {
  if (ways.some((way) => firstObligatory(way, next) === undefined)) return;
  const labels = ways.map((way) => quoteText(`${firstObligatory(way, next)?.label ?? ''} =`));
  const message = `expected ${[...new Set(labels)].join(' or ')} of ${quoteText(construct.name)}, found ${describeToken(found)}`;
  throw grammarStop('missing-parameter', message, found.startOffset);
}

function firstObligatory(way: readonly ParameterSpec[], next: number): ParameterSpec | undefined {
  for (let index = next; index < way.length; index += 1) if (!way[index].optional) return way[index];
  return undefined;
}

const none: readonly never[] = [];

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

export function conditionsOf(reading: Reading): readonly Condition[] {
  if (reading.parts.length === 0) return none;
  const conditions: Condition[] = [];
  for (const { part } of reading.parts) if (part.sort === 'condition') conditions.push(part.condition);
  return conditions;
}
