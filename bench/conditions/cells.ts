import type { Dice } from '../expressions/dice.js';

/** What is written before a sweep. */
export type CellSort = 'owner' | 'place' | 'health' | 'exists' | 'counter';
export const cellSorts: readonly CellSort[] = ['owner', 'place', 'health', 'exists', 'counter'];

/** A value that conditions compare. A place is one, with two coordinates. */
export interface Cell {
  readonly sort: CellSort;
  /** An initial; of counters: three times the player plus the number of the counter. */
  readonly at: number;
  /** Owner that makes a condition true; undefined: any owner may be written at any time. */
  readonly asked?: number;
  /**
   * Existence: it is only written where a condition shall fire, because one of its two values is what the condition
   * waits for.
   */
  readonly isWaitedFor?: boolean;
}

/** A value: the second number is that of places. Existence is 1 or 0, an owner -1 where there is none. */
export type Pair = readonly [number, number];

export const mapSize = 65_536;
const ownerCount = 5;

/**
 * Another value, with which no condition that waits for this cell is true, into `found`. False: there is none. Called
 * for every cell before some sweeps, so that it leaves nothing after that would have to be collected while those are
 * timed.
 */
export function drawHarmless(
  { sort, asked, isWaitedFor }: Cell,
  first: number,
  second: number,
  dice: Dice,
  found: Float64Array,
): boolean {
  found[1] = 0;
  switch (sort) {
    case 'exists':
      found[0] = 1 - first;
      return isWaitedFor !== true || first !== 1;
    case 'owner':
      do found[0] = dice.below(ownerCount) - 1;
      while (found[0] === asked || found[0] === first);
      return true;
    case 'place':
      do {
        found[0] = dice.below(mapSize);
        found[1] = dice.below(mapSize);
      } while (found[0] === first && found[1] === second);
      return true;
    case 'health':
      do found[0] = 500 + dice.below(501);
      while (found[0] === first);
      return true;
    case 'counter':
      do found[0] = dice.below(500);
      while (found[0] === first);
      return true;
  }
}
