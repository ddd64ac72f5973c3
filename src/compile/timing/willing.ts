import type { WorldState } from '../../components/world-state.js';
import { type StampGuard, createGuard } from '../sets/stamp-guard.js';
import type { Entry } from './entry.js';

/** Objects whose ability answers an occurrence, as was found out last, with who controls it: handles. It holds until something changes that its conditions look at, or the occurrence is another. */
export interface Willing {
  readonly sources: number[];
  readonly controllers: number[];
  /** Whether it is of this occurrence, by row, and still so. */
  holds(row: number): boolean;
  /** Notes that it has been found out for it. */
  note(row: number): void;
}

/** Undefined where it cannot be kept. */
export function createWilling(state: WorldState, { looksAt }: Entry): Willing | undefined {
  if (looksAt === undefined) return undefined;
  const guard: StampGuard = createGuard(state.stamps, looksAt);
  let [id, changes, restores] = [NaN, NaN, NaN];
  return {
    sources: [], controllers: [],
    holds: (row) => state.occurrences.id[row] === id && state.occurrenceChanges === changes && state.restores === restores && guard.holds(),
    note(row) {
      id = state.occurrences.id[row];
      changes = state.occurrenceChanges;
      restores = state.restores;
      guard.note();
    },
  };
}
