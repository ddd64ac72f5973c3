import type { Entry, Place, Value } from '../../src/content/antares/parse/value.js';
import { loadLevel, type LoadResult } from '../../src/content/antares/level/load-level.js';
import type { Level, Policy } from '../../src/content/antares/syntax.js';

/** Documents of levels from plain objects, for tests that are not about texts. */

const nowhere: Place = { line: 1, column: 1 };

/** A float, whole or not. */
export interface Float {
  readonly float: number;
}

export type Plain =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Float
  | readonly Plain[]
  | { readonly [key: string]: Plain };

/** Stands for 1.0, which is not 1. */
export function float(value: number): Float {
  return { float: value };
}

/** The value of a document; whole numbers are ints unless they are wrapped. All of it stands at 1:1. */
export function valueOf(plain: Plain): Value {
  if (plain === null) return { type: 'null', at: nowhere };
  switch (typeof plain) {
    case 'boolean':
      return { type: 'bool', at: nowhere, value: plain };
    case 'string':
      return { type: 'string', at: nowhere, value: plain };
    case 'bigint':
      return { type: 'int', at: nowhere, value: plain };
    case 'number':
      return Number.isInteger(plain)
        ? { type: 'int', at: nowhere, value: BigInt(plain) }
        : { type: 'float', at: nowhere, value: plain };
    default:
      return valueOfObject(plain);
  }
}

function valueOfObject(plain: Exclude<Plain, null | boolean | string | number | bigint>): Value {
  if (plain instanceof Uint8Array) return { type: 'data', at: nowhere, value: plain };
  if (Array.isArray(plain)) return { type: 'array', at: nowhere, items: plain.map(valueOf) };
  if (isFloat(plain)) return { type: 'float', at: nowhere, value: plain.float };
  return {
    type: 'map',
    at: nowhere,
    entries: new Map(
      Object.entries(plain as { readonly [key: string]: Plain }).map(([key, value]): [string, Entry] => [
        key,
        { at: nowhere, value: valueOf(value) },
      ]),
    ),
  };
}

function isFloat(plain: object): plain is Float {
  return 'float' in plain && typeof plain.float === 'number' && Object.keys(plain).length === 1;
}

/** A level of two players, one human, and eight bodies of two bases; nothing in it is a hazard. */
export const plainLevel: { readonly [section: string]: Plain } = {
  players: [
    { type: 'human', cash: 1_280_000 },
    { type: 'cpu', cash: 0 },
  ],
  bases: {
    ship: { maxHealth: 1000, maxSpeed: float(5), attributes: ['can_collide', 'hated'], tags: { armed: true } },
    station: { maxHealth: 500, maxSpeed: float(0), attributes: [], tags: {} },
  },
  initials: Array.from({ length: 8 }, (_, index) => ({
    base: index === 0 ? 'station' : 'ship',
    owner: index % 2,
    position: [index * 1000, 0],
    flagship: index === 1,
  })),
};

/** The plain level with these conditions, and other sections in the place of its own. */
export function loadPlain(
  conditions: readonly Plain[],
  policy: Policy = 'sound',
  sections: { readonly [section: string]: Plain } = {},
): LoadResult {
  return loadLevel(valueOf({ ...plainLevel, ...sections, conditions }), policy);
}

/** The level, which must load. */
export function levelOf(result: LoadResult): Level {
  if (result.level === undefined)
    throw new Error(
      `the level does not load: ${result.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`,
    );
  return result.level;
}

/** `code path` of each problem. */
export function problemsOf({ problems }: LoadResult): string[] {
  return problems.map(({ code, path }) => `${code} ${path}`);
}

/** `code path` of each hazard. */
export function hazardsOf(result: LoadResult): string[] {
  levelOf(result);
  return result.hazards.map(({ code, path }) => `${code} ${path}`);
}

/** A condition that is true from the start. */
export const always: Plain = { type: 'time', op: 'ge', duration: '0s' };
