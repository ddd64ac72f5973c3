import type { WorldState } from '../components/state.js';
import type { ColumnArray } from '../kernel/arena.js';
import { type Identity, idLimit, isLive, maxCapacity } from '../kernel/identity.js';
import type { Column } from '../model/model.js';
import { byNumber, columnStamp, createFollower, fact, freshness } from '../model/stamps.js';

/** Counts the cells whose values differ from before. Cells of objects that came or went meanwhile do not count. */
export interface ChangedCells {
  /** Begins to look at some columns; what it returns counts, once. */
  readonly since: (columns: readonly number[]) => () => number;
}

/**
 * A copy of each column is kept in step: by its stamp, and by the rows that changed hands. So a column is copied whole
 * only after a change that was not counted, and compared only where its stamp has changed.
 */
export function createChangedCells(state: WorldState): ChangedCells {
  const tenants = followTenants(state);
  const copyOf = byNumber((column) => copyColumn(state, column, tenants));
  return {
    since(columns) {
      tenants.follow();
      for (const column of columns) copyOf(column).keep();
      return () => {
        tenants.follow(true);
        return columns.reduce((sum, column) => sum + copyOf(column).count(), 0);
      };
    },
  };
}

function copyColumn(state: WorldState, column: number, tenants: Tenants) {
  const fresh = freshness(state.stamps, [columnStamp(column)]);
  let before: ColumnArray = state.cells[column].slice(0, 0);
  let era = -1;
  let settled = 0;
  return {
    keep(): void {
      if (fresh.isFresh() && era === tenants.era) settle();
      else copy();
    },
    /** The copy is then as the column is. */
    count(): number {
      settle();
      if (fresh.isFresh()) return 0;
      const { from, to } = tenants.rowsWith(state.model.columns[column]);
      const cells = state.cells[column].subarray(from, to);
      const kept = before.subarray(from, to);
      const changed = differences(cells, kept);
      kept.set(cells);
      fresh.note();
      return changed;
    },
  };

  function copy(): void {
    const cells = state.cells[column];
    if (before.length === cells.length) before.set(cells.subarray(0, tenants.limit));
    else before = cells.slice();
    ({ era } = tenants);
    settled = tenants.moved.length;
    fresh.note();
  }

  /** Cells of other objects than before are as they are now, and so do not count. */
  function settle(): void {
    const cells = state.cells[column];
    const { moved } = tenants;
    if (before.length !== cells.length) {
      const kept = before;
      before = cells.slice();
      before.set(kept);
    }
    for (; settled < moved.length; settled++) before[moved[settled]] = cells[moved[settled]];
  }
}

/** Loops of their own for the widths of cells: one that sees arrays of many types takes several times as long. */
function differences(cells: ColumnArray, before: ColumnArray): number {
  if (cells instanceof Float64Array) return differentDoubles(wordsOf(cells), wordsOf(before));
  if (cells instanceof Uint8Array && before instanceof Uint8Array) return differentBytes(cells, before);
  return cells.BYTES_PER_ELEMENT === 4
    ? differentWords(wordsOf(cells), wordsOf(before))
    : differentOthers(cells, before);
}

/** Equal words are equal values: cells hold neither −0 nor NaN. */
function wordsOf({ buffer, byteOffset, byteLength }: ColumnArray): Int32Array {
  return new Int32Array(buffer, byteOffset, byteLength >>> 2);
}

/** Without branches, as nobody can guess which rows differ. */
function differentDoubles(cells: Int32Array, before: Int32Array): number {
  let count = 0;
  for (let at = 0; at < cells.length; at += 2) {
    const bits = (cells[at] ^ before[at]) | (cells[at + 1] ^ before[at + 1]);
    count += (bits | -bits) >>> 31;
  }
  return count;
}

function differentWords(cells: Int32Array, before: Int32Array): number {
  let count = 0;
  for (let at = 0; at < cells.length; at++) {
    const bits = cells[at] ^ before[at];
    count += (bits | -bits) >>> 31;
  }
  return count;
}

/** Four at a time: of each word that differs, the bytes that are not zero are counted by their highest bits. */
function differentBytes(cells: Uint8Array, before: Uint8Array): number {
  const [some, other] = [wordsOf(cells), wordsOf(before)];
  let count = 0;
  for (let at = 0; at < some.length; at++) {
    const bits = some[at] ^ other[at];
    const marks = (((bits & 0x7f7f7f7f) + 0x7f7f7f7f) | bits) & 0x80808080;
    count += Math.imul(marks >>> 7, 0x01010101) >>> 24;
  }
  return count + differentOthers(cells.subarray(4 * some.length), before.subarray(4 * some.length));
}

function differentOthers(cells: ColumnArray, before: ColumnArray): number {
  let count = 0;
  for (let at = 0; at < cells.length; at++) count += cells[at] === before[at] ? 0 : 1;
  return count;
}

/** Who holds the rows. */
interface Tenants {
  /** Notes which objects came and went. Between the two ends of a count no era begins. */
  follow(isBetween?: boolean): void;
  /** Rows that changed hands since the era began, in order. */
  readonly moved: readonly number[];
  /** With another number, `moved` began again. */
  readonly era: number;
  /** Above the ids of all objects that were. */
  readonly limit: number;
  /** All objects that have the column are within, and were since the era began. From a multiple of four. */
  rowsWith(column: Column): { readonly from: number; readonly to: number };
}

/** After so many rows columns are copied again: the list would grow for ever. */
const mostMoved = 2 ** 16;

function followTenants(state: WorldState): Tenants {
  const { stamps, model } = state;
  const fresh = freshness(stamps, [fact.population]);
  const follower = createFollower(stamps, [fact.population]);
  // By kind; the last of none is 0.
  const first = new Int32Array(model.kinds.length + 1).fill(maxCapacity);
  const last = new Int32Array(model.kinds.length + 1);
  const moved: number[] = [];
  let before: Pick<Identity, 'kind' | 'generation'> = { kind: new Uint8Array(0), generation: new Uint32Array(0) };
  let era = 0;
  let limit = 0;
  return {
    moved,
    get era() {
      return era;
    },
    get limit() {
      return limit;
    },
    follow(isBetween = false) {
      if (fresh.isFresh()) return;
      const { identity } = state;
      const { kind, generation } = before;
      if (kind.length !== identity.kind.length)
        before = { kind: lengthened(kind, identity.kind), generation: lengthened(generation, identity.generation) };
      limit = Math.max(limit, idLimit(identity));
      const changed = follower.changed(limit >>> 4);
      if (changed !== undefined) for (const row of changed) look(row);
      else for (let row = 1; row < limit; row++) look(row);
      if (!isBetween && moved.length > mostMoved) {
        moved.length = 0;
        era++;
      }
      fresh.note();
    },
    rowsWith({ kinds }) {
      let from = maxCapacity;
      let to = 0;
      for (let kind = 1; kind < kinds.length; kind++) {
        if (kinds[kind] === 0) continue;
        from = Math.min(from, first[kind]);
        to = Math.max(to, last[kind] + 1);
      }
      return { from: Math.min(from, to) & ~3, to };
    },
  };

  function look(row: number): void {
    const { identity } = state;
    const kind = identity.kind[row];
    const generation = identity.generation[row];
    if (kind === before.kind[row] && generation === before.generation[row]) return;
    before.kind[row] = kind;
    before.generation[row] = generation;
    moved.push(row);
    if (!isLive(identity, row)) return;
    first[kind] = Math.min(first[kind], row);
    last[kind] = Math.max(last[kind], row);
  }
}

/** With zeros, as rows are before somebody has them. */
function lengthened<Rows extends Uint8Array | Uint32Array>(before: Rows, like: Rows): Rows {
  const longer = like.slice().fill(0) as Rows;
  longer.set(before);
  return longer;
}
