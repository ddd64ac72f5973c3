import type { Type } from '../../model/model.js';
import type { Scratch } from '../../indexes/scratch.js';

/**
 * The values of one expression in many rows. Numbers lie in `numbers`; all else (booleans, words, kinds, classes, ids,
 * handles of texts) in `codes`; the other array is empty. Numeric values have both: `codes` is 1 for an int, 0 for a
 * double. Arrays may be longer than there are rows; what is beyond, and where a value is absent, means nothing.
 */
export interface Vector {
  readonly numbers: Float64Array;
  readonly codes: Int32Array;
  /** By row: present, missing or not found. Undefined where every value is present. */
  readonly absence: Uint8Array | undefined;
}

/** What `absence` holds where a value is not present, which is 0; the larger is the graver. */
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

/** Loops that several operations share, one for each storage, so that engines compile each for that alone. */

export function copyNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

export function copyCodes(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

export function copyBytes(from: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

export function numbersAt(from: Float64Array, places: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[places[row]];
}

export function codesAt(from: Int32Array, places: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[places[row]];
}

export function bytesAt(from: Uint8Array, places: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[places[row]];
}

/** The nearest object upward of a kind, the object itself first. */
export function toAncestor(
  ids: Int32Array,
  kind: number,
  kinds: Uint8Array,
  parent: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    let at = ids[row];
    while (at !== 0 && kinds[at] !== kind) at = parent[at];
    into[row] = at;
  }
}
