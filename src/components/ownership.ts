import { contentsOf } from './attachment.js';
import { kindAt } from './model.js';
import type { WorldState } from './world-state.js';

/** Who owns what. A faction belongs to itself; objects of some kinds belong to everyone who owns something in them. */

/** Ids of the factions that an object belongs to, ascending, each once. */
export function ownersOf(state: WorldState, id: number): readonly number[] {
  const kindIndex = state.identity.kind[id];
  if (id === 0 || kindIndex === 0) return [];
  const kind = kindAt(state.model, kindIndex);
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
