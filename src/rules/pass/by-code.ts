import type { Scratch } from '../../indexes/scratch.js';
import type { IdList } from '../../indexes/indexes.js';

/**
 * Objects sorted by a code: those of code c lie from `start[c]` to `start[c + 1]`, ascending. Lent from scratch memory.
 */
export interface ByCode {
  readonly start: Int32Array;
  readonly ids: Int32Array;
  readonly limit: number;
}

/** Sorts a list of ids by a code of each. Counting sort: linear in the list and the largest code. */
export function sortedBy({ ids, length }: IdList, codes: Int32Array | Uint8Array, scratch: Scratch): ByCode {
  let limit = 0;
  for (let i = 0; i < length; i++) limit = codes[ids[i]] >= limit ? codes[ids[i]] + 1 : limit;
  const start = scratch.codes(limit + 2);
  start.fill(0, 0, limit + 2);
  for (let i = 0; i < length; i++) start[codes[ids[i]] + 2]++;
  for (let code = 0; code < limit; code++) start[code + 2] += start[code + 1];
  const sorted = scratch.codes(length);
  for (let i = 0; i < length; i++) sorted[start[codes[ids[i]] + 1]++] = ids[i];
  return { start, ids: sorted, limit };
}
