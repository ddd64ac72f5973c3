/**
 * Memory for columns in the making. Arrays are lent and taken back in stack order: `mark` before, `release` after. Sizes are rounded up to powers of
 * two, so a turn finds the arrays of the last one and allocates nothing. What is lent holds whatever was in it.
 */
export interface Scratch {
  numbers(length: number): Float64Array;
  codes(length: number): Int32Array;
  bytes(length: number): Uint8Array;
  mark(): Mark;
  release(mark: Mark): void;
}

export interface Mark {
  readonly numbers: number;
  readonly codes: number;
  readonly bytes: number;
}

export function createScratch(): Scratch {
  const numbers = createPool((length) => new Float64Array(length));
  const codes = createPool((length) => new Int32Array(length));
  const bytes = createPool((length) => new Uint8Array(length));
  return {
    numbers: numbers.lend,
    codes: codes.lend,
    bytes: bytes.lend,
    mark: () => ({ numbers: numbers.lent(), codes: codes.lent(), bytes: bytes.lent() }),
    release(mark) {
      numbers.takeBack(mark.numbers);
      codes.takeBack(mark.codes);
      bytes.takeBack(mark.bytes);
    },
  };
}

interface Pool<Array> {
  readonly lend: (length: number) => Array;
  readonly lent: () => number;
  readonly takeBack: (mark: number) => void;
}

const smallest = 6;

function createPool<Array extends { readonly length: number }>(make: (length: number) => Array): Pool<Array> {
  const free: Array[][] = [];
  const lent: Array[] = [];
  const sizeClass = (length: number): number => Math.max(smallest, 32 - Math.clz32(Math.max(0, length - 1)));
  return {
    lend(length) {
      const size = sizeClass(length);
      const array = free[size]?.pop() ?? make(2 ** size);
      lent.push(array);
      return array;
    },
    lent: () => lent.length,
    takeBack(mark) {
      while (lent.length > mark) {
        const array = lent.pop();
        if (array === undefined) return;
        const size = sizeClass(array.length);
        (free[size] ??= []).push(array);
      }
    },
  };
}
