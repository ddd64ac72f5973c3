import { type Arrays, component } from './component.js';
import { damaged } from './damage.js';
import { isThere } from './identity.js';
import { EdictError, WorldFullError } from '../kernel/errors.js';
import { isLive } from '../kernel/identity.js';
import { addRows, freeRows, lastLinkRow, linkCount, rowsKept, rowsListing } from './link-rows.js';
import { kindAt } from '../model/model.js';
import { fact, touch } from '../model/stamps.js';
import { type Memo, byNumber, memo } from '../model/memo.js';
import type { WorldState } from './state.js';

/**
 * The ordered lists of objects that objects keep, one a link of their kind: rows in the state (see link-rows.ts). What
 * is done with one list costs about its length;
 * `listings` and `listing` are for many lists at a time.
 */

const columns = {
  linkOf: { type: 'i32', stored: 'link.of' },
  linkFrom: { type: 'i32', stored: 'link.from' },
  linkTo: { type: 'i32', stored: 'link.to' },
} as const;

declare module './state.js' {
  interface WorldState extends Arrays<typeof columns> {}
  interface Derived {
    lists?: (link: number) => Memo<Lists>;
    listing?: (link: number) => Memo<Lists>;
  }
}

/** Rows of all lists: the link, who keeps the list, what is listed. */
export const links = component({
  name: 'links',
  rows: 'link',
  columns,
  when: ({ links: declared }) => declared.length > 0,
  facts: ['link'],
  /** Each list in its order; how the rows of several lists lie between one another shows in no result. */
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

/** A row of a list is of a link, kept by an object of one of its kinds, and lists one that it may. */
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

/**
 * For every object by its id the objects at `ids[start[id]]` to `ids[start[id + 1]]`; as long as there is room for
 * objects. Views of it are not to be written.
 */
export interface Lists {
  readonly start: Int32Array;
  readonly ids: Int32Array;
}

/** The objects in an object's list of a link (by index), in its order, repeats kept; none where its kind keeps none. */
export function listOf(state: WorldState, link: number, id: number): readonly number[] {
  return rowsKept(state, link, id).map((row) => state.linkTo[row]);
}

/** The objects that have one in their list of a link, each once, by ascending id. */
export function listersOf(state: WorldState, link: number, id: number): readonly number[] {
  const listers = rowsListing(state, link, id)
    .map((row) => state.linkFrom[row])
    .sort((a, b) => a - b);
  return listers.filter((each, i) => i === 0 || each !== listers[i - 1]);
}

/**
 * Gives an object another list. Throws, with nothing changed, when its kind keeps none, when one of a wrong kind is to
 * be listed, and WorldFullError.
 */
export function setList(state: WorldState, link: number, id: number, ids: readonly number[]): void {
  checkList(state, link, state.identity.kind[id], ids);
  const known = rowsKept(state, link, id);
  if (known.length === ids.length && known.every((row, i) => state.linkTo[row] === ids[i])) return;
  demandRoom(state, ids.length - known.length);
  freeRows(state, known);
  addRows(state, link, id, ids);
  touch(state.stamps, fact.link);
}

/** Throws WorldFullError where there is no room for so many more listed objects. */
export function demandRoom(state: WorldState, more: number): void {
  if (linkCount(state) + more >= state.linkTo.length)
    throw new WorldFullError(state.linkTo.length - 1, undefined, 'links');
}

/** Throws unless objects of a kind keep a list of a link and all these may be in it. */
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

/** Takes an object that goes out of all lists, and its own lists with it. */
export function endLists(state: WorldState, id: number): void {
  if (state.linkTo.length === 0) return;
  const count = linkCount(state);
  for (const { index } of state.model.links) {
    freeRows(state, rowsKept(state, index, id));
    freeRows(state, rowsListing(state, index, id));
  }
  if (linkCount(state) < count) touch(state.stamps, fact.link);
}

/** Both ways of a link are known already as they are now. */
export function knowsListings(state: WorldState, link: number): boolean {
  return state.derived.lists?.(link).isFresh() === true;
}

/** The lists of a link of all objects, until a list changes. */
export function listings(state: WorldState, link: number): Lists {
  return (state.derived.lists ??= memosOf(state, listingsOf))(link).get();
}

function memosOf(state: WorldState, make: (state: WorldState, link: number) => Lists): (link: number) => Memo<Lists> {
  return byNumber((link) => memo(state.stamps, [fact.link], () => make(state, link)));
}

function listingsOf(state: WorldState, link: number): Lists {
  const { linkOf, linkFrom, linkTo } = state;
  const last = lastLinkRow(state);
  return gathered(state.identity.kind.length + 1, (put) => {
    for (let row = 1; row <= last; row++)
      if (linkOf[row] === link && linkFrom[row] !== 0) put(linkFrom[row], linkTo[row]);
  });
}

/**
 * The way back: for every object those that have it in their list of a link, each once, by ascending id. Until a list
 * changes.
 */
export function listing(state: WorldState, link: number): Lists {
  return (state.derived.listing ??= memosOf(state, listingOf))(link).get();
}

function listingOf(state: WorldState, link: number): Lists {
  const lists = listings(state, link);
  return gathered(lists.start.length, (put) => {
    eachOnce(lists, (from, to) => {
      put(to, from);
    });
  });
}

/** Lists of what is put under each id, made in two walks: one that counts, one that fills. */
function gathered(length: number, walk: (put: (id: number, listed: number) => void) => void): Lists {
  const start = new Int32Array(length);
  walk((id) => {
    start[id + 1]++;
  });
  for (let id = 1; id < length; id++) start[id] += start[id - 1];
  const ids = new Int32Array(start[length - 1]);
  const next = start.slice();
  walk((id, listed) => {
    ids[next[id]++] = listed;
  });
  return { start, ids };
}

/** Visits holders by ascending id, and what each lists once. */
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
