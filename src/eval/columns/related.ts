import { areSlotsRelated } from '../../components/relations.js';
import type { WorldState } from '../../components/state.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import { allMissing } from './all-missing.js';
import { type Meaning, applyByRow } from './apply-by-row.js';
import { type Evaluator, varies } from './evaluator.js';
import { maskOf, masksFor } from './masks.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing } from './vector.js';

/** `meaning` is asked object by object where there are no masks. */
export function relatedColumns(
  term: Term<{ readonly relation: number }>,
  rows: Rows,
  evaluator: Evaluator,
  meaning: Meaning,
): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { relation } = term.data;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const one = evaluator.uniform(term.args[1], rows);
  const others = one === varies ? 0 : maskOf(state, one);
  if (one !== varies && others === 0) return allMissing(term, term.args[0], rows, evaluator);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  const related = scratch.codes(state.factionEntity.length);
  fillRelated(state, relation, related);
  if (one !== varies) {
    relateToOne(ids, masks, slotsRelatedTo(related, others, state.factionEntity.length), into, length);
    absence.fill(0, 0, length);
  } else {
    const otherIds = idsOrNone(evaluator.evaluate(term.args[1], rows), length, scratch);
    relateTwo(ids, masks, otherIds, related, into, length);
    missWhereNobody(otherIds, masks, absence, length);
  }
  const any = alsoMissWhereNobody(ids, masks, absence, length);
  scratch.release(mark);
  return codeVector(into, any ? absence : undefined);
}

/** By slot: bits of the slots to which a relation holds. */
function fillRelated(state: WorldState, relation: number, into: Int32Array): void {
  const slots = state.factionEntity.length;
  for (let slot = 0; slot < slots; slot++) {
    let bits = 0;
    for (let other = 1; other < slots; other++) if (areSlotsRelated(state, relation, slot, other)) bits |= 1 << other;
    into[slot] = bits;
  }
}

/** Bits of the slots from which the relation holds to one of several. */
function slotsRelatedTo(related: Int32Array, others: number, slots: number): number {
  let bits = 0;
  for (let slot = 1; slot < slots; slot++) if ((related[slot] & others) !== 0) bits |= 1 << slot;
  return bits;
}

function relateToOne(ids: Int32Array, masks: Uint32Array, from: number, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = (masks[ids[row]] & from) !== 0 ? 1 : 0;
}

function relateTwo(
  ids: Int32Array,
  masks: Uint32Array,
  otherIds: Int32Array,
  related: Int32Array,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    let to = 0;
    for (let mask = masks[ids[row]] | 0; mask !== 0; mask &= mask - 1) to |= related[31 - Math.clz32(mask & -mask)];
    into[row] = (to & masks[otherIds[row]]) !== 0 ? 1 : 0;
  }
}

function missWhereNobody(ids: Int32Array, masks: Uint32Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = masks[ids[row]] === 0 ? isMissing : 0;
}

function alsoMissWhereNobody(ids: Int32Array, masks: Uint32Array, into: Uint8Array, length: number): boolean {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = into[row] | (masks[ids[row]] === 0 ? isMissing : 0);
    into[row] = how;
    count += how;
  }
  return count > 0;
}
