import { holdingOffset } from '../../components/holdings.js';
import type { WorldState } from '../../components/state.js';
import type { HoldsData } from '../data.js';
import type { Term } from '../term.js';
import { type Meaning, absentWhereNone, allMissing, applyByRow, filled, idsIn, idsOrNone } from './absence.js';
import { type Rows, type Vector, codeVector, copyBytes, isMissing } from './rows.js';
import { type Evaluator, varies } from './evaluator.js';
import { knownKind } from './subset.js';
import { missing } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import { masksFor, uniformMask } from './masks.js';
import { wordsOfSight } from '../../components/sights.js';

/** A bit for each row. Where all objects are of one kind, its place in what they hold is the same for all. */
export function holdsColumns(term: Term<HoldsData>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const { holding, word } = term.data;
  const kind = knownKind(term.args[0], rows);
  if (!isAskable(state, term.data)) return nothingHeld(term, rows, evaluator);
  if (kind !== 0 && holdingOffset(state, holding, kind) < 0) return filled(term, 0, length, scratch);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const of = evaluator.evaluate(term.args[0], rows);
  if (kind !== 0)
    gatherBits(
      of.codes,
      state.wordBlock,
      state.words,
      holdingOffset(state, holding, kind) + (word >>> 5),
      word & 31,
      into,
      length,
    );
  else
    gatherBitsByKind(
      idsOrNone(of, length, scratch),
      state.identity.kind,
      fillOffsets(state, term.data, scratch.codes(everyKind)),
      state.wordBlock,
      state.words,
      word & 31,
      into,
      length,
    );
  if (of.absence !== undefined) copyBytes(of.absence, absence, length);
  scratch.release(mark);
  return codeVector(into, of.absence === undefined ? undefined : absence);
}

/** Some kind has the holding, and the word is one of its words. */
function isAskable({ model: { holdings, enumerations } }: WorldState, { holding, word }: HoldsData): boolean {
  const { kinds, words } = holdings[holding];
  return kinds.length > 0 && word >= 1 && word <= enumerations[words].members.length;
}

function nothingHeld(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const none = filled(term, 0, rows.length, scratch);
  const absence = scratch.bytes(rows.length);
  const mark = scratch.mark();
  const of = evaluator.evaluate(term.args[0], rows);
  if (of.absence !== undefined) copyBytes(of.absence, absence, rows.length);
  scratch.release(mark);
  return of.absence === undefined ? none : { ...none, absence };
}

/** One entry for every number that a row's kind can have. */
export const everyKind = 256;
/** Stands for a kind without the holding: with any block it is below 0. */
const lacking = -(2 ** 31);

/** By kind, where the word of 32 bits that has the bit lies in an object's block. */
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

/** Nothing is held in word 0, which is in nobody's block. */
function gatherBitsByKind(
  ids: Int32Array,
  kinds: Uint8Array,
  offsets: Int32Array,
  block: Int32Array,
  words: Uint32Array,
  bit: number,
  into: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    const at = block[id] + offsets[kinds[id]];
    into[row] = (words[at & ~(at >> 31)] >>> bit) & 1;
  }
}

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
  const ids = idsIn(term.args[0], rows, evaluator);
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

/** Where there are masks, sights too are one word an object with the same bits; elsewhere each object is asked. */
export function visibleColumns(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const masks = masksFor(rows, evaluator);
  if (masks === undefined) return applyByRow(term, rows, evaluator, meaning);
  const observers = uniformMask(term.args[0], rows, evaluator);
  if (observers === 0) return allMissing(term, term.args[1], rows, evaluator);
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const ids = idsIn(term.args[1], rows, evaluator);
  let told = absentWhereNone(ids, isMissing, absence, length);
  if (observers !== varies) {
    seenByOne(ids, state.seenBy, masks, observers, into, length);
  } else {
    const observerIds = idsIn(term.args[0], rows, evaluator);
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

/** A bit of a word for each row. Missing where there is no faction to ask, or no object. */
export function sightedColumns(term: Term<{ readonly sight: number }>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const factions = idsIn(term.args[0], rows, evaluator);
  const ids = idsIn(term.args[1], rows, evaluator);
  haveSight(state, term.data.sight, factions, ids, into, length);
  const count = missBlind(factions, ids, state.faction, absence, length);
  scratch.release(mark);
  return codeVector(into, count === 0 ? undefined : absence);
}

function haveSight(
  state: WorldState,
  sight: number,
  factions: Int32Array,
  ids: Int32Array,
  into: Int32Array,
  length: number,
): void {
  const { sightedBy, sightedWords, faction } = state;
  const first = sight * wordsOfSight(state);
  for (let row = 0; row < length; row++) {
    const slot = faction[factions[row]];
    into[row] = (sightedBy[ids[row] * sightedWords + first + (slot >>> 5)] >>> (slot & 31)) & 1;
  }
}

function missBlind(
  factions: Int32Array,
  ids: Int32Array,
  faction: Uint8Array,
  into: Uint8Array,
  length: number,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = faction[factions[row]] === 0 || ids[row] === 0 ? isMissing : 0;
    into[row] = how;
    count += how;
  }
  return count;
}
