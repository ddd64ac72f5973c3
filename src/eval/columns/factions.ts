import { kindAt } from '../../model/model.js';
import type { Term } from '../term.js';
import type { AffiliationMode, HoldsData } from '../data.js';
import { js } from '../emit/code.js';
import { type Form, expression } from '../form.js';
import {
  type Meaning,
  absentWhereNone,
  allMissing,
  applyByRow,
  idsIn,
  filled,
  idsOrNone,
  sameAbsence,
  knownKind,
} from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import { kernelsOf } from './kernel.js';
import { type Rows, type Vector, codeVector, codesBy, isMissing, isNotFound, bytesAt } from './rows.js';
import { areSlotsRelated } from '../../components/relations.js';
import type { WorldState } from '../../components/state.js';
import { holdingOffset } from '../../components/holdings.js';
import { missing, type Value } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import { wordsOfSight } from '../../components/sights.js';
import { ownersOf } from '../../components/ownership.js';
import { isWorthIndex } from '../../indexes/worth-index.js';

/**
 * By id, bits of the factions that an object belongs to; undefined where asking each object is cheaper, or the only
 * way.
 */
export function masksFor(rows: Rows, { state, indexes }: Evaluator): Uint32Array | undefined {
  return isWorthIndex(rows.length, state) || indexes.ready.factions() ? indexes.factions() : undefined;
}

/** Bits of the factions that one object stands for; there must be no more than masks hold. */
export function maskOf(state: WorldState, id: Value): number {
  let mask = 0;
  if (!isAbsent(id)) for (const owner of ownersOf(state, id)) mask |= 1 << state.faction[owner];
  return mask;
}

/** The mask of a term that is the same in all rows. */
function uniformMask(term: Term, rows: Rows, evaluator: Evaluator): number | typeof varies {
  const one = evaluator.uniform(term, rows);
  return one === varies ? one : maskOf(evaluator.state, one);
}

/** A bit for each row. Where all objects are of one kind, the place of the bit is the same for all. */
export function holdsColumns(term: Term<HoldsData>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { holding, word } = term.data;
  const kind = knownKind(term.args[0], rows);
  if (!isAskable(state, term.data)) return nothingHeld(term, rows, evaluator);
  if (kind !== 0 && holdingOffset(state, holding, kind) < 0) return filled(term, 0, length, scratch);
  const bit = word & 31;
  return codesBy(rows, scratch, (into, absence) => {
    const of = evaluator.evaluate(term.args[0], rows);
    if (kind === 0) {
      const offsets = fillOffsets(state, term.data, scratch.codes(everyKind));
      gatherBitsByKind(idsOrNone(of, length, scratch), state, offsets, bit, into, length);
    } else {
      const offset = holdingOffset(state, holding, kind) + (word >>> 5);
      gatherBits(of.codes, state.wordBlock, state.words, offset, bit, into, length);
    }
    return sameAbsence(of.absence, absence, length);
  });
}

/** True if some kind has the holding, and the word is one of its words. */
function isAskable({ model: { holdings, enumerations } }: WorldState, { holding, word }: HoldsData): boolean {
  const { kinds, words } = holdings[holding];
  return kinds.length > 0 && word >= 1 && word <= enumerations[words].members.length;
}

function nothingHeld(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  return codesBy(rows, evaluator.scratch, (into, absence) => {
    into.fill(0, 0, rows.length);
    return sameAbsence(evaluator.evaluate(term.args[0], rows).absence, absence, rows.length);
  });
}

/** Entries for all numbers that a row's kind can have. */
export const everyKind = 256;
/** A kind without the holding: below 0 with any block. */
const lacking = -(2 ** 31);

/** By kind, the offset in an object's block of the 32-bit word that has the bit. */
export function fillOffsets(state: WorldState, { holding, word }: HoldsData, into: Int32Array): Int32Array {
  into.fill(lacking, 0, everyKind);
  for (const { index } of state.model.kinds) {
    const offset = holdingOffset(state, holding, index);
    if (offset >= 0) into[index] = offset + (word >>> 5);
  }
  return into;
}

function gatherBits(
  ids: Int32Array,
  block: Int32Array,
  words: Uint32Array,
  offset: number,
  bit: number,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) into[row] = (words[block[ids[row]] + offset] >>> bit) & 1;
}

/** Word 0 has no bits and lies in no block. */
function gatherBitsByKind(
  ids: Int32Array,
  { identity: { kind }, wordBlock, words }: WorldState,
  offsets: Int32Array,
  bit: number,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const at = wordBlock[id] + offsets[kind[id]];
    into[row] = (words[at & ~(at >> 31)] >>> bit) & 1;
  }
}

/** `meaning` is called row by row where the class differs. */
export function availableColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const one = evaluator.uniform(term.args[1], rows);
  if (one === varies) return applyByRow(term, rows, evaluator, meaning);
  if (isAbsent(one)) return filled(term, missing, length, scratch);
  return codesBy(rows, scratch, (into, absence) => {
    const slots = slotsOf(term.args[0], rows, evaluator);
    const { available, availableWords } = state;
    const word = one >>> 5;
    for (let row = 0; row < length; row++)
      into[row] = (available[slots[row] * availableWords + word] >>> (one & 31)) & 1;
    return absentWhereNone(slots, isMissing, absence, length);
  });
}

function slotsOf(term: Term, rows: Rows, evaluator: Evaluator): Int32Array {
  const slots = evaluator.scratch.codes(rows.length);
  bytesAt(evaluator.state.faction, idsIn(term, rows, evaluator), slots, rows.length);
  return slots;
}

/** A bit of a word for each row. Missing without a faction or an object. */
export function sightedColumns(term: Term<{ readonly sight: number }>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  return codesBy(rows, scratch, (into, absence) => {
    const slots = slotsOf(term.args[0], rows, evaluator);
    const ids = idsIn(term.args[1], rows, evaluator);
    const { sightedBy, sightedWords } = state;
    const first = term.data.sight * wordsOfSight(state);
    for (let row = 0; row < length; row++) {
      const slot = slots[row];
      into[row] = (sightedBy[ids[row] * sightedWords + first + (slot >>> 5)] >>> (slot & 31)) & 1;
      // Both known, or neither.
      slots[row] = ids[row] === 0 ? 0 : slot;
    }
    return absentWhereNone(slots, isMissing, absence, length);
  });
}

/** Tests of the factions of an object against others, as bits. */
export const affiliations: Readonly<Record<AffiliationMode, Form>> = {
  'empire-inclusive': expression(
    (own, others) => ((own & others) !== 0 ? 1 : 0),
    (own, others) => js`(${own} & ${others}) !== 0 ? 1 : 0`,
  ),
  'empire-exclusive': expression(
    (own, others) => ((own & others) !== 0 && (own & ~others) === 0 ? 1 : 0),
    (own, others) => js`((${own} & ${others}) !== 0 ? 1 : 0) & ((${own} & ~${others}) === 0 ? 1 : 0)`,
  ),
  'enemies-inclusive': expression(
    (own, others) => ((own & ~others) !== 0 ? 1 : 0),
    (own, others) => js`(${own} & ~${others}) !== 0 ? 1 : 0`,
  ),
  'enemies-exclusive': expression(
    (own, others) => (own !== 0 && (own & others) === 0 ? 1 : 0),
    (own, others) => js`(${own} !== 0 ? 1 : 0) & ((${own} & ${others}) === 0 ? 1 : 0)`,
  ),
};

const kernels = kernelsOf(affiliations, ['code', 'code'], 'code');

/** Tests the bits of each row against those of all rows, or against its own. */
function affiliate(
  mode: AffiliationMode,
  own: Int32Array,
  others: number | Int32Array,
  into: Int32Array,
  length: number,
): void {
  const { columns, constantSecond } = kernels[mode];
  if (typeof others !== 'number') columns(length, codeVector(into), codeVector(own), codeVector(others));
  else constantSecond(length, codeVector(into), codeVector(own), { value: others, whole: 0 });
}

function masksAt(masks: Uint32Array, ids: Int32Array, length: number, { scratch }: Evaluator): Int32Array {
  const into = scratch.codes(length);
  for (let row = 0; row < length; row++) into[row] = masks[ids[row]];
  return into;
}

/** `meaning` is called object by object where there are no masks. */
export function affiliationColumns(
  term: Term<{ readonly mode: AffiliationMode }>,
  rows: Rows,
  evaluator: Evaluator,
  meaning: Meaning,
): Vector {
  const { length } = rows;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const others = uniformMask(term.args[1], rows, evaluator);
  if (others === 0) return allMissing(term, term.args[0], rows, evaluator);
  return codesBy(rows, evaluator.scratch, (into, absence) => {
    const ids = idsIn(term.args[0], rows, evaluator);
    const own = masksAt(masks, ids, length, evaluator);
    const each = others === varies ? masksAt(masks, idsIn(term.args[1], rows, evaluator), length, evaluator) : others;
    affiliate(term.data.mode, own, each, into, length);
    const unheld = absentUnheld(term.args[0], ids, rows, evaluator, absence);
    if (typeof each === 'number') return unheld;
    if (unheld === undefined) absence.fill(0, 0, length);
    missWhereNobody(each, absence, length);
    return absence;
  });
}

export function unownedColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  return codesBy(rows, evaluator.scratch, (into, absence) => {
    const ids = idsIn(term.args[0], rows, evaluator);
    for (let row = 0; row < rows.length; row++) into[row] = masks[ids[row]] === 0 ? 1 : 0;
    return absentUnheld(term.args[0], ids, rows, evaluator, absence);
  });
}

/** Missing without an object, not found where nothing upward from it can be owned; undefined where neither occurs. */
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
    // None has no holder either, and is the weaker absence.
    const how = (holders[ids[row]] === 0 ? isNotFound : 0) - (ids[row] === 0 ? isNotFound - isMissing : 0);
    into[row] = how;
    count += how;
  }
  return count;
}

/** An object that stands for no faction makes the result missing, whatever the other is. */
function missWhereNobody(others: Int32Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) {
    const isNobody = others[row] === 0 ? 1 : 0;
    into[row] = (into[row] & (isNobody - 1)) | (isNobody * isMissing);
  }
}

/** With masks, sights too are one word an object with the same bits; otherwise each object is asked. */
export function visibleColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const observers = uniformMask(term.args[0], rows, evaluator);
  if (observers === 0) return allMissing(term, term.args[1], rows, evaluator);
  return codesBy(rows, scratch, (into, absence) => {
    const ids = idsIn(term.args[1], rows, evaluator);
    const seenBy = scratch.codes(length);
    for (let row = 0; row < length; row++) seenBy[row] = state.seenBy[ids[row]] | masks[ids[row]];
    const each =
      observers === varies ? masksAt(masks, idsIn(term.args[0], rows, evaluator), length, evaluator) : observers;
    affiliate('empire-inclusive', seenBy, each, into, length);
    const absent = absentWhereNone(ids, isMissing, absence, length);
    if (typeof each === 'number') return absent;
    alsoMissWhereNobody(each, absence, length);
    return absence;
  });
}

export function relatedColumns(
  term: Term<{ readonly relation: number }>,
  rows: Rows,
  evaluator: Evaluator,
  meaning: Meaning,
): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const slots = state.factionEntity.length;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const others = uniformMask(term.args[1], rows, evaluator);
  if (others === 0) return allMissing(term, term.args[0], rows, evaluator);
  return codesBy(rows, scratch, (into, absence) => {
    const own = masksAt(masks, idsIn(term.args[0], rows, evaluator), length, evaluator);
    const related = scratch.codes(slots);
    fillRelated(state, term.data.relation, related);
    absence.fill(0, 0, length);
    if (others !== varies) affiliate('empire-inclusive', own, slotsRelatedTo(related, others, slots), into, length);
    else {
      const each = masksAt(masks, idsIn(term.args[1], rows, evaluator), length, evaluator);
      relateTwo(own, each, related, into, length);
      alsoMissWhereNobody(each, absence, length);
    }
    return alsoMissWhereNobody(own, absence, length) ? absence : undefined;
  });
}

/** By slot: bits of the slots to which a relation holds, or with `back` from which it holds. */
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

function relateTwo(own: Int32Array, others: Int32Array, related: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) {
    let to = 0;
    for (let mask = own[row]; mask !== 0; mask &= mask - 1) to |= related[31 - Math.clz32(mask & -mask)];
    into[row] = (to & others[row]) !== 0 ? 1 : 0;
  }
}

function alsoMissWhereNobody(masks: Int32Array, into: Uint8Array, length: number): boolean {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = into[row] | (masks[row] === 0 ? isMissing : 0);
    into[row] = how;
    count += how;
  }
  return count > 0;
}
