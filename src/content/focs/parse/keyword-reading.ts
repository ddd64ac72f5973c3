import * as type from './token-types.js';
import { listTexts, quoteText } from '../../text/quote.js';
import type { Value, Condition, Effect, Parameter, TextProblem } from '../syntax.js';
import {
  type ParameterSpec,
  type Want,
  enumerations,
  freeTexts,
  type Enumeration,
  type Construct,
} from './keywords.js';
import { type IToken, EOF } from 'chevrotain';

/** Ends the reading of an item: text after the problem makes no sense. */
interface GrammarStop extends Error {
  readonly problem: TextProblem;
}

export function grammarStop(code: string, message: string, at: number): GrammarStop {
  return Object.assign(new Error(message), { problem: { code, message, at } });
}

export function isGrammarStop(error: unknown): error is GrammarStop {
  return error instanceof Error && 'problem' in error;
}

export function describeToken(token: IToken): string {
  if (token.tokenType === EOF) return token.image === '' ? 'the end of the file' : quoteText(token.image);
  if (token.tokenType === type.Text) return `text ${quoteText(token.image)}`;
  return quoteText(type.isA(token, type.Label) ? `${token.image} =` : token.image);
}

const byRule: ReadonlyMap<string, string> = new Map([
  ['condition', 'a condition'],
  ['keywordCondition', 'a condition'],
  ['effect', 'an effect'],
  ['value', 'a value'],
  ['operand', 'a value'],
  ['group', '`EffectsGroup`'],
  ['entry', 'a part of the list'],
  ['parentheses', 'a value or a condition'],
  ['item', 'an item, such as `Tech` or `Species`'],
]);

const listRules: ReadonlyMap<string, string> = new Map([
  ['effects', 'effect'],
  ['values', 'value'],
  ['groups', 'group'],
  ['entries', 'entry'],
]);

export function expectedOne(rule: string): string {
  return expectedRule(listRules.get(rule) ?? rule);
}

export function expectedRule(rule: string): string {
  return listRules.has(rule) ? `${expectedOne(rule)} or \`[\`` : (byRule.get(rule) ?? rule);
}

/** Checks as much as is possible without the content's names. `at`: the place of the label. */
export function checkParameter(
  owner: string,
  spec: ParameterSpec,
  { values, isList }: { readonly values: readonly Value[]; readonly isList: boolean },
  at: number,
  problems: TextProblem[],
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

function fits(value: Value, want: Want): boolean {
  switch (want) {
    case 'number':
      return (
        value.kind !== 'text' && value.kind !== 'word' && !(value.kind === 'free' && freeTexts.includes(value.name))
      );
    case 'text':
      return value.kind !== 'number' && value.kind !== 'word' && value.kind !== 'operation' && value.kind !== 'running';
    case 'any':
    case 'condition':
    case 'effects':
    case 'entries':
    case 'flag':
      return true;
    default:
      return value.kind === 'word'
        ? enumerations[want].some((word) => word === value.word)
        : value.kind !== 'text' && value.kind !== 'number';
  }
}

function wordOf(values: readonly Value[], spec: ParameterSpec): string | undefined {
  const [value] = values;
  return value?.kind === 'word' && fits(value, spec.want) ? value.word : undefined;
}

export function describeValue(value: Value): string {
  switch (value.kind) {
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
  | { readonly kind: 'values'; readonly values: readonly Value[]; readonly isList: boolean }
  | { readonly kind: 'condition'; readonly condition: Condition }
  | { readonly kind: 'effects'; readonly effects: readonly Effect[] }
  | { readonly kind: 'entries'; readonly entries: readonly Reading[] }
  | { readonly kind: 'flag' };

export interface Reading {
  readonly construct: Construct;
  readonly keyword: IToken;
  /** Ways still open, and the number of parameters passed. */
  ways: Construct['ways'];
  next: number;
  spec: ParameterSpec | undefined;
  word: string | undefined;
  readonly parts: { readonly spec: ParameterSpec; readonly part: Part; readonly at: number }[];
}

export function openReading(construct: Construct, keyword: IToken): Reading {
  return { construct, keyword, ways: construct.ways, next: 0, spec: undefined, word: construct.word, parts: [] };
}

/** True, and noted, if the label may come now. */
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

/** The place of a label from `next` on, with no required label before it; -1 if there is none. */
function findLabel(way: readonly ParameterSpec[], next: number, label: string): number {
  for (let index = next; index < way.length; index += 1) {
    if (way[index].label === label) return index;
    if (!way[index].optional) return -1;
  }
  return -1;
}

export function put(reading: Reading, part: Part, at: number, problems: TextProblem[]): void {
  const { spec } = reading;
  if (spec === undefined) return;
  if (part.kind === 'values') {
    checkParameter(reading.construct.name, spec, part, at, problems);
    if (spec.isWord) {
      reading.word = wordOf(part.values, spec);
      return;
    }
  }
  reading.parts.push({ spec, part, at });
}

/** Refuses a keyword that lacks something. `found`: the token after it. */
export function closeReading({ ways, next, construct }: Reading, found: IToken): void {
  if (ways.some((way) => firstObligatory(way, next) === undefined)) return;
  const labels = ways.map((way) => quoteText(`${firstObligatory(way, next)?.label ?? ''} =`));
  const message = `expected ${[...new Set(labels)].join(' or ')} of ${quoteText(construct.name)}, found ${describeToken(found)}`;
  throw grammarStop('missing-parameter', message, found.startOffset);
}

function firstObligatory(way: readonly ParameterSpec[], next: number): ParameterSpec | undefined {
  return way.find(({ optional }, index) => index >= next && !optional);
}

const none: readonly never[] = [];

export function parametersOf(reading: Reading): readonly Parameter[] {
  if (reading.parts.length === 0) return none;
  const parameters: Parameter[] = [];
  for (const { spec, part, at } of reading.parts) {
    if (part.kind === 'values') parameters.push({ label: spec.label, values: part.values, at });
    else if (part.kind === 'flag') parameters.push({ label: spec.label, values: [], at });
    else if (part.kind === 'entries') for (const entry of part.entries) parameters.push(...parametersOf(entry));
  }
  return parameters;
}

export function conditionsOf(reading: Reading): readonly Condition[] {
  if (reading.parts.length === 0) return none;
  const conditions: Condition[] = [];
  for (const { part } of reading.parts) if (part.kind === 'condition') conditions.push(part.condition);
  return conditions;
}
