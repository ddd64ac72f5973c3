import { roomyCodes } from '../../indexes/scratch.js';

/**
 * Positions in an own set by a code that each has: those of a code lie side by side, ascending. Codes are ids, words,
 * kinds or classes: whole numbers from 0 on.
 */
export interface Partition {
  /**
   * By code, where its positions begin and end: the same for a code that no position has. Neither array need be as long
   * as codes are large.
   */
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly positions: Int32Array;
  /** The codes that there are, each once, as many as `count`. */
  readonly codes: Int32Array;
  readonly count: number;
}

/**
 * Sorts positions by code; those with code −1 are left out. `before`: one that is needed no longer, whose memory is
 * used again. However large codes are, no more of them are looked at than positions have, now and before.
 */
export function sortByCode(codes: Int32Array, length: number, before?: Partition): Partition {
  const limit = largest(codes, length) + 1;
  const isRoomy = before !== undefined && before.start.length >= limit;
  const start = isRoomy ? before.start : roomyCodes(undefined, limit);
  const end = isRoomy ? before.end : roomyCodes(undefined, limit);
  if (isRoomy) forget(before);
  const positions = roomyCodes(before?.positions, length);
  const distinct = roomyCodes(before?.codes, length);
  // Counted downward, so that a code that has no place yet can be told from one that has.
  for (let i = 0; i < length; i++) if (codes[i] >= 0) start[codes[i]]--;
  let count = 0;
  let next = 0;
  for (let i = 0; i < length; i++) {
    const code = codes[i];
    if (code < 0) continue;
    if (start[code] < 0) {
      const from = next;
      next -= start[code];
      start[code] = end[code] = from;
      distinct[count++] = code;
    }
    positions[end[code]++] = i;
  }
  return { start, end, positions, codes: distinct, count };
}

function forget({ start, end, codes, count }: Partition): void {
  for (let i = 0; i < count; i++) start[codes[i]] = end[codes[i]] = 0;
}

function largest(codes: Int32Array, length: number): number {
  let most = -1;
  for (let i = 0; i < length; i++) most = codes[i] > most ? codes[i] : most;
  return most;
}
