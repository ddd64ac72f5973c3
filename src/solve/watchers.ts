import { freshness } from '../model/memo.js';
import type { WorldState } from '../components/state.js';
import type { ModifierBook } from './modifier-book.js';

/** Cells whose formulas look at more than variables, by the stamps of what they look at. */
export interface Watchers {
  /** Takes over which modifiers a cell has now. */
  watch(cell: number, modifiers: () => readonly number[]): void;
  /**
   * Tells of each cell that looks at something that has changed since the last time. `links`: which cells it reads may
   * have changed too.
   */
  note(tell: (cell: number, links: boolean) => void): void;
  clear(): void;
}

export function createWatchers({ stamps }: WorldState, book: ModifierBook): Watchers {
  const watched = new Set([...book.stamps.values()].flat());
  const cells = new Map([...watched].map((stamp) => [stamp, new Map<number, boolean>()]));
  const lists = [...cells].map(([stamp, looking]) => ({ looking, seen: freshness(stamps, [stamp]) }));
  return {
    watch(cell, modifiers) {
      if (watched.size === 0) return;
      for (const each of cells.values()) each.delete(cell);
      for (const modifier of modifiers()) {
        const links = book.inputs
          .subarray(book.inputStart[modifier], book.inputStart[modifier + 1])
          .some((input) => input < 0);
        for (const stamp of book.stamps.get(modifier) ?? [])
          cells.get(stamp)?.set(cell, links || cells.get(stamp)?.get(cell) === true);
      }
    },
    note(tell) {
      for (const { looking, seen } of lists) {
        if (seen.isFresh()) continue;
        seen.note();
        for (const [cell, links] of looking) tell(cell, links);
      }
    },
    clear() {
      for (const each of cells.values()) each.clear();
    },
  };
}
