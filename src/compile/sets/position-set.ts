import { countBits, positionsOfBits, wordsOf } from './bits.js';

/** Some positions of a list, as bits and, when it is asked for, as a list of their own. */
export interface PositionSet {
  readonly bits: Int32Array;
  readonly count: number;
  /** Ascending. */
  positions(): Int32Array;
}

export function positionSet(bits: Int32Array, length: number): PositionSet {
  const words = wordsOf(length);
  const count = countBits(bits, words);
  let listed: Int32Array | undefined;
  return {
    bits, count,
    positions() {
      if (listed === undefined) positionsOfBits(bits, words, listed = new Int32Array(count));
      return listed;
    },
  };
}
