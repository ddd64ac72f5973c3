import { connect } from '../../../state/lanes.js';
import { type Placement, put } from '../../../state/place.js';
import type { ImportedGame } from './imported-game.js';
import { type StateObject, objectsOfType } from './schema.js';

/** Where everything of a state is, and the lanes. */

/**
 * Puts everything where it is, systems first. Whatever hangs on nothing that is in the file is at its point in the
 * plane.
 */
export function placeObjects(made: ImportedGame): void {
  const { source, state, idOf } = made;
  for (const { id, x, y } of objectsOfType(source, 'System')) put(state, idOf(id), { at: 'point', x, y }, true);
  for (const object of source.objects)
    if (object.type !== 'System') put(state, idOf(object.id), placeOf(made, object), true);
}

function placeOf({ idOf }: ImportedGame, object: StateObject): Placement {
  const holder = idOf(holderOf(object));
  if (holder !== 0) return { at: 'object', object: holder };
  const { x, y } = object;
  if (object.type === 'Fleet') {
    const [from, to] = [idOf(object.previousSystem), idOf(object.nextSystem)];
    if (from !== 0 && to !== 0 && from !== to) return { at: 'lane', from, to, x, y };
  }
  return { at: 'point', x, y };
}

/** What an object hangs on, as an id of the file. */
function holderOf(object: StateObject): number {
  switch (object.type) {
    case 'Building':
      return object.planet;
    case 'Ship':
      return object.fleet;
    case 'System':
    case 'Planet':
    case 'Fleet':
    case 'Field':
      return object.system;
  }
}

/** Lanes have no direction, and a wormhole is a lane. */
export function connectSystems({ source, state, idOf }: ImportedGame): void {
  for (const { id, starlanes, wormholes } of objectsOfType(source, 'System')) {
    for (const other of [...starlanes, ...wormholes]) if (other !== id) connect(state, idOf(id), idOf(other));
  }
}
