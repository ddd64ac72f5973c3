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
      const changed = differences(state.cells[column], before, length, tenants.staying());
      if (isSame) {
        before.set(state.cells[column].subarray(0, length));
        fresh.note();
      } else fresh.drop();
      return changed;
    },
  };
}

/**
 * Loops of their own for the widths of cells, without branches: one that sees arrays of many types, or guesses which
 * rows differ, takes several times as long.
 */
function differences(cells: ColumnArray, before: ColumnArray, length: number, counts: Uint8Array): number {
  if (cells instanceof Float64Array && before instanceof Float64Array)
    return differentDoubles(cells, before, length, counts);
  if (cells instanceof Uint8Array && before instanceof Uint8Array) return differentBytes(cells, before, length, counts);
  return cells.BYTES_PER_ELEMENT === 4
    ? differentWords(wordsOf(cells, length), wordsOf(before, length), length, counts)
    : differentOthers(cells, before, length, counts);
}

/** Equal words are equal values: cells hold neither −0 nor NaN. */
function wordsOf({ buffer, byteOffset }: ColumnArray, length: number): Int32Array {
  return new Int32Array(buffer, byteOffset, length);
}

function differentDoubles(cells: Float64Array, before: Float64Array, length: number, counts: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) count += Number(cells[row] !== before[row]) & counts[row];
  return count;
}

function differentWords(cells: Int32Array, before: Int32Array, length: number, counts: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) count += Number(cells[row] !== before[row]) & counts[row];
  return count;
}

function differentBytes(cells: Uint8Array, before: Uint8Array, length: number, counts: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) count += Number(cells[row] !== before[row]) & counts[row];
  return count;
}

function differentOthers(cells: ColumnArray, before: ColumnArray, length: number, counts: Uint8Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) count += Number(cells[row] !== before[row]) & counts[row];
  return count;
}

interface Tenants {
  keep(): void;
  /** Whether nobody came or went. */
  areSame(): boolean;
  /** By row: 1 where it is still held by the object that held it. Valid until the next call. */
  staying(): Uint8Array;
}

/** Who holds the rows. */
function copyTenants({ identity, stamps }: WorldState): Tenants {
  const fresh = freshness(stamps, [fact.population]);
  const marked = freshness(stamps, [fact.population]);
  let before: Pick<Identity, 'kind' | 'generation'> = { kind: new Uint8Array(0), generation: new Uint32Array(0) };
  let marks = new Uint8Array(0);
  let limit = 0;
  return {
    keep() {
      if (fresh.isFresh()) return;
      const { kind, generation } = identity;
      limit = idLimit(identity);
      if (before.kind.length < limit) {
        before = { kind: kind.slice(), generation: generation.slice() };
        marks = new Uint8Array(kind.length);
      } else {
        before.kind.set(kind.subarray(0, limit));
        before.generation.set(generation.subarray(0, limit));
      }
      fresh.note();
      marked.drop();
    },
    areSame: () => fresh.isFresh(),
    staying() {
      if (marked.isFresh()) return marks;
      const { kind, generation } = identity;
      for (let row = 0; row < limit; row++)
        marks[row] = before.kind[row] !== 0 && kind[row] !== 0 && before.generation[row] === generation[row] ? 1 : 0;
      marked.note();
      return marks;
    },
  };
}
