import type { WorldState } from '../../components/world-state.js';
import type { Hot } from '../scalar/hot.js';
import { createGuard } from '../sets/stamp-guard.js';
import type { Entry } from './entry.js';
import { type Pairs, emptyPairs } from './pairs.js';
import type { WillingLoops } from './willing-loops.js';

/** Who has an ability, and whose answers an occurrence, as was found out last. It holds until something changes that its conditions look at, or the occurrence is another. */
export interface Willing extends Hot<WillingLoops> {
  /** Those who have it, whatever occurs. */
  readonly live: Pairs;
  /** Those of them who answer. */
  readonly answering: Pairs;
  /** Whether `live` still holds. */
  isLive(): boolean;
  noteLive(): void;
  /** Whether `answering` is of this occurrence, by row, or of any, and both still hold. */
  holds(row: number): boolean;
  note(row: number): void;
}

/** Undefined where it cannot be kept. */
export function createWilling(state: WorldState, { looksAt }: Entry): Willing | undefined {
  if (looksAt === undefined) return undefined;
  const live = createGuard(state.stamps, looksAt.live);
  const all = createGuard(state.stamps, [...new Set([...looksAt.live, ...looksAt.answer])]);
  let id = NaN;
  let changes = NaN;
  let restores = NaN;
  let liveRestores = NaN;
  return {
    live: emptyPairs(), answering: emptyPairs(), made: undefined, calls: 0,
    isLive: () => liveRestores === state.restores && live.holds(),
    noteLive() {
      liveRestores = state.restores;
      live.note();
    },
    holds: (row) => state.restores === restores && (!looksAt.occurrence || (state.occurrences.id[row] === id && state.occurrenceChanges === changes)) && all.holds(),
    note(row) {
      id = state.occurrences.id[row];
      changes = state.occurrenceChanges;
      restores = state.restores;
      all.note();
    },
  };
}
