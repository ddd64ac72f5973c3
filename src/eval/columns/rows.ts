import { gatheredCodes, gatheredNumbers } from '../../indexes/gathered.js';
import type { Scratch } from '../../indexes/scratch.js';

/**
 * What expressions are evaluated in, many at a time: by row, the objects in the slots. A slot without an array holds in
 * every row the object in the frame's slot.
 */
export interface Rows {
  readonly length: number;
  /** Ids by slot, by row. */
  readonly slots: readonly (Int32Array | undefined)[];
  /** By slot: the one kind that all its objects are of, 0 where they may be of several or where there may be none. */
  readonly kinds: readonly number[];
  /** The running value of each row's cell, for amounts and growth formulas. */
  readonly running: Float64Array | undefined;
  /** Where the running values are numeric: 1 for each that is an int, 0 for a double. */
  readonly runningClasses?: Int32Array | undefined;
  /** Bits of the slots that have an array. */
  readonly varying: number;
}

/** One row, in which the frame's slots hold. */
export const oneRow: Rows = {
  length: 1,
  slots: [],
  kinds: [],
  running: undefined,
  runningClasses: undefined,
  varying: 0,
};

/** Rows with objects in one slot, and in no other. `kind`: of all of them, 0 where they differ. */
export function rowsOver(slot: number, ids: Int32Array, length: number, kind = 0, running?: Float64Array): Rows {
  // Written out: lists that grow take more memory than they need, and thousands of rows are made in a turn. All rows
  // have the same entries in the same order, so that engines need not tell them apart.
  if (slot === 0) return { length, slots: [ids], kinds: [kind], running, runningClasses: undefined, varying: 1 };
  if (slot === 1)
    return { length, slots: [undefined, ids], kinds: [0, kind], running, runningClasses: undefined, varying: 2 };
  const slots: (Int32Array | undefined)[] = [undefined, undefined];
  const kinds = [0, 0];
  slots[slot] = ids;
  kinds[slot] = kind;
  return { length, slots, kinds, running, runningClasses: undefined, varying: 1 << slot };
}

/** Rows with objects in the slots of source and target, as far as `varying` has their bits. */
export function rowsOfPairs(
  varying: number,
  sources: Int32Array,
  targets: Int32Array,
  sourceKind: number,
  targetKind: number,
  length: number,
  running?: Float64Array,
): Rows {
  return {
    length,
    slots: [(varying & 1) === 0 ? undefined : sources, (varying & 2) === 0 ? undefined : targets],
    kinds: [sourceKind, targetKind],
    running,
    runningClasses: undefined,
    varying: varying & 3,
  };
}

/** Some rows of others, by their numbers. What it gathers is lent from scratch memory. */
export function takeRows(rows: Rows, numbers: Int32Array, count: number, scratch: Scratch): Rows {
  const slots: (Int32Array | undefined)[] = [];
  for (let slot = 0; slot < rows.slots.length; slot++) {
    const ids = rows.slots[slot];
    slots.push(ids === undefined ? undefined : gatheredCodes(ids, numbers, count, scratch));
  }
  const running = rows.running === undefined ? undefined : gatheredNumbers(rows.running, numbers, count, scratch);
  const runningClasses =
    rows.runningClasses === undefined ? undefined : gatheredCodes(rows.runningClasses, numbers, count, scratch);
  return { length: count, slots, kinds: rows.kinds, running, runningClasses, varying: rows.varying };
}

export function bindRow(slots: number[], rows: Rows, row: number): void {
  for (let slot = 0; slot < rows.slots.length; slot++) {
    const ids = rows.slots[slot];
    if (ids !== undefined) slots[slot] = ids[row];
  }
}
