import type { WorldState } from '../../state/world-state.js';
import type { Hot } from '../../eval/frames/hot.js';
import { createGuard } from '../../state/stamp-guard.js';
import type { LookedAt } from './entry.js';
import { type Pairs, emptyPairs } from './pairs.js';
import type { WillingLoops } from './willing-loops.js';

/**
 * Who has an ability, whatever occurs, as was found out last: it holds until something changes that its conditions look
 * at. Shared by abilities of the same objects on the same conditions.
 */
export interface Live {
  readonly pairs: Pairs;
  holds(): boolean;
  /**
   * It is about to be found out anew: should that fail in the midst of it, nothing of it holds, even if all is again as
   * it was.
   */
  drop(): void;
  note(): void;
}

/**
 * Those of them who answer an occurrence. It holds until something changes that any of the conditions look at, or the
 * occurrence is another, where they look at that.
 */
export interface Willing extends Hot<WillingLoops> {
  readonly live: Live;
  readonly answering: Pairs;
  /** Whether `answering` is of this occurrence, by row, or of any, and still holds. */
  holds(row: number): boolean;
  /** As with those who have it. */
  drop(): void;
  note(row: number): void;
}

export function createLive(state: WorldState, { live }: LookedAt): Live {
  const guard = createGuard(state.stamps, live);
  let restores = NaN;
  return {
    pairs: emptyPairs(),
    holds: () => restores === state.restores && guard.holds(),
    drop() {
      restores = NaN;
    },
    note() {
      restores = state.restores;
      guard.note();
    },
  };
}

export function createWilling(state: WorldState, looksAt: LookedAt, live: Live): Willing {
  const guard = createGuard(state.stamps, [...new Set([...looksAt.live, ...looksAt.answer])]);
  let id = NaN;
  let changes = NaN;
  let restores = NaN;
  return {
    live,
    answering: emptyPairs(),
    made: undefined,
    calls: 0,
    holds: (row) =>
      state.restores === restores &&
      (!looksAt.occurrence || (state.occurrences.id[row] === id && state.occurrenceChanges === changes)) &&
      guard.holds(),
    drop() {
      restores = NaN;
    },
    note(row) {
      id = state.occurrences.id[row];
      changes = state.occurrenceChanges;
      restores = state.restores;
      guard.note();
    },
  };
}
