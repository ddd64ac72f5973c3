import type { WorldState } from '../state/world-state.js';
import { createGuard } from '../state/stamp-guard.js';

/** Something derived that is kept until a stamp that it depends on changes. */
export interface KeptIndex<Index> {
  get(): Index;
  /** Whether `get` would give what is there already. */
  isReady(): boolean;
}

export function keptIndex<Index>(
  state: WorldState,
  stamps: readonly number[],
  make: (before: Index | undefined) => Index,
): KeptIndex<Index> {
  const guard = createGuard(state.stamps, stamps);
  let made: Index | undefined;
  return {
    get() {
      if (made !== undefined && guard.holds()) return made;
      made = make(made);
      guard.note();
      return made;
    },
    isReady: () => made !== undefined && guard.holds(),
  };
}

/** One index (or row of indexes) for each number (of a kind or a class), made as they are asked for. */
export function keptIndexes<Kept>(make: (number: number) => Kept): (number: number) => Kept {
  const byNumber: (Kept | undefined)[] = [];
  return (number) => (byNumber[number] ??= make(number));
}

/** An array with room for so many: the one before where it is long enough, else one of the next power of two. */
export function roomyCodes(before: Int32Array | undefined, length: number): Int32Array {
  return before !== undefined && before.length >= length ? before : new Int32Array(roomFor(length));
}

export function roomyBits(before: Uint32Array | undefined, length: number): Uint32Array {
  return before !== undefined && before.length >= length ? before : new Uint32Array(roomFor(length));
}

function roomFor(length: number): number {
  return 2 ** Math.max(4, 32 - Math.clz32(Math.max(0, length - 1)));
}

/**
 * Of so many rows so many may have changed for what is made of them to be brought up to date; with more it is quicker
 * to look at all rows.
 */
export function fewChanges(rows: number): number {
  return 4 + (rows >>> 7);
}
