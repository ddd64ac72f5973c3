import type { Term } from '../term.js';
import { copyBytes, graverOf } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, numberVector } from './vector.js';

/** Loops over numbers; each is a function of its own, so that each is compiled for itself. */
export type DyadicLoop = (a: Float64Array, b: Float64Array, into: Float64Array, length: number) => void;
export type MonadicLoop = (a: Float64Array, into: Float64Array, length: number) => void;

/** A number of two numbers, absent where one is. */
export function dyadicColumns(term: Term, rows: Rows, evaluator: Evaluator, loop: DyadicLoop): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  const b = evaluator.evaluate(term.args[1], rows);
  loop(a.numbers, b.numbers, into, length);
  const told = graverOf(absence, a.absence, b.absence, length);
  scratch.release(mark);
  return numberVector(into, told);
}

/** A number of a number, absent where it is. */
export function monadicColumns(term: Term, rows: Rows, evaluator: Evaluator, loop: MonadicLoop): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  loop(a.numbers, into, length);
  if (a.absence !== undefined) copyBytes(a.absence, absence, length);
  scratch.release(mark);
  return numberVector(into, a.absence === undefined ? undefined : absence);
}
