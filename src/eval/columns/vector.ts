import type { Type } from '../../model/model.js';
import type { Scratch } from '../../indexes/scratch.js';

/**
 * The values of one expression in many rows. Numbers lie in `numbers`; everything else (booleans, words, kinds,
 * classes, ids, handles of texts) in `codes`; the other array is empty. Numeric values have both: `codes` is 1 where
 * the value is an int, 0 where it is a double. Arrays may be longer than there are rows; what lies behind, and what
 * lies where a value is absent, means nothing.
 */
export interface Vector {
  readonly numbers: Float64Array;
  readonly codes: Int32Array;
  /** By row: present, missing or not found. Undefined where every value is present. */
  readonly absence: Uint8Array | undefined;
}

/** What `absence` holds; the larger is the graver. */
export const present = 0;
export const isMissing = 1;
export const isNotFound = 2;

const noNumbers = new Float64Array(0);
const noCodes = new Int32Array(0);

export function numberVector(numbers: Float64Array, absence?: Uint8Array): Vector {
  return { numbers, codes: noCodes, absence };
}

export function codeVector(codes: Int32Array, absence?: Uint8Array): Vector {
  return { numbers: noNumbers, codes, absence };
}

export function numericVector(numbers: Float64Array, codes: Int32Array, absence?: Uint8Array): Vector {
  return { numbers, codes, absence };
}

/** Room for values of a type, lent from scratch memory. */
export function vectorFor({ name }: Type, length: number, scratch: Scratch): Vector {
  const numbers = name === 'number' || name === 'numeric' ? scratch.numbers(length) : noNumbers;
  return { numbers, codes: name === 'number' ? noCodes : scratch.codes(length), absence: undefined };
}
