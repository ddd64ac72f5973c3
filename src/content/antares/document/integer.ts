import { zero } from './text-bytes.js';

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;

/** Digits that a double holds exactly, whatever they are. */
const exactDigits = 15;
/** Digits of the largest number of 64 bits. */
const mostDigits = 19;

const plus = 0x2b;
const minus = 0x2d;

/** Numbers that levels are full of; each is the same object. */
const smallest = -128;
const small: readonly bigint[] = Array.from({ length: 1280 }, (_, i) => BigInt(i + smallest));

/**
 * The number that a sign, if any, and digits without leading zeros say; undefined where 64 bits do not hold it. Its
 * cost does not grow with the square of its length.
 */
export function integerOf(bytes: Buffer, start: number, end: number): bigint | undefined {
  const isNegative = bytes[start] === minus;
  const first = isNegative || bytes[start] === plus ? start + 1 : start;
  const digits = end - first;
  if (digits > mostDigits) return undefined;
  if (digits > exactDigits) {
    const magnitude = BigInt(bytes.toString('latin1', first, end));
    const value = isNegative ? -magnitude : magnitude;
    return value < lowest || value > highest ? undefined : value;
  }
  let magnitude = 0;
  for (let i = first; i < end; i++) magnitude = magnitude * 10 + bytes[i] - zero;
  const value = isNegative ? -magnitude : magnitude;
  const index = value - smallest;
  return index >= 0 && index < small.length ? small[index] : BigInt(value);
}
