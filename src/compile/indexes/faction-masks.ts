import type { WorldState } from '../../components/world-state.js';
import { idLimit } from '../../kernel/identity.js';
import { roomyBits, roomyCodes } from './kept-index.js';
import { type OwnershipTables, ownershipRule } from './ownership-tables.js';

/** More factions than this and their slots are more than the bits of a word. */
export const mostMaskedFactions = 31;

export function hasMasks(state: WorldState): boolean {
  return state.factionEntity.length - 1 <= mostMaskedFactions;
}

/** By id: the object by which it is owned; the same as `ownershipHolder`. */
export function holdersOf(state: WorldState, { rule }: OwnershipTables, before?: Int32Array): Int32Array {
  const { parent, identity: { kind } } = state;
  const limit = idLimit(state.identity);
  const holders = roomyCodes(before, kind.length);
  holders.fill(0, limit);
  holders[0] = 0;
  for (let id = 1; id < limit; id++) {
    let at = id;
    while (at !== 0 && rule[kind[at]] === ownershipRule.inherited) at = parent[at];
    holders[id] = rule[kind[at]] === ownershipRule.nobody ? 0 : at;
  }
  return holders;
}

/** By id: a bit for the slot of each faction that it belongs to; the same as `ownersOf`. */
export function masksOf(state: WorldState, tables: OwnershipTables, holders: Int32Array, before?: Uint32Array): Uint32Array {
  const limit = idLimit(state.identity);
  const masks = roomyBits(before, state.identity.kind.length);
  masks.fill(0, limit);
  masks[0] = 0;
  maskOwn(state, tables, masks, limit);
  if (tables.hasThrough) maskThrough(state, tables, masks, limit);
  for (let id = 1; id < limit; id++) if (holders[id] !== id) masks[id] = masks[holders[id]];
  return masks;
}

function maskOwn(state: WorldState, { rule }: OwnershipTables, masks: Uint32Array, limit: number): void {
  const { faction, owner, identity: { kind } } = state;
  for (let id = 1; id < limit; id++) {
    const how = rule[kind[id]];
    const slot = how === ownershipRule.faction ? faction[id] : how === ownershipRule.stored ? faction[owner[id]] : 0;
    masks[id] = slot === 0 ? 0 : 1 << slot;
  }
}

function maskThrough(state: WorldState, { through, passesOn }: OwnershipTables, masks: Uint32Array, limit: number): void {
  const { faction, owner, parent, identity: { kind } } = state;
  for (let id = 1; id < limit; id++) {
    const part = kind[id];
    const slot = passesOn[part] === 1 ? faction[owner[id]] : 0;
    if (slot === 0) continue;
    for (let at = parent[id]; at !== 0; at = parent[at]) if (through[kind[at]] === part) masks[at] |= 1 << slot;
  }
}
