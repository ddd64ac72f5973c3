import { placeHolder } from '../components/place.js';
import { placeKind } from '../components/nodes.js';
import { fact } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import { roomyCodes } from './room.js';
import type { RowValues } from './kept-rows.js';

/** By id: the same as `placeHolder`; rows where nobody lives are nowhere. */
export function placesOf(state: WorldState): RowValues<Int32Array> {
  return {
    facts: [fact.population, fact.place],
    all: (before) => allPlaces(state, before),
    one: (id) => placeHolder(state, id),
  };
}

function allPlaces(state: WorldState, before?: Int32Array): Int32Array {
  const { place, parent, identity } = state;
  const { inherited } = placeKind;
  const limit = idLimit(identity);
  const places = roomyCodes(before, identity.kind.length);
  places.fill(0, limit);
  places[0] = 0;
  for (let id = 1; id < limit; id++) {
    let at = id;
    while (at !== 0 && place[at] === inherited) at = parent[at];
    places[id] = at;
  }
  return places;
}
