import type { Scratch } from '../../indexes/scratch.js';
import type { Writable } from './writable.js';

/**
 * Sources and targets side by side, in the order in which effects fire: by source, then by target. Lent from scratch
 * memory.
 */
export interface SourcePairs {
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly length: number;
}

/**
 * The pairs of sources (`count` ids) with the targets of their answers, of which the first source has that of row
 * `first`.
 */
export function sourcePairs(
  ids: Int32Array,
  count: number,
  { start, end, ids: found }: Writable,
  groupOf: Int32Array,
  first: number,
  scratch: Scratch,
): SourcePairs {
  const length = countPairs(count, start, end, groupOf, first);
  const sources = scratch.codes(length);
  const targets = scratch.codes(length);
  let next = 0;
  for (let row = 0; row < count; row++) {
    const group = groupOf[first + row];
    if (group < 0) continue;
    for (let i = start[group]; i < end[group]; i++, next++) {
      sources[next] = ids[row];
      targets[next] = found[i];
    }
  }
  return { sources, targets, length };
}

export function countPairs(
  count: number,
  start: Int32Array,
  end: Int32Array,
  groupOf: Int32Array,
  first: number,
): number {
  let pairs = 0;
  for (let row = first; row < first + count; row++)
    if (groupOf[row] >= 0) pairs += end[groupOf[row]] - start[groupOf[row]];
  return pairs;
}
