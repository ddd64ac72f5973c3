import { isMissing, isNotFound, type Vector } from '../../eval/columns/rows.js';
import type { Test } from '../selection-plan.js';

/**
 * Marks say which rows of a list are meant: 1 or 0 for each. One loop a function, without branches where the data would
 * decide.
 */

/** Marks the rows of which a test's term says what is wanted. */
export function markVerdicts({ wanted }: Test, { codes, absence }: Vector, length: number, into: Uint8Array): void {
  switch (wanted) {
    case 'false':
      return absence === undefined ? markEqual(codes, 0, length, into) : markFalse(codes, absence, length, into);
    case 'true':
      return absence === undefined ? markEqual(codes, 1, length, into) : markPresent(codes, absence, length, into);
    case 'clear':
      return absence === undefined ? markEqual(codes, 0, length, into) : markClear(codes, absence, length, into);
    case 'found':
      return absence === undefined ? void into.fill(1, 0, length) : markFound(absence, length, into);
  }
}

function markEqual(codes: Int32Array, code: number, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = codes[i] === code ? 1 : 0;
}

function markPresent(codes: Int32Array, absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = (codes[i] === 1 ? 1 : 0) & (absence[i] === 0 ? 1 : 0);
}

function markFalse(codes: Int32Array, absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = (codes[i] === 0 ? 1 : 0) & (absence[i] === 0 ? 1 : 0);
}

function markClear(codes: Int32Array, absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = absence[i] === isMissing || (absence[i] === 0 && codes[i] === 0) ? 1 : 0;
}

function markFound(absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = absence[i] !== isNotFound ? 1 : 0;
}

/** Leaves marked what others mark too. */
export function meetMarks(marks: Uint8Array, others: Uint8Array, length: number): void {
  for (let i = 0; i < length; i++) marks[i] &= others[i];
}

/**
 * Writes what is marked in a list to `into`, which may be the list itself and has room for all of it; returns how many.
 */
export function listMarked(marks: Uint8Array, list: Int32Array, length: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = list[i];
    count += marks[i];
  }
  return count;
}

/** Writes the numbers of the rows that are marked to `into`, which has room for all; returns how many. */
export function numberMarked(marks: Uint8Array, length: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = i;
    count += marks[i];
  }
  return count;
}
