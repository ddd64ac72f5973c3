import type { WorldState } from '../../components/state.js';
import type { Hot } from '../../eval/frames/hot.js';
import { type Freshness, freshness } from '../../model/stamps.js';
import type { LookedAt } from './entry.js';
import { type Pairs, emptyPairs } from './pairs.js';
import type { WillingLoops } from './willing-loops.js';

/**
 * Who has an ability, whatever occurs, as was found out last: it holds until something changes that its conditions look
 * at. Shared by abilities of the same objects on the same conditions.
 */
export interface Live {
  readonly pairs: Pairs;
  /** Dropped before it is found out anew: should that fail in the midst of it, nothing of it holds. */
  readonly found: Freshness;
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

export function createWilling(state: WorldState, looksAt: LookedAt, live: Live): Willing {
  const found = freshness(state.stamps, [...new Set([...looksAt.live, ...looksAt.answer])]);
  let id = NaN;
  let changes = NaN;
  return {
    live,
    answering: emptyPairs(),
    made: undefined,
    calls: 0,
    holds: (row) =>
      (!looksAt.occurrence || (state.occurrences.id[row] === id && state.occurrenceChanges === changes)) &&
      found.isFresh(),
    drop: found.drop,
    note(row) {
      id = state.occurrences.id[row];
      changes = state.occurrenceChanges;
      found.note();
    },
  };
}
