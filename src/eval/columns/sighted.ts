import { wordsOfSight } from '../../components/sights.js';
import type { WorldState } from '../../components/state.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing } from './vector.js';

/** A bit of a word for each row. Missing where there is no faction to ask, or no object. */
export function sightedColumns(term: Term<{ readonly sight: number }>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const into = scratch.codes(length);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const factions = idsOrNone(evaluator.evaluate(term.args[0], rows), length, scratch);
  const ids = idsOrNone(evaluator.evaluate(term.args[1], rows), length, scratch);
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
