import type { Mishaps } from '../frame.js';

/** The result of an operation of whole numbers, which is counted where it is not what it would be without wrapping. */
export function wrapped(exact: number, result: number, mishaps: Mishaps): number {
  if (exact !== result) mishaps.overflows++;
  return result;
}

export function addWrapping(a: number, b: number, mishaps: Mishaps): number {
  return wrapped(a + b, a + b | 0, mishaps);
}

export function multiplyWrapping(a: number, b: number, mishaps: Mishaps): number {
  return wrapped(a * b, Math.imul(a, b), mishaps);
}
