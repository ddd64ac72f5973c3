import { attachedTo } from '../components/attachment.js';
import type { Step } from '../model/connection.js';
import { gridCells } from '../state/grids.js';
import { knowsListings, listersOf, listing, listings, listOf } from '../components/links.js';
import { population } from '../state/objects.js';
import { ownerOf } from '../components/ownership.js';
import type { WorldState } from '../components/state.js';
import { type Identity, resolve } from '../kernel/identity.js';
import { squareOf, squares } from './grid-squares.js';
import type { Grouping, Indexes, ListsInTurn } from './indexes.js';
import { type Level, lengthOf } from './level.js';

/**
 * What steps find for many objects at a time, level by level: a step makes of the lists of all rows those of the next
 * level. The meaning is that of `connected`
 * (state/connections.ts), row for row.
 */

/** What steps look at beside the level. */
export interface Surroundings {
  readonly state: WorldState;
  readonly indexes: Indexes;
  /** Kept from call to call: by id, the last row in which it stood. */
  readonly marks: RowMarks;
}

/** Marks of rows by id; `next` is above all that are given. */
export interface RowMarks {
  rows: Int32Array;
  next: number;
}

/** The lists of so many objects (0: none); undefined when a level would be longer than `most`. */
export function followSteps(
  around: Surroundings,
  steps: readonly Step[],
  origins: Int32Array,
  rows: number,
  most: number,
): Level | undefined {
  let level: Level | undefined =
    steps.length > 0 && steps[0].by === 'objects' ? emptyLevel(rows) : firstLevel(origins, rows);
  for (let i = 0; i < steps.length && level !== undefined; i++)
    level = afterStep(around, steps, i, level, origins, most);
  return level;
}

function emptyLevel(rows: number): Level {
  return { rows, start: new Int32Array(rows + 1), ids: new Int32Array(0) };
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
      return withoutNone(level);
    case 'parent':
      toParents(level, state.parent);
      return withoutNone(level);
    case 'reference':
      toReferred(level, state.cells[step.column], state.model.columns[step.column].kinds, state.identity);
      return withoutNone(level);
    case 'kind':
      if (step.kind === 0) return level;
      keepKind(level, state.identity.kind, step.kind);
      return withoutNone(level);
    case 'having':
      keepHaving(level, state.cells[step.column], state.model.columns[step.column].kinds, state.identity.kind);
      return withoutNone(level);
    case 'attached':
      return attachedLists(around, level, step.kind, most);
    case 'owned':
      return listsOf(level, indexes.storedOwned(step.kind), most);
    case 'referrers':
      return listsOf(level, indexes.referrers(step.column, step.kind), most);
    case 'listed':
      return isWorthAll(state, level) || knowsListings(state, step.link)
        ? listsOf(level, inTurn(listings(state, step.link)), most)
        : listsFound(level, (id) => listOf(state, step.link, id), most);
    case 'listing':
      return isWorthAll(state, level) || knowsListings(state, step.link)
        ? listsOf(level, inTurn(listing(state, step.link)), most)
        : listsFound(level, (id) => listersOf(state, step.link, id), most);
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
      return withoutNone(level);
    case 'once':
      keepFirst(level, marksFor(around, level.rows));
      return withoutNone(level);
    case 'sorted':
      return sortRows(level);
  }
}

/** Takes the zeros out. */
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

function allFor(
  rows: number,
  { ids: all, length }: { readonly ids: Int32Array; readonly length: number },
  most: number,
): Level | undefined {
  if (rows * length > most) return undefined;
  const start = new Int32Array(rows + 1);
  const ids = new Int32Array(rows * length);
  for (let row = 0; row < rows; row++) {
    ids.set(all.subarray(0, length), row * length);
    start[row + 1] = (row + 1) * length;
  }
  return { rows, start, ids };
}

/** With fewer objects than one in so many, an index of the whole world costs more than it saves. */
const worthShare = 64;

function toOwners({ state, indexes }: Surroundings, level: Level): void {
  const { ids } = level;
  const length = lengthOf(level);
  const masks = length * worthShare >= population(state) || indexes.ready.factions() ? indexes.factions() : undefined;
  if (masks === undefined) for (let i = 0; i < length; i++) ids[i] = ownerOf(state, ids[i]);
  else toMasked(ids, length, masks, state.factionEntity);
}

/** The one faction of a mask; none where there are several. Slot 0 is the slot of none. */
function toMasked(ids: Int32Array, length: number, masks: Uint32Array, factionEntity: Int32Array): void {
  for (let i = 0; i < length; i++) {
    const mask = masks[ids[i]] | 0;
    ids[i] = factionEntity[(mask & (mask - 1)) === 0 ? 31 - Math.clz32(mask | 1) : 0];
  }
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

/** The same lists as those of a grouping. */
function inTurn({ start, ids }: ListsInTurn): Grouping {
  return { from: start, to: start.subarray(1), ids };
}

/** Each object becomes its list. */
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
  if (isWorthAll(state, level) || indexes.ready.attached(kind)) return listsOf(level, indexes.attached(kind), most);
  return listsFound(
    level,
    (id) => attachedTo(state, id).filter((each) => kind === 0 || state.identity.kind[each] === kind),
    most,
  );
}

/** So many objects are asked about that it is best to find out about all. */
function isWorthAll(state: WorldState, level: Level): boolean {
  return lengthOf(level) * worthShare >= population(state);
}

/** Each object becomes what is found for it. */
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

/** Marks by id for so many rows, from `first` on: above all that are there. */
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

function keepFirst(
  { rows, start, ids }: Level,
  { marks, first }: { readonly marks: Int32Array; readonly first: number },
): void {
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
