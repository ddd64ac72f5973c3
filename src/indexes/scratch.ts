import type { IdList } from './indexes.js';

/**
 * A stack: `mark` before, `release` after. Each height keeps its array, so that turns allocate nothing. Contents are
 * arbitrary.
 */
export interface Scratch {
  numbers(length: number): Float64Array;
  codes(length: number): Int32Array;
  bytes(length: number): Uint8Array;
  mark(): Mark;
  release(mark: Mark): void;
}

type Mark = number;

/** `smallest`: elements of the smallest arrays. */
export function createScratch(smallest = 64): Scratch {
  const allNumbers: (Float64Array | undefined)[] = [];
  const allCodes: (Int32Array | undefined)[] = [];
  const allBytes: (Uint8Array | undefined)[] = [];
  let height = 0;

  function next(): number {
    if (height === allNumbers.length) {
      allNumbers.push(undefined);
      allCodes.push(undefined);
      allBytes.push(undefined);
    }
    return height++;
  }

  return {
    numbers(length) {
      const at = next();
      const known = allNumbers[at];
      if (known !== undefined && known.length >= length) return known;
      return (allNumbers[at] = new Float64Array(roomFor(length, smallest)));
    },
    codes(length) {
      const at = next();
      const known = allCodes[at];
      if (known !== undefined && known.length >= length) return known;
      return (allCodes[at] = new Int32Array(roomFor(length, smallest)));
    },
    bytes(length) {
      const at = next();
      const known = allBytes[at];
      if (known !== undefined && known.length >= length) return known;
      return (allBytes[at] = new Uint8Array(roomFor(length, smallest)));
    },
    mark: () => height,
    release(mark) {
      height = mark;
    },
  };
}

/** Powers of two, for slow growth. */
function roomFor(length: number, least: number): number {
  return length <= least ? least : 2 ** (32 - Math.clz32(length - 1));
}

/** The array before where long enough, else one of the next power of two. */
export function roomyCodes(before: Int32Array | undefined, length: number): Int32Array {
  return before !== undefined && before.length >= length ? before : new Int32Array(roomFor(length, 16));
}

export function roomyBits(before: Uint32Array | undefined, length: number): Uint32Array {
  return before !== undefined && before.length >= length ? before : new Uint32Array(roomFor(length, 16));
}

/** With more changes, a full scan of the rows is faster. */
export function fewChanges(rows: number): number {
  return 4 + (rows >>> 7);
}

export function copyRange(list: Int32Array, from: number, to: number, into: Int32Array, at: number): void {
  for (let i = from; i < to; i++) into[at + i - from] = list[i];
}

export function gatheredCodes(from: Int32Array, numbers: Int32Array, length: number, scratch: Scratch): Int32Array {
  const into = scratch.codes(length);
  for (let i = 0; i < length; i++) into[i] = from[numbers[i]];
  return into;
}

export function gatheredNumbers(
  from: Float64Array,
  numbers: Int32Array,
  length: number,
  scratch: Scratch,
): Float64Array {
  const into = scratch.numbers(length);
  for (let i = 0; i < length; i++) into[i] = from[numbers[i]];
  return into;
}

/** Positions whose word has a certain bit. One array of words serves many sets. */
export interface MaskedPositions {
  readonly words: Int32Array;
  readonly bit: number;
  /** Ascending; computed on demand, in scratch memory. */
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

/** In place; returns how many. */
export function keepMasked(positions: Int32Array, length: number, { words, bit }: MaskedPositions): number {
  let kept = 0;
  for (let i = 0; i < length; i++) {
    const position = positions[i];
    positions[kept] = position;
    kept += (words[position] >>> bit) & 1;
  }
  return kept;
}
