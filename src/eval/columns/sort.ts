import type { Term } from '../term.js';
import { absentWhereNone, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { filled } from './filled.js';
import { knownKind } from './known-kind.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing } from './vector.js';

export function kindColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const kind = knownKind(term.args[0], rows);
  if (kind !== 0) return filled(term, kind, length, scratch);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  gatherKinds(state.identity.kind, ids, into, length);
  const told = absentWhereNone(ids, isMissing, absence, length);
  scratch.release(mark);
  return codeVector(into, told);
}

export function classColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  gatherClasses(state.class, ids, into, length);
  const told = knownKind(term.args[0], rows) === 0 ? absentWhereNone(ids, isMissing, absence, length) : undefined;
  scratch.release(mark);
  return codeVector(into, told);
}

function gatherKinds(kinds: Uint8Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = kinds[ids[row]];
}

function gatherClasses(classes: Int32Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = classes[ids[row]];
}
