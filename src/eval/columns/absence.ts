import type { Scratch } from '../../indexes/scratch.js';
import type { Vector } from './vector.js';

/** The graver absence of each row, put into `into`; undefined where neither operand has any. */
export function graverOf(
  into: Uint8Array,
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
  length: number,
): Uint8Array | undefined {
  if (a === undefined && b === undefined) return undefined;
  if (a !== undefined && b !== undefined) fillLarger(a, b, into, length);
  else copyBytes(a ?? b ?? into, into, length);
  return into;
}

export function copyBytes(from: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

function fillLarger(a: Uint8Array, b: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = larger(a[row] | b[row]);
}

/** The graver of two absences by the bits of both, without a branch: 3 is both of them, and the graver is 2. */
export function larger(bits: number): number {
  return bits & ~(bits >> 1);
}

/**
 * Ids with none where there is no object: most operations mean the same by both. Without this what lies at absent rows
 * could be any number.
 */
export function idsOrNone({ codes, absence }: Vector, length: number, scratch: Scratch): Int32Array {
  if (absence === undefined) return codes;
  const ids = scratch.codes(length);
  for (let row = 0; row < length; row++) ids[row] = codes[row] & -(absence[row] === 0 ? 1 : 0);
  return ids;
}

/** Notes `how` for every row without an id; undefined where all have one. */
export function absentWhereNone(
  ids: Int32Array,
  how: number,
  into: Uint8Array,
  length: number,
): Uint8Array | undefined {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const isNone = ids[row] === 0 ? 1 : 0;
    into[row] = isNone * how;
    count += isNone;
  }
  return count === 0 ? undefined : into;
}
