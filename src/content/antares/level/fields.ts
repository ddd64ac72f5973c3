import { quoteText } from '../../diagnostics/quote.js';
import type { Entry, Value } from '../value.js';
import { oneOf, report, suggestName, type Loading, type Spot, itemPath, memberPath } from './loading.js';
import { parseDuration, rawCash } from './units.js';

/** A map that is read field by field. */
export interface Section extends Spot {
  readonly loading: Loading;
  readonly entries: ReadonlyMap<string, Entry>;
}

/**
 * A value to read, with its path; undefined: missing or null, and then its place is that of the null or of the map that
 * lacks it.
 */
export interface Field extends Spot {
  readonly loading: Loading;
  readonly value: Value | undefined;
}

const noEntries: ReadonlyMap<string, Entry> = new Map();

/** A field by a name that the format knows, so that it needs no quotes in the path. */
export function field(section: Section, name: string): Field {
  const value = section.entries.get(name)?.value;
  return fieldOf(section.loading, value, section.path === '' ? name : `${section.path}.${name}`, section);
}

/** A value by itself; `within` has the place of what is missing. */
export function fieldOf(loading: Loading, value: Value | undefined, path: string, within: Pick<Spot, 'at'>): Field {
  return {
    loading,
    value: value === undefined || value.type === 'null' ? undefined : value,
    at: (value ?? within).at,
    path,
  };
}

/** Notes that a value is of the wrong type. */
export function wrongType(of: Field, expected: string): void {
  report(of.loading, 'type', of, () =>
    of.value === undefined ? nothing(of, `expected ${expected}`) : `expected ${expected}, found ${describe(of.value)}`,
  );
}

/** Says that there is no value; names the field that a map lacks, because its place is that of the map. */
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
    case 'null':
      return 'null';
    case 'array':
      return 'an array';
    case 'map':
      return 'a map';
    case 'data':
      return 'data';
  }
}

/** A map; with a problem and without entries where it is none. */
export function section(of: Field): Section {
  if (of.value?.type === 'map') return { loading: of.loading, at: of.at, path: of.path, entries: of.value.entries };
  wrongType(of, 'a map');
  return { loading: of.loading, at: of.at, path: of.path, entries: noEntries };
}

/** Undefined where it is missing. */
export function optionalSection(of: Field): Section | undefined {
  return of.value === undefined ? undefined : section(of);
}

/** Notes every field of a map that is not among the known ones, null or not. */
export function refuseOthers(of: Section, known: readonly string[]): void {
  for (const [name, entry] of of.entries) {
    if (known.includes(name)) continue;
    const spot = { at: entry.at, path: memberPath(of.path, name) };
    const message = (): string =>
      `unknown field ${quoteText(name)}: ${known.length === 0 ? 'none was expected here' : oneOf(known)}`;
    report(of.loading, 'unknown-field', spot, message, () => suggestName(of.loading, name, known));
  }
}

/**
 * What is read of each element of an array, one after the other; what an element makes nothing of is left out. With a
 * problem nothing is kept: it would not be given out.
 */
export function readItems<Result>(of: Field, read: (of: Field) => Result | undefined): Result[] {
  const { loading, value } = of;
  if (value?.type !== 'array') {
    items(of);
    return [];
  }
  const results: Result[] = [];
  value.items.forEach((item, index) => {
    const result = read(fieldOf(loading, item, itemPath(of.path, index), of));
    if (result !== undefined && loading.problems.count === 0) results.push(result);
  });
  return results;
}

/** The elements of an array; none where it is missing, and with a problem where it is something else. */
export function items(of: Field): Field[] {
  if (of.value === undefined) return [];
  if (of.value.type !== 'array') {
    wrongType(of, 'an array');
    return [];
  }
  return of.value.items.map((item, index) => fieldOf(of.loading, item, itemPath(of.path, index), of));
}

/** The members of a map by name, nulls left out as missing; none where it is missing itself. */
export function* members(of: Field): Generator<readonly [string, Field]> {
  for (const [name, entry] of optionalSection(of)?.entries ?? noEntries) {
    if (entry.value.type !== 'null') yield [name, fieldOf(of.loading, entry.value, memberPath(of.path, name), entry)];
  }
}

/**
 * Readers of single values. Each notes what is wrong and then gives something of the right type; `optional` ones take
 * what is missing for undefined.
 */

export function optional<Result>(read: (of: Field) => Result, of: Field): Result | undefined {
  return of.value === undefined ? undefined : read(of);
}

export function bool(of: Field): boolean {
  if (of.value?.type === 'bool') return of.value.value;
  wrongType(of, 'true or false');
  return false;
}

/** Missing counts as the one given. */
export function boolOr(missing: boolean, of: Field): boolean {
  return optional(bool, of) ?? missing;
}

export function text(of: Field): string {
  if (of.value?.type === 'string') return of.value.value;
  wrongType(of, 'a string');
  return '';
}

export function int(of: Field): number {
  if (of.value?.type === 'int') return safe(Number(of.value.value), of);
  wrongType(of, 'an int');
  return 0;
}

const [least32, most32] = [-(2 ** 31), 2 ** 31 - 1];

/** An int that is counted in 32 bits. */
export function int32(of: Field): number {
  return within(int(of), least32, most32, of);
}

/** An int or a float that is compared with what is counted in 32 bits. */
export function number32(of: Field): number {
  return within(number(of), least32, most32, of);
}

/** A speed, or a part of one: an int or a float of which 256 times as much is kept in 32 bits. */
export function speed(of: Field): number {
  return within(number(of), least32 / 256, Math.floor(most32 / 256), of);
}

function within(value: number, least: number, most: number, of: Field): number {
  if (value >= least && value <= most) return value;
  report(of.loading, 'range', of, `expected a number from ${least} to ${most}, found ${value}`);
  return 0;
}

/** An int, or a float without a fraction. */
export function coordinate(of: Field): number {
  if (of.value?.type === 'float' && Number.isInteger(of.value.value)) return safe(of.value.value, of);
  return int(of);
}

/**
 * An int or a float. Not a number and infinity are refused: nothing that is compared or added to could do with them.
 */
export function number(of: Field): number {
  if (of.value?.type === 'int') return safe(Number(of.value.value), of);
  if (of.value?.type === 'float') return finite(of.value.value, of);
  wrongType(of, 'a number');
  return 0;
}

/** In raw units. */
export function cash(of: Field): number {
  return safe(rawCash(number(of)), of);
}

function finite(value: number, of: Field): number {
  if (Number.isFinite(value)) return value;
  report(of.loading, 'range', of, `expected a finite number, found ${value}`);
  return 0;
}

/** Beyond 2^53 a number would quietly become another one. */
function safe(value: number, of: Field): number {
  if (Number.isSafeInteger(value)) return value + 0;
  report(of.loading, 'range', of, `expected a number between -2^53 and 2^53, found ${value}`);
  return 0;
}

/** In ticks. */
export function duration(of: Field): number {
  if (of.value?.type !== 'string') {
    wrongType(of, 'a duration in a string such as "1.5s"');
    return 0;
  }
  const result = parseDuration(of.value.value);
  if ('ticks' in result) return result.ticks;
  if ('limit' in result) {
    report(of.loading, 'range', of, `${quoteText(of.value.value)} is too long: ${result.limit}`);
    return 0;
  }
  report(of.loading, 'duration', of, `${quoteText(of.value.value)} is no duration such as "1m30s": ${result.fault}`);
  return 0;
}

/** One of several words; the first stands in for a wrong one. */
export function word<Word extends string>(words: readonly Word[], of: Field): Word {
  return knownWord(words, of) ?? words[0];
}

/** Undefined, with a problem, where it is none of the words. */
export function knownWord<Word extends string>(words: readonly Word[], of: Field): Word | undefined {
  const value = of.value;
  if (value?.type !== 'string') {
    report(of.loading, 'enum', of, () =>
      value === undefined ? nothing(of, oneOf(words)) : `${oneOf(words)}, found a value of type ${value.type}`,
    );
    return undefined;
  }
  const found = words.find((each) => each === value.value);
  if (found === undefined) {
    report(
      of.loading,
      'enum',
      of,
      () => `unknown word ${quoteText(value.value)}: ${oneOf(words)}`,
      () => suggestOperator(value.value, words) ?? suggestName(of.loading, value.value, words),
    );
  }
  return found;
}

/** What other languages call operators. */
const operators: ReadonlyMap<string, string> = new Map([
  ...['=', '==', '===', 'equal', 'equals', 'is'].map((other): [string, string] => [other, 'eq']),
  ...['!=', '!==', '<>', '≠', 'not'].map((other): [string, string] => [other, 'ne']),
  ['<', 'lt'],
  ['less', 'lt'],
  ['below', 'lt'],
  ['>', 'gt'],
  ['greater', 'gt'],
  ['more', 'gt'],
  ['above', 'gt'],
  ...['<=', '≤', 'lte', 'most'].map((other): [string, string] => [other, 'le']),
  ...['>=', '≥', 'gte', 'least'].map((other): [string, string] => [other, 'ge']),
]);

function suggestOperator(found: string, words: readonly string[]): string | undefined {
  const operator = operators.get(found.toLowerCase());
  return operator !== undefined && words.includes(operator) ? `did you mean ${quoteText(operator)}?` : undefined;
}
