import type { Scratch } from './scratch.js';

/** The values of some rows by their numbers, one behind the other, lent from scratch memory. */

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
