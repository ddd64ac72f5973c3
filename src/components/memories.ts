import { type Arrays, component } from './component.js';
import { ofOccurrences } from './copies.js';
import { resolve } from '../kernel/identity.js';
import type { Type } from '../model/model.js';
import type { WorldState } from './state.js';

const columns = { memories: { type: 'f64', stored: 'memory.value' } } as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
}

/** At the row of an occurrence the count of its values, then the number and value of each. */
export const memories = component({
  name: 'memories',
  rows: 'memory',
  columns,
  ...ofOccurrences,
});

/** 0: none. */
export function memoryRow({ occurrences, memories }: WorldState, occurrence: number, number: number): number {
  const first = occurrence > 0 ? occurrences.memo[occurrence] : 0;
  if (!(first > 0)) return 0;
  const end = first + 2 * memories[first];
  for (let row = first + 1; row < end; row += 2) if (memories[row] === number) return row + 1;
  return 0;
}

/** As expressions see it: undefined where absent; of an object its id, 0 once destroyed. */
export function shownValue(state: WorldState, type: Type, stored: number | undefined): number | undefined {
  if (stored === undefined || Number.isNaN(stored)) return undefined;
  return type.name === 'entity' ? resolve(state.identity, stored) : stored;
}
