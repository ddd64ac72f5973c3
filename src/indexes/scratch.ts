/**
 * Memory for columns in the making. Arrays are lent and taken back in stack order: `mark` before, `release` after. What
 * is lent at one height of the stack is the same array every time, as long as it is large enough, so a turn finds the
 * arrays of the last one and allocates nothing. What is lent holds whatever was in it.
 */
export interface Scratch {
  numbers(length: number): Float64Array;
  codes(length: number): Int32Array;
  bytes(length: number): Uint8Array;
  mark(): Mark;
  release(mark: Mark): void;
}

/** How many arrays are lent. */
export type Mark = number;

const smallest = 64;

export function createScratch(): Scratch {
  const allNumbers: (Float64Array | undefined)[] = [];
  const allCodes: (Int32Array | undefined)[] = [];
  const allBytes: (Uint8Array | undefined)[] = [];
  let lent = 0;

  /** The height of what is lent next, with a place for each sort of array. */
  function next(): number {
    if (lent === allNumbers.length) {
      allNumbers.push(undefined);
      allCodes.push(undefined);
      allBytes.push(undefined);
    }
    return lent++;
  }

  return {
    numbers(length) {
      const height = next();
      const known = allNumbers[height];
      if (known !== undefined && known.length >= length) return known;
      return (allNumbers[height] = new Float64Array(roomFor(length)));
    },
    codes(length) {
      const height = next();
      const known = allCodes[height];
      if (known !== undefined && known.length >= length) return known;
      return (allCodes[height] = new Int32Array(roomFor(length)));
    },
    bytes(length) {
      const height = next();
      const known = allBytes[height];
      if (known !== undefined && known.length >= length) return known;
      return (allBytes[height] = new Uint8Array(roomFor(length)));
    },
    mark: () => lent,
    release(mark) {
      lent = mark;
    },
  };
}

/** Sizes are powers of two, so that what grows slowly is not made anew each time. */
function roomFor(length: number): number {
  return length <= smallest ? smallest : 2 ** (32 - Math.clz32(length - 1));
}
