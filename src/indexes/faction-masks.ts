import { fact } from '../model/stamps.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import { roomyBits, roomyCodes } from './room.js';
import type { RowValues } from './kept-rows.js';
import { type OwnershipTables, ownershipRule } from './ownership-tables.js';

/** More factions than this and their slots are more than the bits of a word. */
export const mostMaskedFactions = 31;

export function hasMasks(state: WorldState): boolean {
  return state.factionEntity.length - 1 <= mostMaskedFactions;
}

/** By id: the object by which it is owned; the same as `ownershipHolder`, and 0 where nobody lives. */
export function holdersOf(state: WorldState, tables: OwnershipTables): RowValues<Int32Array> {
  return {
    facts: [fact.population, fact.place],
    all: (before) => allHolders(state, tables, before),
    one: (id) => holderOf(state, tables, id),
  };
}

function allHolders(state: WorldState, { rule }: OwnershipTables, before?: Int32Array): Int32Array {
  const {
    parent,
    identity: { kind },
  } = state;
  const limit = idLimit(state.identity);
  const holders = roomyCodes(before, kind.length);
  holders.fill(0, limit);
  holders[0] = 0;
  for (let id = 1; id < limit; id++) {
    const how = rule[kind[id]];
    holders[id] = how === ownershipRule.nobody ? 0 : id;
    if (how === ownershipRule.inherited) holders[id] = holderAbove(id, kind, rule, parent);
  }
  return holders;
}

function holderOf({ parent, identity: { kind } }: WorldState, { rule }: OwnershipTables, id: number): number {
  return rule[kind[id]] === ownershipRule.nobody ? 0 : holderAbove(id, kind, rule, parent);
}

function holderAbove(id: number, kind: Uint8Array, rule: Uint8Array, parent: Int32Array): number {
  let at = id;
  while (at !== 0 && rule[kind[at]] === ownershipRule.inherited) at = parent[at];
  return at;
}

/** By id: a bit for the slot of each faction that it belongs to; the same as `ownersOf`. */
export function masksOf(state: WorldState, tables: OwnershipTables): RowValues<Uint32Array> {
  return {
    facts: [fact.population, fact.owner, fact.place],
    all: (before) => allMasks(state, tables, before),
    one: (id) => ownMask(state, tables, holderOf(state, tables, id)),
  };
}

function allMasks(state: WorldState, tables: OwnershipTables, before?: Uint32Array): Uint32Array {
  const limit = idLimit(state.identity);
  const masks = roomyBits(before, state.identity.kind.length);
  masks.fill(0, limit);
  masks[0] = 0;
  maskOwn(state, tables, masks, limit);
  if (tables.hasThrough) maskThrough(state, tables, masks, limit);
  if (tables.hasInherited) maskInherited(state, tables, masks, limit);
  return masks;
}

/** What cannot be owned itself belongs to whoever has what it hangs on. */
function maskInherited(state: WorldState, { rule }: OwnershipTables, masks: Uint32Array, limit: number): void {
  const {
    parent,
    identity: { kind },
  } = state;
  for (let id = 1; id < limit; id++)
    if (rule[kind[id]] === ownershipRule.inherited) masks[id] = masks[holderAbove(id, kind, rule, parent)];
}

function maskOwn(state: WorldState, tables: OwnershipTables, masks: Uint32Array, limit: number): void {
  for (let id = 1; id < limit; id++) masks[id] = ownMask(state, tables, id);
}

function ownMask({ faction, owner, identity: { kind } }: WorldState, { rule }: OwnershipTables, id: number): number {
  const how = rule[kind[id]];
  const by = how === ownershipRule.stored ? owner[id] : how === ownershipRule.faction ? id : 0;
  const slot = faction[by];
  // Bit 0 stands for no faction: slots are from 1.
  return (1 << slot) & ~1;
}

function maskThrough(
  state: WorldState,
  { through, passesOn }: OwnershipTables,
  masks: Uint32Array,
  limit: number,
): void {
  const {
    faction,
    owner,
    parent,
    identity: { kind },
  } = state;
  for (let id = 1; id < limit; id++) {
    const part = kind[id];
    const slot = passesOn[part] === 1 ? faction[owner[id]] : 0;
    if (slot === 0) continue;
    for (let at = parent[id]; at !== 0; at = parent[at]) if (through[kind[at]] === part) masks[at] |= 1 << slot;
  }
}
