import type { Term } from '../term.js';
import { type Evaluator, varies } from './evaluator.js';
import { filled } from './absence.js';
import { areTrue, areTrueAndPresent, putWhere } from './logic.js';
import { missing } from '../../ir/node.js';
import type { Rows } from './rows.js';
import { type Vector, isMissing, vectorFor } from './vector.js';

/** A heavy value is evaluated only where the condition is true. */
export function providedColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const [value, condition] = term.args;
  const one = evaluator.uniform(condition, rows);
  if (one !== varies) return one === 1 ? evaluator.evaluate(value, rows) : filled(term, missing, length, scratch);
  const into = vectorFor(term.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const chosen = scratch.codes(length);
  const asked = evaluator.evaluate(condition, rows);
  if (asked.absence === undefined) areTrue(asked.codes, chosen, length);
  else areTrueAndPresent(asked.codes, asked.absence, chosen, length);
  const count = missWhereNot(chosen, absence, length);
  const some = count > 0 && putWhere(value, chosen, 1, rows, evaluator, { into, absence, length });
  scratch.release(mark);
  return { ...into, absence: some || count < length ? absence : undefined };
}

/** Notes the rows that are not chosen as missing; returns how many are chosen. */
function missWhereNot(chosen: Int32Array, absence: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    absence[row] = (1 - chosen[row]) * isMissing;
    count += chosen[row];
  }
  return count;
}
