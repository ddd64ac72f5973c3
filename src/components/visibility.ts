import { clearBitOfAll, hasBit, setBit, visitWords } from '../kernel/bit-words.js';
import { type Arrays, type ColumnDeclarations, component, slotWords } from './component.js';
import { slotOf } from './faction.js';
import { isOwnedBy, ownersOf } from './ownership.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  seenBy: { type: 'u32', width: (_, sizes) => slotWords(sizes), refers: 'slots', stamp: 'seen' },
} as const satisfies ColumnDeclarations;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {
    seenWords: number;
  }
}

/** Plain sight: one bit for each object and faction, set by the host; owners always see. */
export const visibility = component({
  name: 'visibility',
  rows: 'entity',
  columns,
  widths: { seenWords: 'seenBy' },
  facts: ['sight', 'seen'],
  has: () => true,
  writers: 'host',
  // Trailing words depend on the room for factions.
  hashOf({ seenBy, seenWords }, hasher, id): void {
    visitWords(seenBy, id * seenWords, seenWords, (word, bits) => {
      hasher.number(word);
      hasher.number(bits);
    });
  },
  endFaction(state, slot): void {
    clearBitOfAll(state.seenBy, state.seenWords, slot);
    touchSight(state);
  },
});

export function factionSees(state: WorldState, faction: number, id: number): boolean {
  return hasBit(state.seenBy, id * state.seenWords, state.faction[faction]) || isOwnedBy(state, id, faction);
}

/** Undefined when the observer belongs to no faction. */
export function sees(state: WorldState, observer: number, id: number): boolean | undefined {
  const owners = ownersOf(state, observer);
  return owners.length === 0 ? undefined : owners.some((faction) => factionSees(state, faction, id));
}

/** Throws when `faction` is no faction. */
export function setSeen(state: WorldState, faction: number, id: number, seen: boolean): void {
  if (setBit(state.seenBy, id * state.seenWords, slotOf(state, faction, 'see'), seen)) touchSight(state);
}

/** Makes an object visible to just these factions. Throws, with nothing changed, when one is no faction. */
export function setSeenBy(state: WorldState, id: number, factions: readonly number[]): void {
  for (const faction of factions) slotOf(state, faction, 'see');
  for (let word = 0; word < state.seenWords; word++) {
    let bits = 0;
    for (const faction of factions) {
      const slot = state.faction[faction];
      if (slot >>> 5 === word) bits |= 1 << (slot & 31);
    }
    const at = id * state.seenWords + word;
    if (state.seenBy[at] === bits >>> 0) continue;
    state.seenBy[at] = bits;
    touchSight(state);
  }
}

function touchSight({ stamps }: WorldState): void {
  touch(stamps, fact.sight);
  touch(stamps, fact.seen);
}
