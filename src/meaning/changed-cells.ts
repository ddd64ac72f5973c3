import type { WorldState } from '../components/state.js';
import type { ColumnArray } from '../kernel/arena.js';
import { idLimit } from '../kernel/identity.js';
import { columnStamp, fact, freshness } from '../model/stamps.js';

/** Counts the cells whose values differ from before. Cells of objects that came or went meanwhile do not count. */
export interface ChangedCells {
  /** Begins to look at some columns; what it returns counts, once. */
  readonly since: (columns: readonly number[]) => () => number;
}

/**
 * A copy of each column is kept in step by its stamp: a column is copied only where something has changed it that was
 * not counted, and compared only where it was touched.
 */
export function createChangedCells(state: WorldState): ChangedCells {
  const copies: (ColumnCopy | undefined)[] = [];
  const tenants = copyTenants(state);
  const copyOf = (column: number) => (copies[column] ??= copyColumn(state, column));
  return {
    since(columns) {
      tenants.keep();
      for (const column of columns) copyOf(column).keep();
      return () => {
        const isThere = tenants.isSame() ? undefined : tenants.isThere;
        return columns.reduce((sum, column) => sum + copyOf(column).count(isThere), 0);
      };
    },
  };
}

type ColumnCopy = ReturnType<typeof copyColumn>;

function copyColumn(state: WorldState, column: number) {
  const fresh = freshness(state.stamps, [fact.population, columnStamp(column)]);
  let before: ColumnArray = state.cells[column].slice(0, 0);
  let length = 0;
  return {
    keep(): void {
      if (fresh.isFresh()) return;
      const cells = state.cells[column];
      length = idLimit(state.identity);
      if (before.length < length) before = cells.slice();
      else before.set(cells.subarray(0, length));
      fresh.note();
    },
    /** The copy is then as the column is. */
    count(isThere: ((row: number) => boolean) | undefined): number {
      if (fresh.isFresh()) return 0;
      const cells = state.cells[column];
      const count = isThere === undefined ? update(cells, before, length) : updateThose(cells, before, length, isThere);
      // Rows of new objects are in no copy.
      if (isThere === undefined) fresh.note();
      else fresh.drop();
      return count;
    },
  };
}

function update(cells: ColumnArray, before: ColumnArray, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (cells[row] === before[row]) continue;
    before[row] = cells[row];
    count++;
  }
  return count;
}

function updateThose(
  cells: ColumnArray,
  before: ColumnArray,
  length: number,
  isThere: (row: number) => boolean,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) count += Number(cells[row] !== before[row] && isThere(row));
  return count;
}

/** Who had the rows. */
function copyTenants({ identity, stamps }: WorldState) {
  const fresh = freshness(stamps, [fact.population]);
  let kind = new Uint8Array(0);
  let generation = new Uint32Array(0);
  return {
    keep(): void {
      if (fresh.isFresh()) return;
      const limit = idLimit(identity);
      kind = identity.kind.slice(0, limit);
      generation = identity.generation.slice(0, limit);
      fresh.note();
    },
    isSame: () => fresh.isFresh(),
    isThere: (row: number) => kind[row] !== 0 && identity.kind[row] !== 0 && generation[row] === identity.generation[row],
  };
}
