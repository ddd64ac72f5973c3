import type { CellTables } from './cell-tables.js';
import type { Fold } from './fold.js';
import { type ModifierList, scopeFactor, settleList } from './modifier-list.js';
import { type Recording, cellIn } from './records.js';

/** Lists whose entries have changed, and what is known of the cells that they are for. */
export interface ChangedLists {
  /** Is empty afterwards. */
  readonly lists: Set<ModifierList>;
  readonly recording: Recording;
  readonly tables: CellTables;
  readonly folds: ReadonlyMap<number, Fold>;
  /** Whether a cell is to be linked anyway. */
  readonly isToLink: (cell: number) => boolean;
  readonly toLink: (cell: number) => void;
  /** Counts steps of work; throws where there are too many. */
  readonly charge: (steps: number, variable: number) => void;
}

/**
 * Puts in place what has changed in lists. Returns cells that are to be solved with the program that they have; the
 * others are to be linked.
 */
export function settleLists({
  lists,
  recording,
  tables,
  folds,
  isToLink,
  toLink,
  charge,
}: ChangedLists): readonly number[] {
  const { audiences, book } = recording;
  const folded: number[] = [];
  for (const list of lists) {
    if (audiences.lists[list.index] !== list) continue;
    const before = list.settled;
    const change = settleList(list, book);
    if (change === 'none') continue;
    charge(list.targets.size, list.variable);
    for (const target of list.targets) {
      const cell = cellIn(recording, list.variable, target);
      if (cell === 0) continue;
      const fold = change === 'carriers' && !isToLink(cell) ? folds.get(cell) : undefined;
      if (fold === undefined) {
        toLink(cell);
        continue;
      }
      const factor = scopeFactor(target);
      tables.linkedSum[cell] += Math.imul(list.sum - before.sum, factor);
      tables.otherLinkedSum[cell] += Math.imul(list.otherSum - before.otherSum, factor);
      fold.grantSum = (fold.grantSum + Math.imul(list.grantSum - before.grantSum, factor)) | 0;
      folded.push(cell);
    }
  }
  lists.clear();
  return folded;
}
