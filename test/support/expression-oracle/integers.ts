import type { Asking } from './asking.js';

/** What counts wraps and divisions by zero. */
export type Counts = Asking['counts'];

/** A whole number brought into 32 bits; whether it had to be is counted. */
export function wrapped(exact: bigint, counts: Counts): number {
  const fits = BigInt.asIntN(32, exact);
  if (fits !== exact) counts.overflow++;
  return Number(fits);
}

export const plus = (a: number, b: number, counts: Counts): number => wrapped(BigInt(a) + BigInt(b), counts);
export const minus = (a: number, b: number, counts: Counts): number => wrapped(BigInt(a) - BigInt(b), counts);
export const times = (a: number, b: number, counts: Counts): number => wrapped(BigInt(a) * BigInt(b), counts);
export const absolute = (a: number, counts: Counts): number => (a < 0 ? wrapped(-BigInt(a), counts) : a);

/** Truncates; by zero it is what is given for that. */
export function over(a: number, b: number, byZero: number, counts: Counts): number {
  if (b !== 0) return wrapped(BigInt(a) / BigInt(b), counts);
  counts.divZero++;
  return byZero;
}

/** Has the sign of the dividend; by zero it is 0. */
export function remainder(a: number, b: number, counts: Counts): number {
  if (b !== 0) return Number(BigInt(a) % BigInt(b));
  counts.divZero++;
  return 0;
}
