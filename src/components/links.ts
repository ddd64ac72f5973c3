import { type Arrays, component } from './component.js';
import { EdictError, WorldFullError, damaged } from '../kernel/errors.js';
import { isThere } from './live-objects.js';
import { isLive } from '../kernel/identity.js';
import { kindAt } from '../model/model.js';
import { type Memo, byNumber, fact, memo, touch } from '../model/stamps.js';
import type { WorldState } from './state.js';
import { header } from '../kernel/arena.js';
import { type Lists, listsOf } from '../kernel/lists.js';
import { type RowHeap, addRow, clearRows, emptyRows, takeLeast } from '../kernel/row-heap.js';

/**
 * Ordered lists of objects. Operations on one list cost about its length; `listings` and `listing` serve many lists.
 */

const columns = {
  linkOf: { type: 'i32', stored: 'link.of' },
  linkFrom: { type: 'i32', stored: 'link.from' },
  linkTo: { type: 'i32', stored: 'link.to' },
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
  interface Derived {
    lists?: ((link: number) => Memo<Lists>) | undefined;
    listing?: ((link: number) => Memo<Lists>) | undefined;
    linkRows?: LinkRows | undefined;
  }
}

/**
 * Rows of link, holder and listed object; those of one list in its order. Free rows hold zeros; the lowest is taken
 * first, so that new rows follow from the rows in use alone.
 */
export const links = component({
  name: 'links',
  rows: 'link',
  columns,
  when: ({ links: declared }) => declared.length > 0,
  facts: ['link'],
  /** How rows of several lists interleave shows in no result. */
  hash(state, hasher): void {
    for (const { index } of state.model.links) {
      const { start, ids } = listings(state, index);
      for (let id = 1; id < start.length - 1; id++) {
        if (start[id] === start[id + 1]) continue;
        hasher.number(id);
        hasher.number(start[id + 1] - start[id]);
        for (let at = start[id]; at < start[id + 1]; at++) hasher.number(ids[at]);
      }
      hasher.number(0);
    }
  },
  check(state): void {
    const { model, linkOf, linkFrom, linkTo } = state;
    if (model.links.length === 0) return;
    const last = lastLinkRow(state);
    for (let row = 1; row <= last; row++) {
      const isFree = linkOf[row] === 0 && linkFrom[row] === 0 && linkTo[row] === 0;
      if (!isFree || row === last) checkRow(state, row);
    }
  },
});

function checkRow(state: WorldState, row: number): void {
  const { model, identity, linkOf, linkFrom, linkTo } = state;
  const [from, to] = [linkFrom[row], linkTo[row]];
  if (!(linkOf[row] >= 0 && linkOf[row] < model.links.length)) throw damaged(`row ${row} of its lists is of no link`);
  const { name, kinds, to: listed } = model.links[linkOf[row]];
  if (!isThere(state, from) || !isThere(state, to))
    throw damaged(`${name} lists what does not exist, or what does not exist keeps it`);
  if (!kinds.includes(identity.kind[from]) || (listed !== 0 && identity.kind[to] !== listed))
    throw damaged(`object ${to} is in the list ${name} of object ${from}, where it cannot be`);
}

/** In order, repeats kept; empty where the kind keeps no such list. */
export function listOf(state: WorldState, link: number, id: number): readonly number[] {
  return rowsKept(state, link, id).map((row) => state.linkTo[row]);
}

/** Each once, by ascending id. */
export function listersOf(state: WorldState, link: number, id: number): readonly number[] {
  const listers = rowsListing(state, link, id)
    .map((row) => state.linkFrom[row])
    .sort((a, b) => a - b);
  return listers.filter((each, i) => i === 0 || each !== listers[i - 1]);
}

/** Throws, with nothing changed, for kinds that keep no list or do not fit it, and WorldFullError. */
export function setList(state: WorldState, link: number, id: number, ids: readonly number[]): void {
  checkList(state, link, state.identity.kind[id], ids);
  const known = rowsKept(state, link, id);
  if (known.length === ids.length && known.every((row, i) => state.linkTo[row] === ids[i])) return;
  demandRoom(state, ids.length - known.length);
  freeRows(state, known);
  addRows(state, link, id, ids);
  touch(state.stamps, fact.link);
}

/** Throws WorldFullError. */
export function demandRoom(state: WorldState, more: number): void {
  if (linkCount(state) + more >= state.linkTo.length)
    throw new WorldFullError(state.linkTo.length - 1, undefined, 'links');
}

/** Throws unless objects of a kind keep this list and may list all these. */
export function checkList({ model, identity }: WorldState, link: number, kind: number, ids: readonly number[]): void {
  const { name, kinds, to } = model.links[link];
  if (!kinds.includes(kind)) {
    const known = model.links.filter((each) => each.kinds.includes(kind)).map((each) => each.name);
    throw new EdictError(
      'bad-value',
      `a ${kindAt(model, kind).name} keeps no list ${name}; it keeps ${known.length > 0 ? known.join(', ') : 'none'}`,
    );
  }
  for (const id of ids) {
    if (!isLive(identity, id))
      throw new EdictError(
        'no-object',
        `there is no object ${id} that ${name} could list; give objects that are there`,
      );
    if (to !== 0 && identity.kind[id] !== to)
      throw new EdictError(
        'bad-value',
        `object ${id} is a ${kindAt(model, identity.kind[id]).name}; ${name} lists objects of kind ${kindAt(model, to).name}`,
      );
  }
}

/** Removes a destroyed object from all lists, with its own lists. */
export function endLists(state: WorldState, id: number): void {
  if (state.linkTo.length === 0) return;
  const count = linkCount(state);
  for (const { index } of state.model.links) {
    freeRows(state, rowsKept(state, index, id));
    freeRows(state, rowsListing(state, index, id));
  }
  if (linkCount(state) < count) touch(state.stamps, fact.link);
}

export function knowsListings(state: WorldState, link: number): boolean {
  return state.derived.lists?.(link).isFresh() === true;
}

/** By holder, until a list changes. Not to be written. */
export function listings(state: WorldState, link: number): Lists {
  return (state.derived.lists ??= memosOf(state, listingsOf))(link).get();
}

function memosOf(state: WorldState, make: (state: WorldState, link: number) => Lists): (link: number) => Memo<Lists> {
  return byNumber((link) => memo(state.stamps, [fact.link], () => make(state, link)));
}

function listingsOf(state: WorldState, link: number): Lists {
  const { linkOf, linkFrom, linkTo } = state;
  const last = lastLinkRow(state);
  return listsOf(state.identity.kind.length, (put) => {
    for (let row = 1; row <= last; row++)
      if (linkOf[row] === link && linkFrom[row] !== 0) put(linkFrom[row], linkTo[row]);
  });
}

/** The inverse: those that list each object, once each, by ascending id. */
export function listing(state: WorldState, link: number): Lists {
  return (state.derived.listing ??= memosOf(state, listingOf))(link).get();
}

function listingOf(state: WorldState, link: number): Lists {
  const lists = listings(state, link);
  return listsOf(lists.start.length - 1, (put) => {
    eachOnce(lists, (from, to) => {
      put(to, from);
    });
  });
}

/** By ascending id, each distinct object once. */
function eachOnce({ start, ids }: Lists, visit: (from: number, to: number) => void): void {
  const last = new Int32Array(start.length);
  for (let from = 1; from < start.length - 1; from++) {
    for (let at = start[from]; at < start[from + 1]; at++) {
      const to = ids[at];
      if (last[to] === from) continue;
      last[to] = from;
      visit(from, to);
    }
  }
}

/** Rows of each list and rows that list each object, always current. 0 is no row. */
interface LinkRows {
  count: number;
  /** And some after the last row in use. */
  readonly free: RowHeap;
  /** By link, then by holder; ascending. Links without rows have none. */
  readonly kept: Chains;
  /** By link, then by listed object; in any order. */
  readonly listed: Chains;
}

interface Chains {
  readonly first: (Int32Array | undefined)[];
  readonly next: Int32Array;
  readonly previous: Int32Array;
}

export function linkCount(state: WorldState): number {
  return linkRows(state).count;
}

/** The last row in use; earlier ones may be free. */
function lastLinkRow(state: WorldState): number {
  return state.arena.header[header.links];
}

/** In the order of the list. */
function rowsKept(state: WorldState, link: number, id: number): number[] {
  return rowsOf(linkRows(state).kept, link, id);
}

/** In no particular order. */
function rowsListing(state: WorldState, link: number, id: number): number[] {
  return rowsOf(linkRows(state).listed, link, id);
}

/** There must be room. */
function addRows(state: WorldState, link: number, id: number, ids: readonly number[]): void {
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

function freeRows(state: WorldState, gone: readonly number[]): void {
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

/** The lowest free row, else the one after the last. */
function takeRow(state: WorldState, free: RowHeap): number {
  const last = lastLinkRow(state);
  const row = takeLeast(free);
  if (row > 0 && row < last) return row;
  // All others lie after the last row in use.
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
  // Backward: each goes before the others.
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

/** After another of its chain, or first (0). */
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
