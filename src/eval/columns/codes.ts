import type { Term } from '../term.js';
import { graverOf } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

/** Loops over two codes; each is a function of its own, so that each is compiled for itself. */
export type CodesLoop = (a: Int32Array, b: Int32Array, into: Int32Array, length: number) => void;

/** A code of two codes, absent where one is. */
export function dyadicCodeColumns(term: Term, rows: Rows, evaluator: Evaluator, loop: CodesLoop): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  const b = evaluator.evaluate(term.args[1], rows);
  loop(a.codes, b.codes, into, length);
  const told = graverOf(absence, a.absence, b.absence, length);
  scratch.release(mark);
  return codeVector(into, told);
}

export const bothLoop: CodesLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] & b[row];
};

export const eitherLoop: CodesLoop = (a, b, into, length) => {
  for (let row = 0; row < length; row++) into[row] = a[row] | b[row];
};
