import { placeHolder } from '../../components/place.js';
import { placeKind } from '../../components/nodes.js';
import type { Evaluator } from './evaluator.js';
import { isWorthIndex } from './masks.js';

/**
 * What has the place of each of some objects; none where one is nowhere, and for none. Lent from the scratch memory.
 */
export function holdersOf(ids: Int32Array, length: number, { state, scratch, indexes }: Evaluator): Int32Array {
  const holders = scratch.codes(length);
  if (state.flat) keepPlaced(state.place, ids, holders, length);
  else if (isWorthIndex({ length }, state) || indexes.ready.places()) lookUp(indexes.places(), ids, holders, length);
  else for (let row = 0; row < length; row++) holders[row] = placeHolder(state, ids[row]);
  return holders;
}

/** What is somewhere has a place of its own. */
function keepPlaced(place: Uint8Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = place[ids[row]] === placeKind.inherited ? 0 : ids[row];
}

function lookUp(places: Int32Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = places[ids[row]];
}
