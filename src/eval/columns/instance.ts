import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, numberVector } from './vector.js';

interface InstanceOf {
  readonly stride: number;
}

export function instanceColumns(term: Term<InstanceOf>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const { stride } = term.data;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const of = evaluator.evaluate(term.args[0], rows);
  firstRows(of.codes, stride, into, length);
  const told = of.absence;
  if (told !== undefined) for (let row = 0; row < length; row++) absence[row] = told[row];
  scratch.release(mark);
  return codeVector(into, told === undefined ? undefined : absence);
}

function firstRows(ids: Int32Array, stride: number, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] - (ids[row] % stride) + 1;
}

export function leadColumns(term: Term<InstanceOf>, rows: Rows, evaluator: Evaluator): Vector {
  const {
    scratch,
    state: { instances },
  } = evaluator;
  const { length } = rows;
  const { stride } = term.data;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const of = evaluator.evaluate(term.args[0], rows);
  if (instances === undefined) into.fill(0, 0, length);
  else leads(of.codes, instances.lead, stride, into, length);
  const told = of.absence;
  if (told !== undefined) for (let row = 0; row < length; row++) absence[row] = told[row] === 0 ? 0 : 1;
  scratch.release(mark);
  return numberVector(into, told === undefined ? undefined : absence);
}

function leads(ids: Int32Array, lead: Int32Array, stride: number, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = lead[(ids[row] / stride) | 0];
}
