import { quoteText } from '../../diagnostics/quote.js';
import type { Entry, Value } from '../value.js';
import { oneOf, report, suggestName, type Loading, type Spot } from './loading.js';
import { itemPath, memberPath } from './path.js';

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
export function nothing({ path }: Field, expected: string): string {
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
