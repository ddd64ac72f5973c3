import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJson } from '../../src/content/antares/parse/json/read-json.js';
import type { Entry, Value } from '../../src/content/antares/parse/value.js';

/** The folder of the fixtures of level conditions, which lies beside a checkout and is no part of it. */
const folder = fileURLToPath(new URL('../../../shared/fixtures/conditions/', import.meta.url));

/** Whether the fixtures are there; tests that need them are skipped where they are not. */
export const hasLevelFixtures = existsSync(join(folder, 'load-errors.json'));

export interface LevelFixture {
  readonly file: string;
  readonly document: Value;
}

/** All fixtures in JSON, by file; none where they are not there. */
export function levelFixtures(): LevelFixture[] {
  if (!hasLevelFixtures) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => ({ file, document: readLevelFixture(file) }));
}

export function readLevelFixture(file: string): Value {
  const result = readJson(readFileSync(join(folder, file)));
  if (!result.ok) throw new Error(`${file}: ${result.problem.message}`);
  return result.value;
}

/** The members of a map; none for anything else. */
export function entriesOf(value: Value | undefined): ReadonlyMap<string, Entry> {
  return value?.type === 'map' ? value.entries : new Map();
}

export function memberOf(value: Value | undefined, name: string): Value | undefined {
  return entriesOf(value).get(name)?.value;
}

/** Undefined where it is no string. */
export function textOf(value: Value | undefined): string | undefined {
  return value?.type === 'string' ? value.value : undefined;
}

/** A map with the entries of several; later ones go before. */
export function joined(first: Value, ...others: readonly (Value | undefined)[]): Value {
  return { type: 'map', at: first.at, entries: new Map([first, ...others].flatMap((each) => [...entriesOf(each)])) };
}

/** A map with some of the entries. */
export function only(value: Value, names: readonly string[]): Value {
  return {
    type: 'map',
    at: value.at,
    entries: new Map([...entriesOf(value)].filter(([name]) => names.includes(name))),
  };
}
