import type { Fault } from '../../text/diagnostic.js';
import { createNameBudget, didYouMean, type NameBudget } from '../../text/nearest-name.js';
import { listTexts, quoteText } from '../../text/quote.js';
import type { Policy, Written } from '../syntax.js';
import { partLabel } from '../../text/problem.js';
import { noEntries } from '../parse/document.js';
import type { Entry, Place, Value } from '../parse/value.js';
import { parseDuration, rawCash } from './level-units.js';

/** An error in a level, or a hazard. */
export interface LevelProblem extends Written, Fault {
  /**
   * An error has one of the codes `unknown-field`, `enum`, `type`, `ref`, `duration`, `index`, `range`, `unknown-name`,
   * `repeated-key`, `depth` and `more` (the number of errors not listed); a hazard has its name.
   */
  readonly code: string;
}

const mostKept = 1000;

interface Findings {
  readonly kept: LevelProblem[];
  count: number;
  /** The first problem that is counted but not kept. */
  next: LevelProblem | undefined;
}

export function addFinding(findings: Findings, find: () => LevelProblem): void {
  findings.count++;
  if (findings.kept.length < mostKept) findings.kept.push(find());
  else findings.next ??= find();
}

/** If some are not kept, the last problem tells their number. */
export function listFindings({ kept, count, next }: Findings): LevelProblem[] {
  const listed = inTextOrder(kept);
  if (next === undefined) return listed;
  const message = `${count - kept.length} more, of which this is the first: ${next.message}`;
  return [...listed, { code: 'more', path: next.path, at: next.at, message }];
}

export function inTextOrder(problems: readonly LevelProblem[]): LevelProblem[] {
  return problems.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}

export interface Loading {
  readonly policy: Policy;
  readonly counts: { readonly players: number; readonly initials: number; readonly conditions: number };
  readonly bases: ReadonlySet<string>;
  readonly problems: Findings;
  readonly hazards: Findings;
  readonly names: NameBudget;
}

export function createLoading(given: Pick<Loading, 'policy' | 'counts' | 'bases'>): Loading {
  const [problems, hazards] = [0, 1].map((): Findings => ({ kept: [], count: 0, next: undefined }));
  return { ...given, problems, hazards, names: createNameBudget() };
}

export interface Reading extends Written {
  readonly loading: Loading;
}

/** A function, for a text that is rarely needed and expensive. */
type Text<Made extends string | undefined> = Made | (() => Made);

export type Note = (of: Reading, code: string, message: Text<string>, suggestion?: Text<string | undefined>) => void;

export const report = noteIn('problems');

export const warn = noteIn('hazards');

function noteIn(list: 'problems' | 'hazards'): Note {
  return ({ loading, at, path }, code, message, suggestion) =>
    addFinding(loading[list], () => {
      const said = { code, path, at, message: madeOf(message) };
      const meant = madeOf(suggestion);
      return meant === undefined ? said : { ...said, suggestion: meant };
    });
}

function madeOf<Made extends string | undefined>(text: Text<Made>): Made {
  return typeof text === 'function' ? text() : text;
}

export function reportUnknown(of: Reading, code: string, what: string, name: string, known: readonly string[]): void {
  report(
    of,
    code,
    () => `unknown ${what} ${quoteText(name)}: ${oneOf(known)}`,
    () => suggestOperator(name, known) ?? didYouMean(name, known, of.loading.names),
  );
}

const mostListed = 50;

export function oneOf(words: Iterable<string>): string {
  return `expected ${listTexts([...words], mostListed)}`;
}

/** If `value` is undefined (missing or null), the place is that of the null or of the map. */
export interface Field extends Reading {
  readonly value: Value | undefined;
}

/** Reports a wrong value, and still returns one of the type. */
export type Reader<Result> = (of: Field) => Result;

export function field(of: Field, name: string): Field {
  return fieldOf(of.loading, entriesOf(of).get(name)?.value, of.path === '' ? name : `${of.path}.${name}`, of);
}

export function fieldOf(
  loading: Loading,
  value: Value | undefined,
  path: string,
  within: { readonly at: Place },
): Field {
  return {
    loading,
    value: value === undefined || value.type === 'null' ? undefined : value,
    at: (value ?? within).at,
    path,
  };
}

export function entriesOf({ value }: Field): ReadonlyMap<string, Entry> {
  return value?.type === 'map' ? value.entries : noEntries;
}

export function wrongType<StandIn>(of: Field, expected: string, standIn: StandIn): StandIn {
  report(of, 'type', () =>
    of.value === undefined ? nothing(of, `expected ${expected}`) : `expected ${expected}, found ${describe(of.value)}`,
  );
  return standIn;
}

function nothing({ path }: Field, expected: string): string {
  return path === '' || path.endsWith(']')
    ? `${expected}, found null`
    : `\`${path.slice(path.lastIndexOf('.') + 1)}\` is missing: ${expected}`;
}

function describe(value: Value): string {
  switch (value.type) {
    case 'bool':
      return `the bool ${value.value}`;
    case 'int':
      return `the int ${quoteText(String(value.value))}`;
    case 'float':
      return `the float ${Number.isInteger(value.value) ? value.value.toFixed(1) : value.value}`;
    case 'string':
      return `the string ${quoteText(value.value)}`;
    case 'array':
      return 'an array';
    case 'map':
      return 'a map';
    default:
      return value.type;
  }
}

export function isMap(of: Field): boolean {
  return of.value?.type === 'map' || wrongType(of, 'a map', false);
}

/** In the order in which messages list them. */
export type Readers<Result> = { readonly [Name in keyof Result]: Reader<Result[Name]> };

export type FieldReaders = Readonly<Record<string, Reader<unknown>>>;

export const unread: Reader<undefined> = () => undefined;

const writtenNames: ReadonlyMap<string, string> = new Map([
  ['startTime', 'start_time'],
  ['dies', 'die'],
  ['filter', 'if'],
  ['keepAmmo', 'keep_ammo'],
  ['legacyStartTime', 'legacy_start_time'],
]);

/** `unkept`: fields that are only checked; `others`: unknown fields. */
export function fieldsOf<Result extends object>(
  readers: Readers<Result>,
  unkept: FieldReaders = {},
  others: 'refused' | 'accepted' = 'refused',
): Reader<Result> {
  const writtenAs = (name: string) => writtenNames.get(name) ?? name;
  const fields = Object.entries<Reader<unknown>>({ ...unkept, ...readers }).map(([name, read]) => ({
    name,
    read,
    written: writtenAs(name),
    isKept: Object.hasOwn(readers, name),
  }));
  const known = [...Object.keys(readers), ...Object.keys(unkept)].map(writtenAs);
  return (of) => {
    for (const [name, { at }] of others === 'refused' ? entriesOf(of) : noEntries)
      if (!known.includes(name)) refuseName(of, at, 'field', name, known);
    const result: Record<string, unknown> = {};
    for (const { name, read, written, isKept } of fields) {
      const value = read(field(of, written));
      if (isKept) result[name] = value;
    }
    return result as Result;
  };
}

export function mapOf<Result extends object>(
  readers: Readers<Result>,
  unkept?: FieldReaders,
): Reader<Result | undefined> {
  const read = fieldsOf(readers, unkept);
  return (of) => (isMap(of) ? read(of) : undefined);
}

export function refuseName(of: Field, at: Place, what: string, name: string, known: readonly string[]): void {
  reportUnknown({ ...of, at, path: partLabel(of.path, name) }, 'unknown-field', what, name, known);
}

/** Keeps nothing after a problem: the level is not used. */
export function readItems<Result>(of: Field, read: Reader<Result | undefined>): Result[] {
  const results: Result[] = [];
  for (const item of items(of)) {
    const result = read(item);
    if (result !== undefined && of.loading.problems.count === 0) results.push(result);
  }
  return results;
}

export function* items(of: Field): Generator<Field> {
  const { value, loading, path } = of;
  if (value?.type === 'array')
    for (const [index, item] of value.items.entries()) yield fieldOf(loading, item, partLabel(path, index), of);
  else if (value !== undefined) wrongType(of, 'an array', undefined);
}

export function each<Result>(read: Reader<Result>): Reader<Result[]> {
  return (of) => Array.from(items(of), read);
}

export function* members(of: Field): Generator<readonly [string, Field]> {
  if (of.value !== undefined) isMap(of);
  for (const [name, entry] of entriesOf(of)) {
    if (entry.value.type !== 'null') yield [name, fieldOf(of.loading, entry.value, partLabel(of.path, name), entry)];
  }
}

export function optional<Result>(read: Reader<Result>): Reader<Result | undefined> {
  return (of) => (of.value === undefined ? undefined : read(of));
}

export function instead<Result>(read: Reader<Result | undefined>, other: Result): Reader<Result> {
  return (of) => read(of) ?? other;
}

export function orElse<Result>(read: Reader<Result | undefined>, missing: Result): Reader<Result> {
  return instead(optional(read), missing);
}

export const bool: Reader<boolean> = (of) =>
  of.value?.type === 'bool' ? of.value.value : wrongType(of, 'true or false', false);

export const flag = orElse(bool, false);

export const text: Reader<string> = (of) =>
  of.value?.type === 'string' ? of.value.value : wrongType(of, 'a string', '');

export const int: Reader<number> = (of) =>
  of.value?.type === 'int' ? safe(Number(of.value.value), of) : wrongType(of, 'an int', 0);

export const number: Reader<number> = (of) => {
  if (of.value?.type === 'int') return safe(Number(of.value.value), of);
  if (of.value?.type === 'float')
    return kept(of.value.value, Number.isFinite(of.value.value), 'expected a finite number', of);
  return wrongType(of, 'a number', 0);
};

export const coordinate: Reader<number> = (of) =>
  of.value?.type === 'float' && Number.isInteger(of.value.value) ? safe(of.value.value, of) : int(of);

export const cash: Reader<number> = (of) => safe(rawCash(number(of)), of);

const [least32, most32] = [-(2 ** 31), 2 ** 31 - 1];

function within(read: Reader<number>, least = least32, most = most32): Reader<number> {
  return (of) => {
    const value = read(of);
    return kept(value, value >= least && value <= most, `expected a number from ${least} to ${most}`, of);
  };
}

export const int32 = within(int);

/** For comparison with 32-bit counts. */
export const number32 = within(number);

/** The engine stores 256 times the speed in 32 bits. */
export const speed = within(number, least32 / 256, Math.floor(most32 / 256));

/** Numbers beyond 2^53 are not exact. */
function safe(value: number, of: Field): number {
  return kept(value + 0, Number.isSafeInteger(value), 'expected a number between -2^53 and 2^53', of);
}

function kept(value: number, isFine: boolean, expected: string, of: Field): number {
  if (isFine) return value;
  report(of, 'range', `${expected}, found ${value}`);
  return 0;
}

export const duration: Reader<number> = (of) => {
  if (of.value?.type !== 'string') return wrongType(of, 'a duration in a string such as "1.5s"', 0);
  const result = parseDuration(of.value.value);
  if ('ticks' in result) return result.ticks;
  const quoted = quoteText(of.value.value);
  if ('limit' in result) report(of, 'range', `${quoted} is too long: ${result.limit}`);
  else report(of, 'duration', `${quoted} is not a duration such as "1m30s": ${result.fault}`);
  return 0;
};

/** Returns the first word for a wrong one. */
export function word<const Word extends string>(words: readonly Word[]): Reader<Word> {
  return (of) => knownWord(words, of) ?? words[0];
}

export function knownWord<Word extends string>(words: readonly Word[], of: Field): Word | undefined {
  if (of.value?.type !== 'string') {
    const type = of.value?.type;
    report(of, 'enum', () =>
      type === undefined ? nothing(of, oneOf(words)) : `${oneOf(words)}, found a value of type ${type}`,
    );
    return undefined;
  }
  const { value } = of.value;
  const found = words.find((known) => known === value);
  if (found === undefined) reportUnknown(of, 'enum', 'word', value, words);
  return found;
}

const operators: Readonly<Partial<Record<string, readonly string[]>>> = {
  eq: ['=', '==', '===', 'equal', 'equals', 'is'],
  ne: ['!=', '!==', '<>', '≠', 'not'],
  lt: ['<', 'less', 'below'],
  gt: ['>', 'greater', 'more', 'above'],
  le: ['<=', '≤', 'lte', 'most'],
  ge: ['>=', '≥', 'gte', 'least'],
};

function suggestOperator(found: string, words: readonly string[]): string | undefined {
  const operator = words.find((word) => operators[word]?.includes(found.toLowerCase()));
  return operator === undefined ? undefined : `did you mean ${quoteText(operator)}?`;
}
