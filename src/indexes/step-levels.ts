import { attachedTo } from '../components/attachment.js';
import type { Grid, Step } from '../model/connection.js';
import { checkConnected, squareSize } from '../state/connections.js';
import { fillBall, gridCells } from '../state/grid-cells.js';
import { neighbourLists } from '../components/edges.js';
import { knowsListings, listOf, listersOf, listing, listings } from '../components/links.js';
import { toOwner } from './faction-masks.js';
import { isWorthIndex } from './worth-index.js';
import { ownerOf } from '../components/ownership.js';
import type { WorldState } from '../components/state.js';
import { type Identity, resolve } from '../kernel/identity.js';
import type { Lists } from '../kernel/lists.js';
import type { Grouping, IdList, Indexes } from './indexes.js';

/** Each step maps the lists of all rows to the next level, as `connected` (state/connections.ts) does row for row. */

export interface Surroundings {
  readonly state: WorldState;
  readonly indexes: Indexes;
  /** By id the mark of the last row that contained it, kept between calls; `next` is above all marks. */
  readonly marks: { rows: Int32Array; next: number };
}

/** Of the first `rows` origins (0: none); undefined when a level exceeds `most`. */
export function followSteps(
  around: Surroundings,
  steps: readonly Step[],
  origins: Int32Array,
  rows: number,
  most: number,
): Level | undefined {
  let level: Level | undefined =
    steps.length > 0 && steps[0].by === 'objects'
      ? { rows, start: new Int32Array(rows + 1), ids: nobody }
      : firstLevel(origins, rows);
  for (let i = 0; i < steps.length && level !== undefined; i++)
    level = afterStep(around, steps, i, level, origins, most);
  return level;
}

function firstLevel(origins: Int32Array, rows: number): Level {
  const start = new Int32Array(rows + 1);
  const ids = new Int32Array(rows);
  let length = 0;
  for (let row = 0; row < rows; row++) {
    ids[length] = origins[row];
    length += origins[row] === 0 ? 0 : 1;
    start[row + 1] = length;
  }
  return { rows, start, ids };
}

function afterStep(
  around: Surroundings,
  steps: readonly Step[],
  place: number,
  level: Level,
  origins: Int32Array,
  most: number,
): Level | undefined {
  const { state, indexes } = around;
  const step = steps[place];
  switch (step.by) {
    case 'objects':
      return allFor(level.rows, indexes.ofKind(step.kind), most);
    case 'owner':
      toOwners(around, level);
      break;
    case 'parent':
      toParents(level, state.parent);
      break;
    case 'reference':
      toReferred(level, state.cells[step.column], state.model.columns[step.column].kinds, state.identity);
      break;
    case 'kind':
      if (step.kind === 0) return level;
      keepKind(level, state.identity.kind, step.kind);
      break;
    case 'having':
      keepHaving(level, state.cells[step.column], state.model.columns[step.column].kinds, state.identity.kind);
      break;
    case 'attached':
      return attachedLists(around, level, step.kind, most);
    case 'owned':
      return listsOf(level, indexes.storedOwned(step.kind), most);
    case 'referrers':
      return listsOf(level, indexes.referrers(step.column, step.kind), most);
    case 'listed':
    case 'listing':
      return linkedLists(state, level, step, most);
    case 'linked':
      return listsOf(level, inTurn(neighbourLists(state, step.graph)), most);
    case 'square':
      return squares(
        level,
        indexes.cells(step.grid),
        gridCells(state, step.grid),
        squareOf(state.model.grids[step.grid], step.distance, countsOnce(steps, place)),
        most,
      );
    case 'others':
      takeOut(level, origins);
      break;
    case 'once':
      keepFirst(level, marksFor(around, level.rows));
      break;
    case 'sorted':
      return sortRows(level);
  }
  return withoutNone(level);
}

function withoutNone(level: Level): Level {
  const { rows, start, ids } = level;
  let [length, at] = [0, 0];
  for (let row = 0; row < rows; row++) {
    const end = start[row + 1];
    for (; at < end; at++) {
      const id = ids[at];
      ids[length] = id;
      length += id === 0 ? 0 : 1;
    }
    start[row + 1] = length;
  }
  return level;
}

function allFor(rows: number, { ids: all, length }: IdList, most: number): Level | undefined {
  if (rows * length > most) return undefined;
  const start = new Int32Array(rows + 1);
  const ids = new Int32Array(rows * length);
  for (let row = 0; row < rows; row++) {
    ids.set(all.subarray(0, length), row * length);
    start[row + 1] = (row + 1) * length;
  }
  return { rows, start, ids };
}

function toOwners({ state, indexes }: Surroundings, level: Level): void {
  const { ids } = level;
  const length = lengthOf(level);
  const masks = isWorthIndex(length, state) || indexes.ready.factions() ? indexes.factions() : undefined;
  if (masks === undefined) for (let i = 0; i < length; i++) ids[i] = ownerOf(state, ids[i]);
  else toOwner(ids, masks, state.factionEntity, ids, length);
}

function toParents(level: Level, parent: Int32Array): void {
  const { ids } = level;
  const length = lengthOf(level);
  for (let i = 0; i < length; i++) ids[i] = parent[ids[i]];
}

function toReferred(level: Level, cells: ArrayLike<number>, has: Uint8Array, identity: Identity): void {
  const { ids } = level;
  const length = lengthOf(level);
  for (let i = 0; i < length; i++) {
    const handle = has[identity.kind[ids[i]]] === 1 ? cells[ids[i]] : 0;
    ids[i] = handle === 0 ? 0 : resolve(identity, handle);
  }
}

function keepKind(level: Level, kinds: Uint8Array, kind: number): void {
  const { ids } = level;
  const length = lengthOf(level);
  for (let i = 0; i < length; i++) ids[i] &= -(kinds[ids[i]] === kind ? 1 : 0);
}

function keepHaving(level: Level, cells: ArrayLike<number>, has: Uint8Array, kinds: Uint8Array): void {
  const { ids } = level;
  const length = lengthOf(level);
  for (let i = 0; i < length; i++) ids[i] &= -(has[kinds[ids[i]]] === 1 && cells[ids[i]] !== 0 ? 1 : 0);
}

function linkedLists(
  state: WorldState,
  level: Level,
  { by, link }: Extract<Step, { readonly by: 'listed' | 'listing' }>,
  most: number,
): Level | undefined {
  const [all, ofOne] = by === 'listed' ? [listings, listOf] : [listing, listersOf];
  return isWorthIndex(lengthOf(level), state) || knowsListings(state, link)
    ? listsOf(level, inTurn(all(state, link)), most)
    : listsFound(level, (id) => ofOne(state, link, id), most);
}

export function inTurn({ start, ids }: Lists): Grouping {
  return { from: start, to: start.subarray(1), ids };
}

function listsOf(level: Level, grouping: Grouping, most: number): Level | undefined {
  const { rows, start, ids } = level;
  const total = lengthOfLists(level, grouping, most);
  if (total > most) return undefined;
  const into: Level = { rows, start: new Int32Array(rows + 1), ids: new Int32Array(total) };
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const end = start[row + 1];
    for (let at = start[row]; at < end; at++) {
      const last = grouping.to[ids[at]];
      for (let k = grouping.from[ids[at]]; k < last; k++) into.ids[length++] = grouping.ids[k];
    }
    into.start[row + 1] = length;
  }
  return into;
}

function lengthOfLists(level: Level, { from, to }: Grouping, most: number): number {
  const { ids } = level;
  const length = lengthOf(level);
  let total = 0;
  for (let i = 0; i < length && total <= most; i++) total += to[ids[i]] - from[ids[i]];
  return total;
}

function attachedLists({ state, indexes }: Surroundings, level: Level, kind: number, most: number): Level | undefined {
  if (isWorthIndex(lengthOf(level), state) || indexes.ready.attached(kind))
    return listsOf(level, indexes.attached(kind), most);
  return listsFound(
    level,
    (id) => attachedTo(state, id).filter((each) => kind === 0 || state.identity.kind[each] === kind),
    most,
  );
}

function listsFound(level: Level, find: (id: number) => Iterable<number>, most: number): Level | undefined {
  const { rows } = level;
  const start = new Int32Array(rows + 1);
  const found: number[] = [];
  for (let row = 0; row < rows; row++) {
    for (let at = level.start[row]; at < level.start[row + 1]; at++) {
      for (const id of find(level.ids[at])) found.push(id);
      if (found.length > most) return undefined;
    }
    start[row + 1] = found.length;
  }
  return { rows, start, ids: Int32Array.from(found) };
}

function countsOnce(steps: readonly Step[], place: number): boolean {
  return steps.some(({ by }, i) => i > place && by === 'once');
}

function takeOut(level: Level, origins: Int32Array): void {
  const { rows, start, ids } = level;
  for (let row = 0; row < rows; row++) {
    const origin = origins[row];
    for (let at = start[row]; at < start[row + 1]; at++) ids[at] &= -(ids[at] === origin ? 0 : 1);
  }
}

/** Marks for so many rows, from `first` on: above all earlier ones. */
export function marksFor(
  { state, marks }: Surroundings,
  rows: number,
): { readonly marks: Int32Array; readonly first: number } {
  if (marks.rows.length < state.identity.kind.length || marks.next + rows > 2 ** 31 - 1) {
    marks.rows = new Int32Array(state.identity.kind.length);
    marks.next = 1;
  }
  const first = marks.next;
  marks.next += rows;
  return { marks: marks.rows, first };
}

function keepFirst({ rows, start, ids }: Level, { marks, first }: ReturnType<typeof marksFor>): void {
  for (let row = 0; row < rows; row++) {
    const mark = first + row;
    for (let at = start[row]; at < start[row + 1]; at++) {
      const id = ids[at];
      ids[at] = marks[id] === mark ? 0 : id;
      marks[id] = mark;
    }
  }
}

function sortRows(level: Level): Level {
  const { rows, start, ids } = level;
  for (let row = 0; row < rows; row++)
    if (!isAscending(ids, start[row], start[row + 1])) ids.subarray(start[row], start[row + 1]).sort();
  return level;
}

function isAscending(ids: Int32Array, from: number, to: number): boolean {
  for (let at = from + 1; at < to; at++) if (ids[at] < ids[at - 1]) return false;
  return true;
}

type Square = ReturnType<typeof squareOf>;

/** A wrapped axis repeats objects; in squares, repeats that do not count are skipped. */
function squareOf(grid: Grid, distance: number, isOnce: boolean) {
  const side = 2 * distance + 1;
  const isCut = isOnce && grid.neighbourhood === 'moore';
  return {
    grid,
    distance,
    // Where they are not cut off.
    columns: isCut ? Math.min(side, grid.width) : side,
    lines: isCut ? Math.min(side, grid.height) : side,
  };
}

/** Undefined beyond `most`. `at`: the object at each cell. */
function squares(level: Level, cells: Int32Array, at: Int32Array, square: Square, most: number): Level | undefined {
  const { rows, start, ids } = level;
  const total = sizeOfSquares(level, cells, square, most);
  if (total > most) return undefined;
  const into: Level = { rows, start: new Int32Array(rows + 1), ids: new Int32Array(total) };
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const end = start[row + 1];
    for (let i = start[row]; i < end; i++)
      if (cells[ids[i]] >= 0) length = fillSquare(cells[ids[i]], at, square, into.ids, length);
    into.start[row + 1] = length;
  }
  return into;
}

function sizeOfSquares(
  level: Level,
  cells: Int32Array,
  { grid, distance, columns, lines }: Square,
  most: number,
): number {
  const { ids } = level;
  const { width, height, wrapX, wrapY } = grid;
  const length = lengthOf(level);
  let total = 0;
  for (let i = 0; i < length && total <= most; i++) {
    const cell = cells[ids[i]];
    if (cell < 0) continue;
    if (total === 0) checkConnected(squareSize(grid, distance), ids[i]);
    const x = cell % width;
    const y = (cell - x) / width;
    const across = wrapX ? columns : lengthWithin(x, distance, width);
    const down = wrapY ? lines : lengthWithin(y, distance, height);
    total += across * down;
  }
  return total;
}

/** By column, each from the top; returns the next index. */
function fillSquare(
  cell: number,
  at: Int32Array,
  { grid, distance, columns, lines }: Square,
  into: Int32Array,
  from: number,
): number {
  const { width, height, wrapX, wrapY, neighbourhood } = grid;
  const x = cell % width;
  const y = (cell - x) / width;
  if (neighbourhood !== 'moore') return fillBall(x, y, at, grid, distance, into, from);
  const left = wrapX ? wrapped(x - distance, width) : Math.max(0, x - distance);
  const top = wrapY ? wrapped(y - distance, height) : Math.max(0, y - distance);
  const across = wrapX ? columns : lengthWithin(x, distance, width);
  const down = wrapY ? lines : lengthWithin(y, distance, height);
  let length = from;
  for (let i = 0, column = left; i < across; i++, column = column + 1 === width ? 0 : column + 1) {
    for (let k = 0, line = top; k < down; k++, line = line + 1 === height ? 0 : line + 1) {
      const id = at[line * width + column];
      into[length] = id;
      length += id === 0 ? 0 : 1;
    }
  }
  return length;
}

/** Places from 0 to before `length` at most `distance` from one of them. */
function lengthWithin(place: number, distance: number, length: number): number {
  return Math.min(length - 1, place + distance) - Math.max(0, place - distance) + 1;
}

function wrapped(place: number, length: number): number {
  return ((place % length) + length) % length;
}

export interface Level extends Lists {
  readonly rows: number;
}

function lengthOf({ rows, start }: Level): number {
  return start[rows];
}

const nobody = new Int32Array(0);
