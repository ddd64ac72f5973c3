import { kindAt } from '../../model/model.js';
import type { Term } from '../term.js';
import type { AffiliationMode } from '../data.js';
import { type Meaning, allMissing, applyByRow, idsIn } from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import { type Rows, type Vector, codeVector, isMissing, isNotFound } from './rows.js';
import { knownKind } from './subset.js';
import { masksFor, uniformMask } from './masks.js';
import { areSlotsRelated } from '../../components/relations.js';
import type { WorldState } from '../../components/state.js';

/** `meaning` is asked object by object where there are no masks. */
export function affiliationColumns(
  term: Term<{ readonly mode: AffiliationMode }>,
  rows: Rows,
  evaluator: Evaluator,
  meaning: Meaning,
): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const { mode } = term.data;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const others = uniformMask(term.args[1], rows, evaluator);
  if (others === 0) return allMissing(term, term.args[0], rows, evaluator);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsIn(term.args[0], rows, evaluator);
  if (others !== varies) {
    affiliateWith[mode](ids, masks, others, into, length);
    const told = absentUnheld(term.args[0], ids, rows, evaluator, absence);
    scratch.release(mark);
    return codeVector(into, told);
  }
  const otherIds = idsIn(term.args[1], rows, evaluator);
  affiliateTwo[mode](ids, masks, otherIds, into, length);
  const unheld = absentUnheld(term.args[0], ids, rows, evaluator, absence);
  if (unheld === undefined) absence.fill(0, 0, length);
  missWhereNobody(otherIds, masks, absence, length);
  scratch.release(mark);
  return codeVector(into, absence);
}

export function unownedColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsIn(term.args[0], rows, evaluator);
  haveNobody(ids, masks, into, length);
  const told = absentUnheld(term.args[0], ids, rows, evaluator, absence);
  scratch.release(mark);
  return codeVector(into, told);
}

/**
 * Missing where there is no object, not found where nothing upward from it can be owned; undefined where neither is so.
 */
function absentUnheld(
  term: Term,
  ids: Int32Array,
  rows: Rows,
  { state, indexes }: Evaluator,
  into: Uint8Array,
): Uint8Array | undefined {
  const kind = knownKind(term, rows);
  if (kind !== 0) {
    const { faction, ownership } = kindAt(state.model, kind);
    if (faction || ownership.rule !== 'none') return undefined;
  }
  return markUnheld(ids, indexes.holders(), into, rows.length) === 0 ? undefined : into;
}

function markUnheld(ids: Int32Array, holders: Int32Array, into: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    // None has no holder either, and is the lesser absence.
    const how = (holders[ids[row]] === 0 ? isNotFound : 0) - (ids[row] === 0 ? isNotFound - isMissing : 0);
    into[row] = how;
    count += how;
  }
  return count;
}

/** An object that stands for no faction makes the answer missing, whatever the other is. */
function missWhereNobody(others: Int32Array, masks: Uint32Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) {
    const isNobody = masks[others[row]] === 0 ? 1 : 0;
    into[row] = (into[row] & (isNobody - 1)) | (isNobody * isMissing);
  }
}

function haveNobody(ids: Int32Array, masks: Uint32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = masks[ids[row]] === 0 ? 1 : 0;
}

type WithOne = (ids: Int32Array, masks: Uint32Array, others: number, into: Int32Array, length: number) => void;
type WithOther = (ids: Int32Array, masks: Uint32Array, otherIds: Int32Array, into: Int32Array, length: number) => void;

/** Every row with the same factions. */
const affiliateWith: Record<AffiliationMode, WithOne> = {
  'empire-inclusive': (ids, masks, others, into, length) => {
    for (let row = 0; row < length; row++) into[row] = (masks[ids[row]] & others) !== 0 ? 1 : 0;
  },
  'empire-exclusive': (ids, masks, others, into, length) => {
    for (let row = 0; row < length; row++) {
      const own = masks[ids[row]];
      into[row] = ((own & others) !== 0 ? 1 : 0) & ((own & ~others) === 0 ? 1 : 0);
    }
  },
  'enemies-inclusive': (ids, masks, others, into, length) => {
    for (let row = 0; row < length; row++) into[row] = (masks[ids[row]] & ~others) !== 0 ? 1 : 0;
  },
  'enemies-exclusive': (ids, masks, others, into, length) => {
    for (let row = 0; row < length; row++) {
      const own = masks[ids[row]];
      into[row] = (own !== 0 ? 1 : 0) & ((own & others) === 0 ? 1 : 0);
    }
  },
};

/** Each row with its own. */
const affiliateTwo: Record<AffiliationMode, WithOther> = {
  'empire-inclusive': (ids, masks, otherIds, into, length) => {
    for (let row = 0; row < length; row++) into[row] = (masks[ids[row]] & masks[otherIds[row]]) !== 0 ? 1 : 0;
  },
  'empire-exclusive': (ids, masks, otherIds, into, length) => {
    for (let row = 0; row < length; row++) {
      const own = masks[ids[row]];
      const others = masks[otherIds[row]];
      into[row] = ((own & others) !== 0 ? 1 : 0) & ((own & ~others) === 0 ? 1 : 0);
    }
  },
  'enemies-inclusive': (ids, masks, otherIds, into, length) => {
    for (let row = 0; row < length; row++) into[row] = (masks[ids[row]] & ~masks[otherIds[row]]) !== 0 ? 1 : 0;
  },
  'enemies-exclusive': (ids, masks, otherIds, into, length) => {
    for (let row = 0; row < length; row++) {
      const own = masks[ids[row]];
      into[row] = (own !== 0 ? 1 : 0) & ((own & masks[otherIds[row]]) === 0 ? 1 : 0);
    }
  },
};

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
  const others = uniformMask(term.args[1], rows, evaluator);
  if (others === 0) return allMissing(term, term.args[0], rows, evaluator);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsIn(term.args[0], rows, evaluator);
  const related = scratch.codes(state.factionEntity.length);
  fillRelated(state, relation, related);
  if (others !== varies) {
    relateToOne(ids, masks, slotsRelatedTo(related, others, state.factionEntity.length), into, length);
    absence.fill(0, 0, length);
  } else {
    const otherIds = idsIn(term.args[1], rows, evaluator);
    relateTwo(ids, masks, otherIds, related, into, length);
    missOfNoFaction(otherIds, masks, absence, length);
  }
  const any = alsoMissWhereNobody(ids, masks, absence, length);
  scratch.release(mark);
  return codeVector(into, any ? absence : undefined);
}

/** By slot: bits of the slots to which a relation holds, or with `back` from which it does. */
export function fillRelated(state: WorldState, relation: number, into: Int32Array, back = false): void {
  const slots = state.factionEntity.length;
  for (let slot = 0; slot < slots; slot++) {
    let bits = 0;
    for (let other = 1; other < slots; other++)
      if (back ? areSlotsRelated(state, relation, other, slot) : areSlotsRelated(state, relation, slot, other))
        bits |= 1 << other;
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

function missOfNoFaction(ids: Int32Array, masks: Uint32Array, into: Uint8Array, length: number): void {
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
