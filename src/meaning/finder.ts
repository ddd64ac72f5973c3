import type { Point } from '../ir/ability.js';
import type { Frame } from '../ir/frame.js';
import type { Candidates } from './candidates.js';

export type Step = 'A' | 'B' | 'C' | 'pay';

/** Which candidates are looked for. */
export interface Search {
  /** Rows of the batch. */
  first: number;
  count: number;
  at: Point;
  step: Step;
  /** Only those that answer this row; 0: any of the batch. */
  only: number;
  /** Uses that were noted before the batch. */
  usesBefore: number;
  /** Created copies with greater numbers do not answer. */
  bornUntil: number;
  /** So many are enough. */
  most: number;
}

/** One that is filled anew for each time that something is looked for. */
export function createSearch(): Search {
  return { first: 0, count: 0, at: 'before', step: 'B', only: 0, usesBefore: 0, bornUntil: 0, most: 0 };
}

/**
 * Finds what may answer. Abilities are asked in their order, each of its objects by ascending id, then created copies
 * by their numbers, each with the occurrences of the batch by row; what has been used for an occurrence is left out.
 */
export interface Finder {
  /** False: surely nothing answers occurrences of a type, and nothing is remembered of them. */
  isHeard(type: number): boolean;
  /** False: surely nothing answers them at this point. */
  isHeardAt(type: number, at: Point): boolean;
  /** Fills `into` anew. */
  find(search: Readonly<Search>, frame: Frame, into: Candidates): void;
}
