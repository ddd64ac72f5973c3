import { hasBit, setBit } from '../kernel/bit-words.js';
import { type Arrays, type ColumnDeclarations, component, wordsFor } from './component.js';
import { slotOf } from './faction.js';
import { fact, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';

const columns = {
  available: {
    type: 'u32',
    stored: 'faction.available',
    width: ({ classes }) => wordsFor(classes.length + 1),
  },
} as const satisfies ColumnDeclarations;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {
    availableWords: number;
  }
}

/** Classes (techs, buildings, ship classes) that a faction may use: one bit for each. */
export const availability = component({
  name: 'availability',
  rows: 'faction',
  columns,
  widths: { availableWords: 'available' },
  facts: ['availability'],
  hashSlot({ available, availableWords }, hasher, slot): void {
    for (let word = 0; word < availableWords; word++) hasher.number(available[slot * availableWords + word]);
  },
  endFaction({ available, availableWords, stamps }, slot): void {
    available.fill(0, slot * availableWords, (slot + 1) * availableWords);
    touch(stamps, fact.availability);
  },
});

/** Undefined when the object is no faction. */
export function isAvailable(state: WorldState, faction: number, classIndex: number): boolean | undefined {
  const slot = state.faction[faction];
  return slot === 0 ? undefined : hasBit(state.available, slot * state.availableWords, classIndex);
}

/** Throws when `faction` is no faction. */
export function setAvailable(state: WorldState, faction: number, classIndex: number, available: boolean): void {
  const slot = slotOf(state, faction, 'have availabilities');
  if (setBit(state.available, slot * state.availableWords, classIndex, available))
    touch(state.stamps, fact.availability);
}
