import type { Scratch } from './scratch.js';
import type { IdList } from './indexes.js';

/**
 * Some positions of a list: those whose word has a certain bit. One array of words serves as many sets as it has bits;
 * a set that is found by itself has words 0 and 1 and bit 0.
 */
export interface MaskedPositions {
  readonly words: Int32Array;
  readonly bit: number;
  /** The positions, ascending; listed when it is first asked for. Lent from the scratch memory. */
  listed(): IdList;
}

export function maskedPositions(words: Int32Array, bit: number, length: number, scratch: Scratch): MaskedPositions {
  let list: IdList | undefined;
  return {
    words,
    bit,
    listed() {
      if (list !== undefined) return list;
      const ids = scratch.codes(length + 1);
      return (list = { ids, length: listPositions(words, bit, length, ids) });
    },
  };
}

function listPositions(words: Int32Array, bit: number, length: number, into: Int32Array): number {
  let count = 0;
  for (let position = 0; position < length; position++) {
    into[count] = position;
    count += (words[position] >>> bit) & 1;
  }
  return count;
}

/** Keeps of some positions those that are in a set too, in place; returns how many. */
export function keepMasked(positions: Int32Array, length: number, { words, bit }: MaskedPositions): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const position = positions[i];
    positions[kept] = position;
    kept += (words[position] >>> bit) & 1;
  }
  return kept;
}
