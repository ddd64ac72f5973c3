import type { LeftFoldData } from '../ops/left-fold-data.js';
import type { Term } from '../term.js';
import { graverOf } from './absence.js';
import { maximumLoop, minimumLoop } from './arithmetic.js';
import type { Evaluator } from './evaluator.js';
import { integerAddLoop, integerMultiplyLoop } from './integers.js';
import type { DyadicLoop } from './numbers.js';
import type { Rows } from './rows.js';
import { type Vector, numberVector } from './vector.js';

const loops: Readonly<Record<LeftFoldData['by'], DyadicLoop>> = {
  add: integerAddLoop,
  multiply: integerMultiplyLoop,
  minimum: minimumLoop,
  maximum: maximumLoop,
};

/** One argument after the other is taken into one array of numbers; absent where one is. */
export function leftFoldColumns(term: Term<LeftFoldData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const loop = loops[term.node.data.by];
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  let told: Uint8Array | undefined;
  for (const [i, arg] of term.args.entries()) {
    const mark = scratch.mark();
    const vector = evaluator.evaluate(arg, rows);
    if (i === 0) copyNumbers(vector.numbers, into, length);
    else loop(into, vector.numbers, into, length);
    told = graverOf(absence, told, vector.absence, length);
    scratch.release(mark);
  }
  return numberVector(into, told);
}

function copyNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}
