import type { Term } from '../term.js';
import { graverOf } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Kernel } from './kernel.js';
import type { Rows } from './rows.js';
import { type Vector, numberVector } from './vector.js';

/** One argument after the other is taken into one array of numbers; absent where one is. */
export function leftFoldColumns(term: Term, rows: Rows, evaluator: Evaluator, { columns }: Kernel): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = numberVector(scratch.numbers(length));
  const absence = scratch.bytes(length);
  let noted: Uint8Array | undefined;
  for (const [i, arg] of term.args.entries()) {
    const mark = scratch.mark();
    const vector = evaluator.evaluate(arg, rows);
    if (i === 0) copyNumbers(vector.numbers, into.numbers, length);
    else columns(length, into, into, vector);
    noted = graverOf(absence, noted, vector.absence, length);
    scratch.release(mark);
  }
  return numberVector(into.numbers, noted);
}

function copyNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}
