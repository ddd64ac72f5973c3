import type { Term } from '../term.js';
import { absentWhereNone, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import type { Rows } from './rows.js';
import { type Vector, isMissing, numberVector } from './vector.js';

export function coordinateColumns(term: Term<{ readonly axis: 'x' | 'y' }>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const holders = holdersOf(idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch), length, evaluator);
  lookUp(holders, state[term.data.axis], into, length);
  const told = absentWhereNone(holders, isMissing, absence, length);
  scratch.release(mark);
  return numberVector(into, told);
}

function lookUp(holders: Int32Array, from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[holders[row]];
}
