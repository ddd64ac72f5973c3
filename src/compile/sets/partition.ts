import { roomyCodes } from '../indexes/kept-index.js';

/** Positions in an own set by a code that each has: those of a code lie side by side, ascending; both arrays may be longer. Codes are ids, words, kinds or classes: small whole numbers. */
export interface Partition {
  readonly start: Int32Array;
  readonly positions: Int32Array;
  /** One more than the largest code. */
  readonly limit: number;
}

/** Sorts positions by code; those with code −1 are left out. `before`: one that is needed no longer, whose memory is used again. */
export function sortByCode(codes: Int32Array, length: number, before?: Partition): Partition {
  const limit = largest(codes, length) + 1;
  // One place further on until positions are put, which moves each start to where its own end.
  const start = roomyCodes(before?.start, limit + 2);
  start.fill(0, 0, limit + 2);
  let count = 0;
  for (let i = 0; i < length; i++) {
    if (codes[i] < 0) continue;
    start[codes[i] + 2]++;
    count++;
  }
  for (let code = 0; code < limit; code++) start[code + 2] += start[code + 1];
  const positions = roomyCodes(before?.positions, count);
  for (let i = 0; i < length; i++) if (codes[i] >= 0) positions[start[codes[i] + 1]++] = i;
  return { start, positions, limit };
}

function largest(codes: Int32Array, length: number): number {
  let most = -1;
  for (let i = 0; i < length; i++) most = codes[i] > most ? codes[i] : most;
  return most;
}
