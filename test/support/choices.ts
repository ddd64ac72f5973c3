import fc from 'fast-check';
import { heavy } from './heavy.js';

/**
 * Choices that a seed decides: what random content and random worlds are made of. One seed gives the same choices for
 * ever, so a failure is told by a number; `split` gives parts their own choices, so that leaving one part out does not
 * change the others.
 */
export interface Choices {
  /** A whole number from 0 to `limit - 1`. */
  below(limit: number): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(list: readonly T[]): T;
  /** True once in so many times. */
  oneIn(times: number): boolean;
  /** Each item or not; order kept. */
  some<T>(list: readonly T[]): readonly T[];
  /** Independent choices for a part, by its name or number. */
  split(part: string | number): Choices;
}

export function choicesOf(seed: number): Choices {
  let state = seed >>> 0;
  // The mixing of MurmurHash3 over a Weyl sequence: short, and good enough to choose by.
  const next = (): number => {
    state = (state + 0x9e3779b9) >>> 0;
    let word = state;
    word = Math.imul(word ^ (word >>> 16), 0x85ebca6b);
    word = Math.imul(word ^ (word >>> 13), 0xc2b2ae35);
    return (word ^ (word >>> 16)) >>> 0;
  };
  const below = (limit: number): number => Math.floor((next() / 2 ** 32) * limit);
  return {
    below,
    between: (least, most) => least + below(most - least + 1),
    pick: (list) => list[below(list.length)],
    oneIn: (times) => below(times) === 0,
    some: (list) => list.filter(() => below(2) === 1),
    split(part) {
      let hash = seed >>> 0;
      for (const unit of `/${part}`) hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
      return choicesOf(hash);
    },
  };
}

/** Runs of a property: the same ones every time, unless EDICT_PROPERTY_RUNS asks for so many others. */
export function propertyRuns(byDefault: number, ifQuick = fewer(byDefault)): fc.Parameters<unknown> {
  const asked = runsAsked();
  return asked === undefined ? { numRuns: heavy(ifQuick, byDefault), seed: 20_050_419 } : { numRuns: asked };
}

/** Runs of a property, others every time: for what is quick and has found something before. */
export function freshRuns(byDefault: number, ifQuick = fewer(byDefault)): fc.Parameters<unknown> {
  return { numRuns: runsAsked() ?? heavy(ifQuick, byDefault) };
}

/** What the quick tests run of that: a twelfth, yet so many that most of what is random is met. */
function fewer(byDefault: number): number {
  return Math.min(byDefault, Math.max(fewestRuns, Math.ceil(byDefault / 12)));
}

const fewestRuns = 6;

function runsAsked(): number | undefined {
  const asked = Number(process.env.EDICT_PROPERTY_RUNS ?? '');
  return Number.isInteger(asked) && asked > 0 ? asked : undefined;
}

/** A random case: fast-check makes it smaller by leaving groups and objects out. */
export interface RandomCase {
  readonly seed: number;
  /** Groups of rules that the content has, by number. */
  readonly groups: readonly number[];
  /** Objects other than factions and nodes. */
  readonly objects: number;
  readonly turns: number;
}

export function randomCases(
  most: { readonly groups?: number; readonly objects?: number; readonly turns?: number } = {},
): fc.Arbitrary<RandomCase> {
  const { groups = 12, objects = 30, turns = 5 } = most;
  return fc.record({
    seed: fc.noShrink(fc.nat({ max: 2 ** 31 - 1 })),
    groups: fc.subarray(
      Array.from({ length: groups }, (_, i) => i),
      { minLength: 1 },
    ),
    objects: fc.integer({ min: 0, max: objects }),
    turns: fc.integer({ min: 1, max: turns }),
  });
}
