import { placeKind } from '../../components/place.js';
import type { WorldState } from '../../components/world-state.js';
import { idLimit } from '../../kernel/identity.js';
import { roomyCodes } from './kept-index.js';

/** By id: the same as `placeHolder`; rows where nobody lives are nowhere. */
export function placesOf(state: WorldState, before?: Int32Array): Int32Array {
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
