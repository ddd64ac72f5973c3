import type { WorldState } from '../../components/state.js';
import type { Ability } from '../../ir/occurrence.js';
import type { Entry } from './entry.js';

/** Abilities that listen to one type at one point in one step. */
export interface Listeners {
  /** Of the world and of objects, and those that are created. */
  readonly printed: Entry[];
  readonly created: Map<Ability, Entry>;
  /** Those of the printed that may answer one occurrence, by row, and perhaps others. */
  readonly fitting: (row: number) => readonly Entry[];
  /** None of them draws: while nothing changes, the same ones answer. */
  isLasting: boolean;
}

export function createListeners(state: WorldState): Listeners {
  const printed: Entry[] = [];
  let byValue: ByValue | undefined;
  return {
    printed,
    created: new Map(),
    isLasting: true,
    fitting(row) {
      if (printed.length < fewEntries) return printed;
      byValue ??= sorted(printed);
      const { field, lists, others } = byValue;
      return field < 0 ? printed : (lists.get(state.occurrences.values[row * state.fieldCount + field]) ?? others);
    },
  };
}

/** So few are asked one by one. */
const fewEntries = 6;

/**
 * Entries by the value that they demand of one field, each list with those that demand nothing of it, in their order;
 * `others`: these alone. Field -1: there is no such field.
 */
interface ByValue {
  readonly field: number;
  readonly lists: ReadonlyMap<number, readonly Entry[]>;
  readonly others: readonly Entry[];
}

function sorted(entries: readonly Entry[]): ByValue {
  const counts = new Map<number, number>();
  for (const { demanded } of entries)
    if (demanded !== undefined) counts.set(demanded.field, (counts.get(demanded.field) ?? 0) + 1);
  const [field, most] = [...counts].reduce((best, each) => (each[1] > best[1] ? each : best), [-1, 0]);
  // Lists that hardly differ are not worth their room.
  if (2 * most < entries.length) return { field: -1, lists: new Map(), others: entries };
  const isOf = ({ demanded }: Entry, value: number): boolean => demanded?.field !== field || demanded.value === value;
  const values = new Set(entries.flatMap(({ demanded }) => (demanded?.field === field ? [demanded.value] : [])));
  return {
    field,
    lists: new Map([...values].map((value) => [value, entries.filter((entry) => isOf(entry, value))])),
    others: entries.filter(({ demanded }) => demanded?.field !== field),
  };
}
