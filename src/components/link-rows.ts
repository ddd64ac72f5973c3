import { header } from '../kernel/arena.js';
import { type RowHeap, addRow, clearRows, emptyRows, takeLeast } from '../kernel/row-heap.js';
import type { WorldState } from './state.js';

/**
 * Rows of link, holder and listed object, in which the rows of one list stand in its order. A row that is free holds
 * zeros, the last one in use is never free, and the lowest free row is taken first: which rows a list gets follows from
 * the rows in use, whatever happened before. All writing of them is here.
 */

declare module './state.js' {
  interface Derived {
    linkRows?: LinkRows;
  }
}

/**
 * The rows of each list one after the other, and of each object those that list it; kept in step with the rows, so that
 * they need no stamp. 0 is no row.
 */
interface LinkRows {
  /** Rows that are not free. */
  count: number;
  /** The free rows, and some behind the last row in use. */
  readonly free: RowHeap;
  /** The rows of each list, ascending: by link, then by the holder's id. Links that have no rows yet have none. */
  readonly kept: Chains;
  /** The rows in which an object is listed, in any order: by link, then by its id. */
  readonly listed: Chains;
}

interface Chains {
  readonly first: (Int32Array | undefined)[];
  readonly next: Int32Array;
  readonly previous: Int32Array;
}

/** Rows in use by all lists. */
export function linkCount(state: WorldState): number {
  return linkRows(state).count;
}

/** The last row in use; rows before it may be free. */
export function lastLinkRow(state: WorldState): number {
  return state.arena.header[header.links];
}

/** The rows of an object's list of a link, in its order. */
export function rowsKept(state: WorldState, link: number, id: number): number[] {
  return rowsOf(linkRows(state).kept, link, id);
}

/** The rows of lists of a link in which an object stands, in no particular order. */
export function rowsListing(state: WorldState, link: number, id: number): number[] {
  return rowsOf(linkRows(state).listed, link, id);
}

/** Writes a list that has no rows yet. There must be room for it. */
export function addRows(state: WorldState, link: number, id: number, ids: readonly number[]): void {
  const { linkOf, linkFrom, linkTo } = state;
  const rows = linkRows(state);
  let before = 0;
  for (const to of ids) {
    const row = takeRow(state, rows.free);
    linkOf[row] = link;
    linkFrom[row] = id;
    linkTo[row] = to;
    insert(rows.kept, headsOf(state, rows.kept, link), id, before, row);
    insert(rows.listed, headsOf(state, rows.listed, link), to, 0, row);
    before = row;
  }
  rows.count += ids.length;
}

/** Frees rows in use; the rest of each list keeps its order. */
export function freeRows(state: WorldState, gone: readonly number[]): void {
  const { linkOf, linkFrom, linkTo } = state;
  const rows = linkRows(state);
  for (const row of gone) {
    const link = linkOf[row];
    takeOut(rows.kept, headsOf(state, rows.kept, link), linkFrom[row], row);
    takeOut(rows.listed, headsOf(state, rows.listed, link), linkTo[row], row);
    linkOf[row] = linkFrom[row] = linkTo[row] = 0;
    addRow(rows.free, row);
  }
  rows.count -= gone.length;
  let last = lastLinkRow(state);
  while (last > 0 && linkFrom[last] === 0) last--;
  state.arena.header[header.links] = last;
}

/** The lowest free row, else the one behind the last; in use from now on. */
function takeRow(state: WorldState, free: RowHeap): number {
  const last = lastLinkRow(state);
  const row = takeLeast(free);
  if (row > 0 && row < last) return row;
  // All that is left in there lies behind the last row in use.
  clearRows(free);
  return (state.arena.header[header.links] = last + 1);
}

function linkRows(state: WorldState): LinkRows {
  return (state.derived.linkRows ??= findRows(state));
}

function findRows(state: WorldState): LinkRows {
  const { linkOf, linkFrom, linkTo } = state;
  const chains = (): Chains => ({
    first: [],
    next: new Int32Array(linkOf.length),
    previous: new Int32Array(linkOf.length),
  });
  const rows: LinkRows = { count: 0, free: emptyRows(), kept: chains(), listed: chains() };
  // From the last one, because each goes before those that are there.
  for (let row = lastLinkRow(state); row > 0; row--) {
    if (linkFrom[row] === 0) {
      addRow(rows.free, row);
      continue;
    }
    insert(rows.kept, headsOf(state, rows.kept, linkOf[row]), linkFrom[row], 0, row);
    insert(rows.listed, headsOf(state, rows.listed, linkOf[row]), linkTo[row], 0, row);
    rows.count++;
  }
  return rows;
}

function headsOf({ identity }: WorldState, { first }: Chains, link: number): Int32Array {
  return (first[link] ??= new Int32Array(identity.kind.length));
}

function rowsOf({ first, next }: Chains, link: number, id: number): number[] {
  const rows: number[] = [];
  for (let row = first[link]?.[id] ?? 0; row !== 0; row = next[row]) rows.push(row);
  return rows;
}

/** Puts a row behind another of its chain, or before all (0). */
function insert({ next, previous }: Chains, heads: Int32Array, id: number, before: number, row: number): void {
  const after = before === 0 ? heads[id] : next[before];
  if (before === 0) heads[id] = row;
  else next[before] = row;
  previous[row] = before;
  next[row] = after;
  if (after !== 0) previous[after] = row;
}

function takeOut({ next, previous }: Chains, heads: Int32Array, id: number, row: number): void {
  const [before, after] = [previous[row], next[row]];
  if (before === 0) heads[id] = after;
  else next[before] = after;
  if (after !== 0) previous[after] = before;
}
