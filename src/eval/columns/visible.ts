import type { Term } from '../term.js';
import { absentWhereNone, idsOrNone } from './absence.js';
import { allMissing } from './all-missing.js';
import { type Meaning, applyByRow } from './apply-by-row.js';
import { type Evaluator, varies } from './evaluator.js';
import { maskOf, masksFor } from './masks.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing } from './vector.js';

/**
 * Where masks are, sights are one word an object too, with the same bits; elsewhere `meaning` is asked object by
 * object.
 */
export function visibleColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const one = evaluator.uniform(term.args[0], rows);
  const observers = one === varies ? 0 : maskOf(state, one);
  if (one !== varies && observers === 0) return allMissing(term, term.args[1], rows, evaluator);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[1], rows), length, scratch);
  let told = absentWhereNone(ids, isMissing, absence, length);
  if (one !== varies) {
    seenByOne(ids, state.seenBy, masks, observers, into, length);
  } else {
    const observerIds = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
    seenByOther(ids, state.seenBy, masks, observerIds, into, length);
    missWhereBlind(observerIds, masks, absence, length);
    told = absence;
  }
  scratch.release(mark);
  return codeVector(into, told);
}

function seenByOne(
  ids: Int32Array,
  seenBy: Uint32Array,
  masks: Uint32Array,
  observers: number,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) into[row] = ((seenBy[ids[row]] | masks[ids[row]]) & observers) !== 0 ? 1 : 0;
}

function seenByOther(
  ids: Int32Array,
  seenBy: Uint32Array,
  masks: Uint32Array,
  observers: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++)
    into[row] = ((seenBy[ids[row]] | masks[ids[row]]) & masks[observers[row]]) !== 0 ? 1 : 0;
}

function missWhereBlind(observers: Int32Array, masks: Uint32Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] |= masks[observers[row]] === 0 ? isMissing : 0;
}
