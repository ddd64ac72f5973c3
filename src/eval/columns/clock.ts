import type { Term } from '../term.js';
import { absentWhereNone, filled, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import type { Scratch } from '../../indexes/scratch.js';
import { type Vector, codeVector, isMissing, numberVector, numericVector } from './vector.js';

export function ageColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch, frame } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  ages(ids, state.created, frame.turn, into, length);
  const told = absentWhereNone(ids, isMissing, absence, length);
  scratch.release(mark);
  return numberVector(into, told);
}

function ages(ids: Int32Array, created: Int32Array, turn: number, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = turn - created[ids[row]];
}

export function createdColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  turnsOf(ids, state.created, into, length);
  const told = absentWhereNone(ids, isMissing, absence, length);
  scratch.release(mark);
  return numberVector(into, told);
}

function turnsOf(ids: Int32Array, created: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = created[ids[row]];
}

/** The running value of each row's cell, which has the cell's type. */
export function runningColumns(term: Term, rows: Rows, { frame, scratch }: Evaluator): Vector {
  const { length, running, runningClasses } = rows;
  if (running === undefined) return filled(term, frame.value, length, scratch, frame.valueWhole);
  if (term.type.name === 'number') return numberVector(running);
  if (term.type.name === 'numeric') return numericVector(running, runningClasses ?? allDoubles(length, scratch));
  const into = scratch.codes(length);
  for (let row = 0; row < length; row++) into[row] = running[row];
  return codeVector(into);
}

function allDoubles(length: number, scratch: Scratch): Int32Array {
  return scratch.codes(length).fill(0, 0, length);
}
