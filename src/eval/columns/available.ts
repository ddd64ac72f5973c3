import type { WorldState } from '../../components/state.js';
import { missing } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import { type Meaning, applyByRow } from './apply-by-row.js';
import { type Evaluator, varies } from './evaluator.js';
import { filled } from './filled.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing } from './vector.js';

/** `meaning` is asked row by row where the class differs. */
export function availableColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const one = evaluator.uniform(term.args[1], rows);
  if (one === varies) return applyByRow(term, rows, evaluator, meaning);
  if (isAbsent(one)) return filled(term, missing, length, scratch);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  areAvailable(ids, state, one, into, length);
  const count = missNoFactions(ids, state.faction, absence, length);
  scratch.release(mark);
  return codeVector(into, count === 0 ? undefined : absence);
}

function areAvailable(
  ids: Int32Array,
  { faction, available, availableWords }: WorldState,
  classIndex: number,
  into: Int32Array,
  length: number,
): void {
  const word = classIndex >>> 5;
  const bit = classIndex & 31;
  for (let row = 0; row < length; row++) into[row] = (available[faction[ids[row]] * availableWords + word] >>> bit) & 1;
}

function missNoFactions(ids: Int32Array, faction: Uint8Array, into: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = faction[ids[row]] === 0 ? isMissing : 0;
    into[row] = how;
    count += how;
  }
  return count;
}
