import { gatheredCodes, gatheredNumbers, type Scratch } from '../../indexes/scratch.js';
import type { Type } from '../../model/model.js';
import { mayBeUnfound, mayMiss } from '../data.js';
import type { Term } from '../term.js';

/** The objects in the slots of evaluation. A slot without an array holds the frame's object in every row. */
export interface Rows {
  readonly length: number;
  readonly slots: readonly (Int32Array | undefined)[];
  /** By slot: the one kind of all its objects, 0 if several or none are possible. */
  readonly kinds: readonly number[];
  /** Of each row's cell, for amounts and growth formulas. */
  readonly running: Float64Array | undefined;
  /** For numeric running values: 1 for an int, 0 for a double. */
  readonly runningClasses?: Int32Array | undefined;
  readonly varying: number;
}

/** With the frame's slots. */
export const oneRow: Rows = {
  length: 1,
  slots: [],
  kinds: [],
  running: undefined,
  runningClasses: undefined,
  varying: 0,
};

/** `kind`: of all objects, 0 where they differ. */
export function rowsOver(slot: number, ids: Int32Array, length: number, kind = 0, running?: Float64Array): Rows {
  // Written out: growing lists take more memory, and a turn makes thousands of rows. Entries in one order keep them one
  // hidden class.
  if (slot === 0) return { length, slots: [ids], kinds: [kind], running, runningClasses: undefined, varying: 1 };
  if (slot === 1)
    return { length, slots: [undefined, ids], kinds: [0, kind], running, runningClasses: undefined, varying: 2 };
  const slots: (Int32Array | undefined)[] = [undefined, undefined];
  const kinds = [0, 0];
  slots[slot] = ids;
  kinds[slot] = kind;
  return { length, slots, kinds, running, runningClasses: undefined, varying: 1 << slot };
}

/** Where `varying` has the bits of their slots. */
export function rowsOfPairs(
  varying: number,
  sources: Int32Array,
  targets: Int32Array,
  sourceKind: number,
  targetKind: number,
  length: number,
  running?: Float64Array,
): Rows {
  return {
    length,
    slots: [(varying & 1) === 0 ? undefined : sources, (varying & 2) === 0 ? undefined : targets],
    kinds: [sourceKind, targetKind],
    running,
    runningClasses: undefined,
    varying: varying & 3,
  };
}

/** By number, with the slots that `term` depends on, or all. Borrowed. */
export function takeRows(
  rows: Rows,
  numbers: Int32Array,
  length: number,
  scratch: Scratch,
  { free, runs }: Pick<Term, 'free' | 'runs'> = { free: -1, runs: true },
): Rows {
  const slots: (Int32Array | undefined)[] = [];
  for (let slot = 0; slot < rows.slots.length; slot++) {
    const ids = rows.slots[slot];
    const isTaken = ids !== undefined && ((free >>> slot) & 1) === 1;
    slots.push(isTaken ? gatheredCodes(ids, numbers, length, scratch) : undefined);
  }
  const { running, runningClasses } = runs ? rows : oneRow;
  return {
    length,
    slots,
    kinds: rows.kinds,
    running: running && gatheredNumbers(running, numbers, length, scratch),
    runningClasses: runningClasses && gatheredCodes(runningClasses, numbers, length, scratch),
    varying: rows.varying & free,
  };
}

export function bindRow(slots: number[], rows: Rows, row: number): void {
  for (let slot = 0; slot < rows.slots.length; slot++) {
    const ids = rows.slots[slot];
    if (ids !== undefined) slots[slot] = ids[row];
  }
}

/**
 * Values of an expression by row. Numbers lie in `numbers`, all else in `codes`; the other array is empty. Numeric
 * values have both: `codes` is 1 for an int, 0 for a double. Entries beyond the rows, and absent ones, mean nothing.
 */
export interface Vector {
  readonly numbers: Float64Array;
  readonly codes: Int32Array;
  /** By row. Undefined where every value is present. */
  readonly absence: Uint8Array | undefined;
}

/** Entries of `absence`; 0 is present, and the larger one is stronger. */
export const isMissing = mayMiss;
export const isNotFound = mayBeUnfound;

const noNumbers = new Float64Array(0);
const noCodes = new Int32Array(0);

export function numberVector(numbers: Float64Array, absence?: Uint8Array): Vector {
  return { numbers, codes: noCodes, absence };
}

export function codeVector(codes: Int32Array, absence?: Uint8Array): Vector {
  return { numbers: noNumbers, codes, absence };
}

/** Borrowed. */
export function vectorFor({ name }: Type, length: number, scratch: Scratch): Vector {
  const numbers = name === 'number' || name === 'numeric' ? scratch.numbers(length) : noNumbers;
  return { numbers, codes: name === 'number' ? noCodes : scratch.codes(length), absence: undefined };
}

type Fill<Into> = (into: Into, absence: Uint8Array) => Uint8Array | undefined;

/** Codes that `fill` writes, with the absence that it returns; its other scratch memory is released. */
export function codesBy({ length }: Pick<Rows, 'length'>, scratch: Scratch, fill: Fill<Int32Array>): Vector {
  const into = scratch.codes(length);
  return codeVector(into, absenceBy(into, length, scratch, fill));
}

export function numbersBy({ length }: Pick<Rows, 'length'>, scratch: Scratch, fill: Fill<Float64Array>): Vector {
  const into = scratch.numbers(length);
  return numberVector(into, absenceBy(into, length, scratch, fill));
}

function absenceBy<Into>(into: Into, length: number, scratch: Scratch, fill: Fill<Into>): Uint8Array | undefined {
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const given = fill(into, absence);
  scratch.release(mark);
  return given;
}

/** Loops that operations share: one for each storage, so that each is compiled for that alone. */

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

export function codesOf(numbers: Float64Array, into: Int32Array, length: number): Int32Array {
  for (let row = 0; row < length; row++) into[row] = numbers[row];
  return into;
}

export function putNumber(id: number, value: number, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] === id ? value : into[row];
}

export function putCode(id: number, value: number, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] === id ? value : into[row];
}

/** Itself or the nearest upward. */
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
