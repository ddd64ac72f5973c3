import type { Term } from '../term.js';
import { copyBytes, graverOf } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, numericVector } from './vector.js';

/** Numbers with classes, 1 for ints and 0 for doubles. */
export interface NumericColumn {
  readonly numbers: Float64Array;
  readonly codes: Int32Array;
}

/** Loops over numeric values; each is a function of its own, so that each is compiled for itself. */
export type NumericDyadicLoop = (a: NumericColumn, b: NumericColumn, into: NumericColumn, length: number) => void;
export type NumericMonadicLoop = (a: NumericColumn, into: NumericColumn, length: number) => void;
export type NumericTestLoop = (a: NumericColumn, b: NumericColumn, into: Int32Array, length: number) => void;

/** A numeric value of two, absent where one is. */
export function numericDyadicColumns(term: Term, rows: Rows, evaluator: Evaluator, loop: NumericDyadicLoop): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = numericVector(scratch.numbers(length), scratch.codes(length));
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  const b = evaluator.evaluate(term.args[1], rows);
  loop(a, b, into, length);
  const told = graverOf(absence, a.absence, b.absence, length);
  scratch.release(mark);
  return numericVector(into.numbers, into.codes, told);
}

/** A numeric value of one, absent where it is. */
export function numericMonadicColumns(term: Term, rows: Rows, evaluator: Evaluator, loop: NumericMonadicLoop): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = numericVector(scratch.numbers(length), scratch.codes(length));
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  loop(a, into, length);
  if (a.absence !== undefined) copyBytes(a.absence, absence, length);
  scratch.release(mark);
  return numericVector(into.numbers, into.codes, a.absence === undefined ? undefined : absence);
}

/** A boolean of two numeric values, absent where one is. */
export function numericTestColumns(term: Term, rows: Rows, evaluator: Evaluator, loop: NumericTestLoop): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  const b = evaluator.evaluate(term.args[1], rows);
  loop(a, b, into, length);
  const told = graverOf(absence, a.absence, b.absence, length);
  scratch.release(mark);
  return codeVector(into, told);
}
