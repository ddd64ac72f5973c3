import type { WorldState } from '../components/state.js';
import type { ColumnArray } from '../kernel/arena.js';
import { type Identity, idLimit } from '../kernel/identity.js';
import { byNumber, columnStamp, fact, freshness } from '../model/stamps.js';

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
  const tenants = copyTenants(state);
  const copyOf = byNumber((column) => copyColumn(state, column, tenants));
  return {
    since(columns) {
      tenants.keep();
      for (const column of columns) copyOf(column).keep();
      return () => columns.reduce((sum, column) => sum + copyOf(column).count(), 0);
    },
  };
}

function copyColumn(state: WorldState, column: number, tenants: Tenants) {
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
    /** The copy is then as the column is, unless objects came or went. */
    count(): number {
      if (fresh.isFresh()) return 0;
      const isSame = tenants.areSame();
      const changed = differences(state.cells[column], before, length, isSame ? undefined : tenants);
      if (isSame) fresh.note();
      else fresh.drop();
      return changed;
    },
  };
}

/** Loops of their own for the widths of cells: one that sees arrays of many types takes several times as long. */
function differences(cells: ColumnArray, before: ColumnArray, length: number, tenants: Tenants | undefined): number {
  if (cells instanceof Float64Array && before instanceof Float64Array)
    return differentDoubles(cells, before, length, tenants);
  return cells.BYTES_PER_ELEMENT === 4
    ? differentWords(wordsOf(cells, length), wordsOf(before, length), length, tenants)
    : differentOthers(cells, before, length, tenants);
}

/** Equal words are equal values: cells hold neither −0 nor NaN. */
function wordsOf({ buffer, byteOffset }: ColumnArray, length: number): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

function differentDoubles(
  cells: Float64Array,
  before: Float64Array,
  length: number,
  tenants: Tenants | undefined,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (cells[row] === before[row]) continue;
    before[row] = cells[row];
    if (tenants === undefined || tenants.isThere(row)) count++;
  }
  return count;
}

function differentWords(cells: Int32Array, before: Int32Array, length: number, tenants: Tenants | undefined): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (cells[row] === before[row]) continue;
    before[row] = cells[row];
    if (tenants === undefined || tenants.isThere(row)) count++;
  }
  return count;
}

function differentOthers(
  cells: ColumnArray,
  before: ColumnArray,
  length: number,
  tenants: Tenants | undefined,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    if (cells[row] === before[row]) continue;
    before[row] = cells[row];
    if (tenants === undefined || tenants.isThere(row)) count++;
  }
  return count;
}

interface Tenants {
  keep(): void;
  /** Whether nobody came or went. */
  areSame(): boolean;
  /** Whether a row is still held by the object that held it. */
  isThere(row: number): boolean;
}

/** Who holds the rows. */
function copyTenants({ identity, stamps }: WorldState): Tenants {
  const fresh = freshness(stamps, [fact.population]);
  let before: Pick<Identity, 'kind' | 'generation'> = { kind: new Uint8Array(0), generation: new Uint32Array(0) };
  return {
    keep() {
      if (fresh.isFresh()) return;
      const { kind, generation } = identity;
      const limit = idLimit(identity);
      if (before.kind.length < limit) before = { kind: kind.slice(), generation: generation.slice() };
      else {
        before.kind.set(kind.subarray(0, limit));
        before.generation.set(generation.subarray(0, limit));
      }
      fresh.note();
    },
    areSame: () => fresh.isFresh(),
    isThere: (row) =>
      before.kind[row] !== 0 && identity.kind[row] !== 0 && before.generation[row] === identity.generation[row],
  };
}
