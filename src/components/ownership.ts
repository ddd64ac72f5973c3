import { contentsOf } from './attachment.js';
import { kindAt } from './model.js';
import type { WorldState } from './world-state.js';

/** Who owns what. A faction belongs to itself; objects of some kinds belong to everyone who owns something in them. */

/** The object by which an object is owned: itself, or the nearest that it hangs on whose kind can be owned; 0 when none can. */
export function ownershipHolder(state: WorldState, id: number): number {
  let at = id;
  while (at !== 0 && cannotBeOwned(state, at)) at = state.parent[at];
  return at;
}

function cannotBeOwned(state: WorldState, id: number): boolean {
  const kind = kindAt(state.model, state.identity.kind[id]);
  return !kind.faction && kind.ownership.rule === 'none';
}

/** Ids of the factions that an object belongs to, ascending, each once. A kind without ownership belongs to whoever has what it hangs on. */
export function ownersOf(state: WorldState, object: number): readonly number[] {
  if (object === 0 || state.identity.kind[object] === 0) return [];
  const id = ownershipHolder(state, object);
  if (id === 0) return [];
  const kind = kindAt(state.model, state.identity.kind[id]);
  if (kind.faction) return [id];
  switch (kind.ownership.rule) {
    case 'none': return [];
    case 'stored': return state.owner[id] === 0 ? [] : [state.owner[id]];
    case 'through': {
      const through = kind.ownership.kind;
      const owners = new Set<number>();
      for (const part of contentsOf(state, id)) {
        if (state.identity.kind[part] === through && state.owner[part] !== 0) owners.add(state.owner[part]);
      }
      return [...owners].sort((a, b) => a - b);
    }
  }
}

/** The one faction that an object belongs to; 0 when it belongs to none or to several. */
export function ownerOf(state: WorldState, id: number): number {
  const owners = ownersOf(state, id);
  return owners.length === 1 ? owners[0] : 0;
}
