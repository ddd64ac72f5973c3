import { holdingOffset } from '../../components/holdings.js';
import type { WorldState } from '../../components/state.js';
import type { HoldsData } from '../data.js';
import type { Term } from '../term.js';
import { type Meaning, absentWhereNone, applyByRow, filled, idsIn, idsOrNone, sameAbsence } from './absence.js';
import { type Rows, type Vector, bytesAt, codesBy, isMissing } from './rows.js';
import { type Evaluator, varies } from './evaluator.js';
import { knownKind } from './subset.js';
import { missing } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import { wordsOfSight } from '../../components/sights.js';

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
