import { holdingOffset } from '../../components/holdings.js';
import type { WorldState } from '../../components/state.js';
import type { Term } from '../term.js';
import { copyBytes, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import { filled } from './filled.js';
import { knownKind } from './known-kind.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

interface HoldsOf {
  readonly holding: number;
  readonly word: number;
}

/**
 * A bit for each row. Where all objects are of one kind, the place of the bit in what they hold is the same for all.
 */
export function holdsColumns(term: Term<HoldsOf>, rows: Rows, evaluator: Evaluator): Vector {
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
function isAskable({ model: { holdings, enumerations } }: WorldState, { holding, word }: HoldsOf): boolean {
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
export function fillOffsets(state: WorldState, { holding, word }: HoldsOf, into: Int32Array): Int32Array {
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
