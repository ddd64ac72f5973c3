import type { Term } from '../term.js';
import { type Evaluator, varies } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, numberVector } from './vector.js';

/** Conditions that are the same in all rows are counted once. */
export function countTrueColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  into.fill(0, 0, length);
  let everywhere = 0;
  for (const arg of term.args) {
    const one = evaluator.uniform(arg, rows);
    if (one !== varies) {
      if (one === 1) everywhere++;
      continue;
    }
    const mark = scratch.mark();
    const { codes, absence } = evaluator.evaluate(arg, rows);
    if (absence === undefined) countIn(codes, into, length);
    else countPresentIn(codes, absence, into, length);
    scratch.release(mark);
  }
  if (everywhere > 0) addTo(into, everywhere, length);
  return numberVector(into);
}

function countIn(codes: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] += codes[row] === 1 ? 1 : 0;
}

function countPresentIn(codes: Int32Array, absence: Uint8Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] += (codes[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
}

function addTo(into: Float64Array, count: number, length: number): void {
  for (let row = 0; row < length; row++) into[row] += count;
}
