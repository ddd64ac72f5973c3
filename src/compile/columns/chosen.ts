import type { Term } from '../plan/term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import type { Scratch } from './scratch.js';
import { someRows } from './subset.js';

/** The member rows that count, and their values. */
export interface Chosen {
  /** How many chosen ones come before each member row, and before the end; undefined where all are chosen. */
  readonly before: Int32Array | undefined;
  /** Numbers of the chosen member rows. */
  readonly places: Int32Array | undefined;
  /** Values of the chosen ones; empty where none were asked for. Those that are absent are left out. */
  readonly values: Float64Array;
}

const noValues = new Float64Array(0);

/** All, of as many as there are; also of none. */
export const allChosen: Chosen = { before: undefined, places: undefined, values: noValues };

/** Evaluates the filter in all rows and the value where the filter is true. A filter or value that is undefined is not asked. */
export function choose(filter: Term | undefined, value: Term | undefined, rows: Rows, evaluator: Evaluator): Chosen {
  const { scratch } = evaluator;
  if (filter === undefined) return value === undefined ? allChosen : valued(value, rows, undefined, undefined, evaluator);
  const before = scratch.codes(rows.length + 1);
  const places = scratch.codes(rows.length);
  const mark = scratch.mark();
  const { codes, absence } = evaluator.evaluate(filter, rows);
  const count = absence === undefined ? number(codes, before, places, rows.length) : numberPresent(codes, absence, before, places, rows.length);
  scratch.release(mark);
  if (value === undefined) return { before, places, values: noValues };
  if (count === rows.length) return valued(value, rows, undefined, undefined, evaluator);
  return valued(value, someRows(rows, places, count, value, scratch), before, places, evaluator, rows.length);
}

function valued(value: Term, rows: Rows, before: Int32Array | undefined, places: Int32Array | undefined, evaluator: Evaluator, members = rows.length): Chosen {
  const { numbers, absence } = evaluator.evaluate(value, rows);
  if (absence === undefined) return { before, places, values: numbers };
  const { scratch } = evaluator;
  const kept = scratch.codes(rows.length + 1);
  const values = scratch.numbers(rows.length);
  keepPresent(numbers, absence, kept, values, rows.length);
  return { before: before === undefined ? kept : through(kept, before, members, scratch), places, values };
}

function number(codes: Int32Array, before: Int32Array, places: Int32Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    places[count] = row;
    count += codes[row] === 1 ? 1 : 0;
  }
  before[length] = count;
  return count;
}

function numberPresent(codes: Int32Array, absence: Uint8Array, before: Int32Array, places: Int32Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    places[count] = row;
    count += (codes[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
  }
  before[length] = count;
  return count;
}

function keepPresent(from: Float64Array, absence: Uint8Array, before: Int32Array, into: Float64Array, length: number): void {
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    into[count] = from[row];
    count += absence[row] === 0 ? 1 : 0;
  }
  before[length] = count;
}

function through(kept: Int32Array, before: Int32Array, members: number, scratch: Scratch): Int32Array {
  const into = scratch.codes(members + 1);
  for (let row = 0; row <= members; row++) into[row] = kept[before[row]];
  return into;
}
