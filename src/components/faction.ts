import { EdictError, damaged } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { kindAt } from '../model/model.js';
import { type Arrays, component, wordsFor } from './component.js';
import type { WorldState } from './state.js';

const factionColumns = { faction: { type: 'u8', refers: 'slot', stamp: ['population'] } } as const;

const factionTableColumns = { factionEntity: { type: 'i32', stored: 'faction.entity', refers: 'object' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof factionColumns>, Arrays<typeof factionTableColumns> {}
}

/** 0 for other objects. */
export const faction = component({
  name: 'faction',
  rows: 'entity',
  columns: factionColumns,
  facts: ['population'],
  has: ({ faction: isFaction }) => isFaction,
  checkOf({ model, identity, faction: slots, factionEntity }, id): void {
    const slot = slots[id];
    const isFaction = kindAt(model, identity.kind[id]).faction;
    if (isFaction !== slot > 0 || (slot > 0 && factionEntity[slot] !== id))
      throw damaged(`object ${id} has a faction slot that is not its own`);
  },
});

/** 0: the slot is free. */
export const factionTable = component({
  name: 'faction slots',
  rows: 'faction',
  columns: factionTableColumns,
  facts: ['population'],
  hashSlot({ factionEntity }, hasher, slot): void {
    hasher.number(factionEntity[slot]);
    hasher.number(slot);
  },
});

/** Words of one bit for each slot, slot 0 included. */
export function wordsOfSlots({ factionEntity }: WorldState): number {
  return wordsFor(factionEntity.length);
}

/** Throws for other objects. */
export function slotOf(state: WorldState, id: number, what: string): number {
  const slot = state.faction[id];
  if (slot === 0) throw new EdictError('no-faction', `object ${id} is not a faction; only factions ${what}`);
  return slot;
}

/** The lowest; throws where there is none. */
export function freeSlot({ factionEntity }: WorldState): number {
  const slot = factionEntity.indexOf(0, 1);
  if (slot < 0)
    throw new EdictError(
      'world-full',
      `all ${factionEntity.length - 1} places for factions are taken; reserve more factions`,
    );
  return slot;
}

export function isTaken({ identity, faction: slots, factionEntity }: WorldState, slot: number): boolean {
  const entity = slot > 0 && slot < factionEntity.length ? factionEntity[slot] : 0;
  return entity > 0 && entity < idLimit(identity) && isLive(identity, entity) && slots[entity] === slot;
}
