import type { Mishaps } from '../../ir/frame.js';

/** The result of an operation of whole numbers, which is counted where it is not what it would be without wrapping. */
export function wrapped(exact: number, result: number, mishaps: Mishaps): number {
  if (exact !== result) mishaps.overflows++;
  return result;
}

export function addWrapping(a: number, b: number, mishaps: Mishaps): number {
  return wrapped(a + b, (a + b) | 0, mishaps);
}

/**
 * A percentage of a number, truncated. The product may be larger than doubles can tell apart: the hundreds of the
 * number are multiplied apart from the rest, which has the same sign, so that no other part of the product is cut off.
 */
export function percentageWrapping(a: number, percent: number, mishaps: Mishaps): number {
  // Where the result fits, the product is small enough to be exact; where it does not, what is rounded is still too
  // large.
  return wrapped(
    Math.trunc((a * percent) / 100),
    (Math.imul((a / 100) | 0, percent) + ((((a % 100) * percent) / 100) | 0)) | 0,
    mishaps,
  );
}

export function multiplyWrapping(a: number, b: number, mishaps: Mishaps): number {
  return wrapped(a * b, Math.imul(a, b), mishaps);
}
