import { placeHolder } from '../components/place.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { firstAtLeast } from '../kernel/first-at-least.js';
import { idLimit } from '../kernel/identity.js';
import { isFlat } from '../model/model.js';
import { placeKind } from '../components/place-kind.js';
import { kindsAbove } from '../model/kinds-above.js';
import { type Space, cellsAlong, isAlong, mostAcross, wayAlong } from '../model/space.js';
import { type Memo, byNumber, createFollower, fact, kindStamp, memo } from '../model/stamps.js';

/** Objects of spaces by cells: who is within a radius. Follows from population and places. */

declare module '../components/state.js' {
  interface Derived {
    spaceCells?: ((space: number) => CellsByCount) | undefined;
  }
}

/** The objects of a space by cells, in each by ascending id. */
export interface SpaceCells {
  readonly space: Space;
  /** Columns and rows of cells, and their sides. */
  readonly across: number;
  readonly down: number;
  readonly sideX: number;
  readonly sideY: number;
  /** By cell, row by row: the place of its first object. Last, the place after all objects. */
  readonly start: Int32Array;
  /** By place: an object, and where it is. */
  readonly ids: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** By id: its cell, or the number behind all cells. */
  readonly cellOf: Int32Array;
  /** For whom they were sorted. */
  by: Sorting;
}

/** Of the objects of spaces, for one who asks: a turn, or a question. */
interface Sorting {
  /** Objects that were sorted again so far. */
  sorted: number;
}

/** Of one space. */
interface CellsByCount {
  readonly known: Map<number, Memo<SpaceCells>>;
  /** Who asks. */
  by: Sorting;
  lastKey: number;
  last: Memo<SpaceCells> | undefined;
  /** About: numbers kept. */
  size: number;
}

/** Numbers of bytes do not matter: at most 256 MB. */
const mostKept = 2 ** 25;

/** Valid until the next change. */
export function spaceCells(state: WorldState, space: number, across: number, down: number, by: Sorting): SpaceCells {
  const all = (state.derived.spaceCells ??= byNumber(() => ({
    known: new Map<number, Memo<SpaceCells>>(),
    by,
    lastKey: -1,
    last: undefined,
    size: 0,
  })));
  const kept = all(space);
  const key = across * (mostAcross + 1) + down;
  kept.by = by;
  if (kept.last === undefined || kept.lastKey !== key) {
    kept.last = memoFor(state, space, across, down, key, kept);
    kept.lastKey = key;
  }
  return kept.last.get();
}

/** Cells for a radius; undefined where nothing is within. */
export function cellsFor(state: WorldState, space: number, radius: number, by: Sorting): SpaceCells | undefined {
  if (!(radius >= 0)) return undefined;
  const { width, height } = state.model.spaces[space];
  return spaceCells(state, space, cellsAlong(width, radius), cellsAlong(height, radius), by);
}

function memoFor(
  state: WorldState,
  space: number,
  across: number,
  down: number,
  key: number,
  kept: CellsByCount,
): Memo<SpaceCells> {
  const known = kept.known.get(key);
  if (known !== undefined) return known;
  const size = across * down + 6 * idLimit(state.identity);
  if (kept.size + size > mostKept) {
    kept.known.clear();
    kept.size = 0;
  }
  kept.size += size;
  const { kinds } = state.model.spaces[space];
  // Of what hangs on others, only the others are known to have moved.
  const isAlone = kinds.every((kind) => kindsAbove(state.model, kind).length === 0);
  const follower = isAlone ? createFollower(state.stamps, [fact.population, fact.place]) : undefined;
  const made = memo<SpaceCells>(state.stamps, stampsOf(state, kinds), (before) => {
    const changed = follower?.changed(idLimit(state.identity) >>> 4);
    const patched = before !== undefined && changed !== undefined && patch(state, before, changed, kept.by);
    return patched ? before : makeCells(state, space, across, down, before, kept.by);
  });
  kept.known.set(key, made);
  return made;
}

function stampsOf({ model }: WorldState, kinds: readonly number[]): readonly number[] {
  const above = kinds.flatMap((kind) => kindsAbove(model, kind));
  return [
    ...kinds.map((kind) => kindStamp(fact.population, kind)),
    ...[...new Set([...kinds, ...above])].map((kind) => kindStamp(fact.place, kind)),
  ];
}

function makeCells(
  state: WorldState,
  number: number,
  across: number,
  down: number,
  before: SpaceCells | undefined,
  by: Sorting,
): SpaceCells {
  const space = state.model.spaces[number];
  const limit = idLimit(state.identity);
  const start = before?.start ?? new Int32Array(across * down + 1);
  const sideX = space.width / across;
  const sideY = space.height / down;
  start.fill(0);
  const cellOf =
    before !== undefined && before.cellOf.length >= limit ? before.cellOf : new Int32Array(limit + (limit >> 3));
  cellOf.fill(across * down);
  const count = countCells(state, space, across, down, sideX, sideY, start, cellOf);
  for (let cell = 0; cell < across * down; cell++) start[cell + 1] += start[cell];
  const isRoomy = before !== undefined && before.ids.length >= count && before.ids.length <= 2 * count + 64;
  const room = isRoomy ? before.ids.length : count + (count >> 3);
  const [ids, x, y] = isRoomy
    ? [before.ids, before.x, before.y]
    : [new Int32Array(room), new Float64Array(room), new Float64Array(room)];
  fillCells(state, start, cellOf, limit, ids, x, y);
  if (before?.by === by) countSorted(state, by, limit);
  return { space, across, down, sideX, sideY, start, ids, x, y, cellOf, by };
}

function countSorted({ limits: { visitsPerTurn } }: WorldState, by: Sorting, objects: number): void {
  by.sorted += objects;
  if (by.sorted > visitsPerTurn) throw tooOften(visitsPerTurn);
}

/** Objects that are moved along in memory in the time that it takes to sort one. */
const movedAlong = 4;

/** Puts changed objects into their cells; false where there is no room. */
function patch(state: WorldState, cells: SpaceCells, changed: readonly number[], by: Sorting): boolean {
  let work = 0;
  for (const id of changed) {
    const found = placeAgain(state, cells, id);
    if (found < 0) return false;
    work += 1 + found / movedAlong;
  }
  if (cells.by === by) countSorted(state, by, work);
  cells.by = by;
  return true;
}

/** Returns how many others it moved along, -1 where there is no room. */
function placeAgain(state: WorldState, cells: SpaceCells, id: number): number {
  const { start, ids, x, y, cellOf } = cells;
  const nowhere = start.length - 1;
  if (id >= cellOf.length) return -1;
  const [from, to] = [cellOf[id], cellAt(state, cells, id)];
  if (from === nowhere && to === nowhere) return 0;
  if (from === nowhere && start[nowhere] === ids.length) return -1;
  const old = placeIn(cells, from, id);
  const before = placeIn(cells, to, id);
  // Once it has left its place, those behind it have come one nearer.
  const at = from !== to && before > old ? before - 1 : before;
  if (from !== to) moveAlong(cells, from, to, old, at);
  cellOf[id] = to;
  if (to !== nowhere) {
    ids[at] = id;
    x[at] = state.x[id];
    y[at] = state.y[id];
  }
  return Math.abs(at - old);
}

/** For objects that hang on none. The number behind all cells: it is not in the space. */
function cellAt(state: WorldState, { space, across, down, sideX, sideY }: SpaceCells, id: number): number {
  if (!space.kinds.includes(state.identity.kind[id]) || placedIn(state, space, id) === 0) return across * down;
  return cellAlong(state.y[id], sideY, down) * across + cellAlong(state.x[id], sideX, across);
}

/** Where an object of a cell stands, or is to stand; others stand behind all. */
function placeIn({ start, ids }: SpaceCells, cell: number, id: number): number {
  return cell === start.length - 1 ? start[cell] : firstAtLeast(ids, id, start[cell], start[cell + 1]);
}

/** Makes room at a place for an object that leaves another. */
function moveAlong({ start, ids, x, y }: SpaceCells, from: number, to: number, old: number, at: number): void {
  for (const list of [ids, x, y])
    if (old < at) list.copyWithin(old, old + 1, at + 1);
    else list.copyWithin(at + 1, at, old);
  for (let cell = from + 1; cell <= to; cell++) start[cell]--;
  for (let cell = to + 1; cell <= from; cell++) start[cell]++;
}

/** Rules that move objects and look around by turns sort them again each time, which no look counts. */
function tooOften(limit: number): EdictError {
  return new EdictError(
    'limit-visits',
    `objects of a space moved so often between two looks that sorting them again, or moving others along, came to more than ${limit} objects; let all look before they move, as with \`order: simultaneous\`, or raise limits.visitsPerTurn`,
  );
}

/** Counts the objects of each cell one place further on; their cells are kept by id. */
function countCells(
  state: WorldState,
  { kinds, width, height, wrapX, wrapY }: Space,
  across: number,
  down: number,
  sideX: number,
  sideY: number,
  start: Int32Array,
  cellOf: Int32Array,
): number {
  const { x: xs, y: ys, identity, place } = state;
  const { kind } = identity;
  const flat = isFlat(state.model);
  const limit = idLimit(identity);
  const [only] = kinds.length === 1 ? kinds : [0];
  let count = 0;
  for (let id = 1; id < limit; id++) {
    const own = kind[id];
    if (own === 0 || (only === 0 ? !kinds.includes(own) : own !== only)) continue;
    const holder = flat ? (place[id] === placeKind.inherited ? 0 : id) : placeHolder(state, id);
    if (holder === 0) continue;
    const x = xs[holder];
    const y = ys[holder];
    if (!isAlong(x, width, wrapX) || !isAlong(y, height, wrapY)) continue;
    const cell = cellAlong(y, sideY, down) * across + cellAlong(x, sideX, across);
    cellOf[id] = cell;
    start[cell + 1]++;
    count++;
  }
  return count;
}

/** Moves the start of each cell to its end, and back. */
function fillCells(
  state: WorldState,
  start: Int32Array,
  cellOf: Int32Array,
  limit: number,
  ids: Int32Array,
  x: Float64Array,
  y: Float64Array,
): void {
  const { x: xs, y: ys } = state;
  const flat = isFlat(state.model);
  for (let id = 1; id < limit; id++) {
    const cell = cellOf[id];
    if (cell === start.length - 1) continue;
    const at = start[cell]++;
    const holder = flat ? id : placeHolder(state, id);
    ids[at] = id;
    x[at] = xs[holder];
    y[at] = ys[holder];
  }
  start.copyWithin(1, 0, start.length - 1);
  start[0] = 0;
}

export function cellAlong(at: number, side: number, count: number): number {
  return Math.min(Math.floor(at / side), count - 1);
}

/** The object whose place an object has, in a space; 0: it is not there. */
export function placedIn(state: WorldState, { width, height, wrapX, wrapY }: Space, id: number): number {
  const holder = placeHolder(state, id);
  return holder !== 0 && isAlong(state.x[holder], width, wrapX) && isAlong(state.y[holder], height, wrapY) ? holder : 0;
}

/** The first of the cells at most one away along an axis. */
function firstBeside(at: number, count: number, wraps: boolean): number {
  return wraps ? (at || count) - 1 : Math.max(at - 1, 0);
}

/** How many there are, each once: two or one where there are no more. */
function countBeside(at: number, count: number, wraps: boolean): number {
  return wraps ? Math.min(3, count) : Math.min(at + 2, count) - Math.max(at - 1, 0);
}

export interface WithinOne {
  ids: Int32Array;
  /** Objects looked at. */
  looked: number;
}

/**
 * Writes the objects of a space at most a radius away from another object, without itself, from a place on: cell by
 * cell, row by row, in each by ascending id. Returns the end. `room` is asked for so many more objects before.
 */
export function fillWithin(
  state: WorldState,
  space: number,
  anchor: number,
  radius: number,
  from: number,
  into: WithinOne,
  by: Sorting,
): number {
  into.looked = 0;
  const cells = anchor === 0 ? undefined : cellsFor(state, space, radius, by);
  const holder = cells === undefined ? 0 : placedIn(state, cells.space, anchor);
  if (cells === undefined || holder === 0) return from;
  const { across, down, start, ids, x: xs, y: ys } = cells;
  const { width, height, wrapX, wrapY } = cells.space;
  const [x, y, square] = [state.x[holder], state.y[holder], radius * radius];
  const column = cellAlong(x, cells.sideX, across);
  const left = firstBeside(column, across, wrapX);
  const beyond = left + countBeside(column, across, wrapX) - across;
  const middle = cellAlong(y, cells.sideY, down);
  let row = firstBeside(middle, down, wrapY);
  let end = from;
  for (let rows = countBeside(middle, down, wrapY); rows > 0; rows--) {
    const base = row * across;
    // The cells of a row follow each other, but for those beyond the edge.
    let [at, to, rest] = [start[base + left], start[base + across + Math.min(beyond, 0)], beyond];
    for (;;) {
      into.looked += to - at;
      makeRoom(into, end + to - at);
      for (const found = into.ids; at < to; at++) {
        const dx = wayAlong(x, xs[at], width, wrapX);
        const dy = wayAlong(y, ys[at], height, wrapY);
        if (ids[at] !== anchor && dx * dx + dy * dy <= square) found[end++] = ids[at];
      }
      if (rest <= 0) break;
      [at, to, rest] = [start[base], start[base + rest], 0];
    }
    row = row + 1 === down ? 0 : row + 1;
  }
  return end;
}

function makeRoom(into: WithinOne, length: number): void {
  if (into.ids.length >= length) return;
  const ids = new Int32Array(2 * length);
  ids.set(into.ids);
  into.ids = ids;
}

export function createWithinOne(): WithinOne {
  return { ids: new Int32Array(16), looked: 0 };
}
