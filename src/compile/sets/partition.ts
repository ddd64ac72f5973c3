import type { Vector } from '../columns/vector.js';
import type { OwnSet } from './own-sets.js';

/** Positions in an own set by a code that each has: those of a code lie side by side, ascending. Codes are ids, words, kinds or classes: small whole numbers. */
export interface Partition {
  readonly start: Int32Array;
  readonly positions: Int32Array;
  /** One more than the largest code. */
  readonly limit: number;
}

/** Sorts a set's positions by the codes of a vector; absent ones are left out. Counting sort: linear in the set and the largest code. */
export function partitionOf(set: OwnSet, { codes, absence }: Vector): Partition {
  const own = new Int32Array(set.length);
  for (let i = 0; i < set.length; i++) own[i] = absence !== undefined && absence[i] !== 0 ? -1 : codes[i];
  return sortByCode(own, set.length);
}

/** Sorts positions by code; those with code −1 are left out. */
export function sortByCode(codes: Int32Array, length: number): Partition {
  const limit = largest(codes, length) + 1;
  const start = new Int32Array(limit + 1);
  for (let i = 0; i < length; i++) if (codes[i] >= 0) start[codes[i] + 1]++;
  for (let code = 0; code < limit; code++) start[code + 1] += start[code];
  const next = start.slice();
  const positions = new Int32Array(start[limit]);
  for (let i = 0; i < length; i++) if (codes[i] >= 0) positions[next[codes[i]]++] = i;
  return { start, positions, limit };
}

function largest(codes: Int32Array, length: number): number {
  let most = -1;
  for (let i = 0; i < length; i++) most = codes[i] > most ? codes[i] : most;
  return most;
}
