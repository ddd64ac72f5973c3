import { clearBitOfAll, hasBit, setBit, visitBits, visitWords } from '../kernel/bit-words.js';
import { type Arrays, type ColumnDeclarations, component, slotWords } from './component.js';
import { damaged } from '../kernel/errors.js';
import { isTaken, slotOf, wordsOfSlots } from './faction.js';
import { isThere } from './live-objects.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  sightedBy: { type: 'u32', width: (model, sizes) => model.sights.length * slotWords(sizes), refers: 'slots' },
} as const satisfies ColumnDeclarations;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {
    sightedWords: number;
  }
}

/** Such as explored; one bit for each sight, object and faction, set by the host. Owners have none by themselves. */
export const sights = component({
  name: 'sights',
  rows: 'entity',
  columns,
  widths: { sightedWords: 'sightedBy' },
  when: ({ sights: declared }) => declared.length > 0,
  facts: ['sight'],
  /** The place of a word depends on the room for factions. */
  hashOf(state, hasher, id): void {
    const words = wordsOfSlots(state);
    visitWords(state.sightedBy, id * state.sightedWords, state.sightedWords, (at, bits) => {
      // Neither a word of plain sight nor an id is below 0.
      for (const number of [-1, Math.floor(at / words), at % words, bits]) hasher.number(number);
    });
  },
  check(state): void {
    const words = wordsOfSlots(state);
    visitWords(state.sightedBy, 0, state.sightedBy.length, (at, bits) => {
      const id = Math.floor(at / state.sightedWords);
      visitBits(bits, (bit) => {
        if (!isThere(state, id) || !isTaken(state, ((at % state.sightedWords) % words) * 32 + bit))
          throw damaged(`row ${id} is in sight of an unknown faction, or is free`);
      });
    });
  },
  endFaction(state, slot): void {
    // The bit of the slot is at the same place in the words of every object and sight.
    clearBitOfAll(state.sightedBy, wordsOfSlots(state), slot);
    touch(state.stamps, fact.sight);
  },
});

/** Undefined when `faction` is no faction. */
export function isSighted(state: WorldState, sight: number, faction: number, id: number): boolean | undefined {
  const slot = state.faction[faction];
  return slot === 0 ? undefined : hasBit(state.sightedBy, firstWord(state, sight, id), slot);
}

/** Throws when `faction` is no faction. */
export function setSighted(state: WorldState, sight: number, faction: number, id: number, sighted: boolean): void {
  const slot = slotOf(state, faction, `have a sight of ${state.model.sights[sight]}`);
  if (setBit(state.sightedBy, firstWord(state, sight, id), slot, sighted)) touch(state.stamps, fact.sight);
}

function firstWord(state: WorldState, sight: number, id: number): number {
  return id * state.sightedWords + sight * wordsOfSlots(state);
}
