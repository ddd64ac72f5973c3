import type { Term } from '../term.js';
import type { Rows, Vector } from './rows.js';
import { slotOf } from '../shape.js';

/**
 * Writes values of some rows back, where `into` has room, and absence into the zeros of `absence`; returns whether any
 * may be absent.
 */
export function scatter(from: Vector, numbers: Int32Array, length: number, into: Vector, absence: Uint8Array): boolean {
  if (into.numbers.length > 0) scatterNumbers(from.numbers, numbers, length, into.numbers);
  if (into.codes.length > 0) scatterCodes(from.codes, numbers, length, into.codes);
  if (from.absence !== undefined) scatterBytes(from.absence, numbers, length, absence);
  return from.absence !== undefined;
}

/** Puts the numbers of the rows with a code into `into`, which has room for all; returns how many there are. */
export function rowsWith(codes: Int32Array, code: number, length: number, into: Int32Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    into[count] = row;
    count += codes[row] === code ? 1 : 0;
  }
  return count;
}

export function rowsWithout(codes: Int32Array, code: number, length: number, into: Int32Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    into[count] = row;
    count += codes[row] === code ? 0 : 1;
  }
  return count;
}

function scatterNumbers(from: Float64Array, numbers: Int32Array, length: number, into: Float64Array): void {
  for (let i = 0; i < length; i++) into[numbers[i]] = from[i];
}

function scatterCodes(from: Int32Array, numbers: Int32Array, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) into[numbers[i]] = from[i];
}

function scatterBytes(from: Uint8Array, numbers: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[numbers[i]] = from[i];
}

/** The one kind of the objects that a term names in these rows, all present; 0 where unknown. */
export function knownKind(term: Term, rows: Rows): number {
  return rows.kinds[slotOf(term) ?? rows.kinds.length] ?? 0;
}
