import type { Evaluator, Members } from './evaluator.js';
import type { Rows, Vector } from './rows.js';
import type { Term } from '../term.js';
import type { WorldState } from '../../components/state.js';
import { idsIn, knownKind } from './absence.js';
import { masksFor } from './mask-columns.js';
import type { Grouping, IdList, Indexes, SharedLists } from '../../indexes/indexes.js';
import { anchoredAt } from '../ops/members.js';
import type { CellsRange, ConnectionRange, Range } from '../ops/range.js';
import { cellIn, cellsAround, distanceOf, fillAround, gridIndex, mostAround } from '../../state/grid-cells.js';
import { isWorthIndex } from '../../indexes/worth-index.js';

/** The anchor is the first argument of the term. Borrowed. */
export function membersFor(range: Range, term: Term, rows: Rows, evaluator: Evaluator): Members {
  const { scratch, state, indexes } = evaluator;
  const from = scratch.codes(rows.length);
  const to = scratch.codes(rows.length);
  if (range.over === 'objects') return everywhere(indexes.ofKind(range.kind), from, to, rows.length);
  if (range.over === 'class') return everywhere(indexes.ofClass(range.class), from, to, rows.length);
  const anchors = idsIn(term.args[0], rows, evaluator);
  if (range.over === 'connection')
    return connectedMembers(range, anchors, knownKind(term.args[0], rows), from, to, rows.length, evaluator);
  if (range.over === 'cells')
    return cellMembers(range, anchors, evaluator.evaluate(term.args[1], rows), from, to, rows.length, evaluator);
  const grouping = groupingFor(range.over, range.kind, rows, evaluator);
  if (grouping === undefined)
    return { ids: found(range.over, range.kind, anchors, from, to, rows, evaluator), from, to };
  if (range.over === 'owned') segmentsOfSlots(anchors, state.faction, grouping, from, to, rows.length);
  else placesOfLists(anchors, grouping, from, to, rows.length);
  return { ids: grouping.ids, from, to };
}

type Anchored = 'attached' | 'contents' | 'owned' | 'owners';

/** Undefined where a search for each anchor is cheaper, or the only way. */
export function groupingFor(
  over: Anchored,
  kind: number,
  rows: Rows,
  { state, indexes }: Evaluator,
  eager = false,
): Grouping | undefined {
  if (over === 'owners') return undefined;
  // Without the index one anchor already means looking at every object.
  if (over === 'owned') return indexes.owned(kind);
  return eager || isWorthIndex(rows.length, state) || indexes.ready[over](kind) ? indexes[over](kind) : undefined;
}

/** With fewer rows than one in so many possible anchors, lists are found for each row. */
const worthLists = 8;

/** Of all objects of a kind, kept where so many are asked for and they are not too long. */
export function listsFor(
  { steps }: ConnectionRange,
  kind: number,
  length: number,
  indexes: Indexes,
): SharedLists | undefined {
  const { connections } = indexes;
  return connections.isReady(steps, kind) || length * worthLists >= indexes.ofKind(kind).length
    ? connections.shared(steps, kind)
    : undefined;
}

function connectedMembers(
  range: ConnectionRange,
  anchors: Int32Array,
  kind: number,
  from: Int32Array,
  to: Int32Array,
  length: number,
  { indexes }: Evaluator,
): Members {
  const { steps } = range;
  const { connections } = indexes;
  const lists = listsFor(range, kind, length, indexes);
  if (lists === undefined) {
    const { ids, count } = connections.some(steps, anchors, length, from, to);
    return { ids, from, to, rows: count };
  }
  placesOfLists(anchors, lists, from, to, length);
  return { ids: lists.ids, from, to };
}

/** Approximate limit of cells that are found at once. */
const mostCells = 65_536;

/** Of as many leading rows as make not too many, at least one. */
function cellMembers(
  { grid: number, itself }: CellsRange,
  anchors: Int32Array,
  distances: Vector,
  from: Int32Array,
  to: Int32Array,
  length: number,
  { state, scratch }: Evaluator,
): Members {
  const index = gridIndex(state, number);
  const cells = scratch.codes(length);
  const far = scratch.codes(length);
  let [rows, room] = [0, 0];
  for (; rows < length; rows++) {
    const distance = distances.absence?.[rows] ? -1 : distanceOf(distances.numbers[rows]);
    const cell = distance < 0 ? -1 : cellIn(state, index, anchors[rows]);
    const more = cell < 0 ? 0 : mostAround(index.grid, cell, distance);
    if (rows > 0 && room + more > mostCells) break;
    room += more;
    cells[rows] = cell;
    far[rows] = distance;
  }
  const ids = scratch.codes(room);
  const own = itself ? 1 : 0;
  let [end, looked] = [0, 0];
  for (let row = 0; row < rows; row++) {
    from[row] = end;
    if (cells[row] >= 0) {
      end = fillAround(index, cells[row], far[row], own, ids, end);
      looked += index.first === 0 ? cellsAround(index, cells[row], far[row], own) : end - from[row];
    }
    to[row] = end;
  }
  return { ids, from, to, rows, looked };
}

function placesOfLists(
  anchors: Int32Array,
  lists: SharedLists,
  from: Int32Array,
  to: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    from[row] = lists.from[anchors[row]];
    to[row] = lists.to[anchors[row]];
  }
}

function everywhere({ ids, length }: IdList, from: Int32Array, to: Int32Array, rows: number): Members {
  from.fill(0, 0, rows);
  to.fill(length, 0, rows);
  return { ids, from, to };
}

function segmentsOfSlots(
  anchors: Int32Array,
  faction: Uint8Array,
  lists: Grouping,
  from: Int32Array,
  to: Int32Array,
  length: number,
): void {
  for (let row = 0; row < length; row++) {
    const slot = faction[anchors[row]];
    from[row] = lists.from[slot];
    to[row] = lists.to[slot];
  }
}

function found(
  over: Anchored,
  kind: number,
  anchors: Int32Array,
  from: Int32Array,
  to: Int32Array,
  rows: Rows,
  evaluator: Evaluator,
): Int32Array {
  const { state } = evaluator;
  const masks = over === 'owners' ? masksFor(rows, evaluator) : undefined;
  if (masks !== undefined) return ownersByMask(kind, anchors, masks, from, to, rows.length, evaluator);
  const kinds = state.identity.kind;
  const list: number[] = [];
  const known = new Map<number, number>();
  for (let row = 0; row < rows.length; row++) {
    const anchor = anchors[row];
    const same = known.get(anchor);
    from[row] = same === undefined ? list.length : from[same];
    if (same === undefined && anchor !== 0)
      for (const id of anchoredAt(over, state, anchor)) if (kind === 0 || kinds[id] === kind) list.push(id);
    to[row] = same === undefined ? list.length : to[same];
    if (same === undefined) known.set(anchor, row);
  }
  const ids = evaluator.scratch.codes(list.length);
  for (let i = 0; i < list.length; i++) ids[i] = list[i];
  return ids;
}

/** Owners are few: a list for each row, ascending by id. */
function ownersByMask(
  kind: number,
  anchors: Int32Array,
  masks: Uint32Array,
  from: Int32Array,
  to: Int32Array,
  length: number,
  { state, scratch }: Evaluator,
): Int32Array {
  const factions = scratch.codes(state.factionEntity.length);
  const count = factionsById(state, kind, factions);
  const ids = scratch.codes(length * count);
  let end = 0;
  for (let row = 0; row < length; row++) {
    const mask = masks[anchors[row]];
    from[row] = end;
    for (let i = 0; i < count; i++) {
      ids[end] = factions[i];
      end += (mask >>> state.faction[factions[i]]) & 1;
    }
    to[row] = end;
  }
  return ids;
}

/** Of a kind (0: any), ascending; returns how many there are. */
function factionsById({ factionEntity, identity }: WorldState, kind: number, into: Int32Array): number {
  let count = 0;
  for (let slot = 1; slot < factionEntity.length; slot++) {
    const id = factionEntity[slot];
    if (id === 0 || (kind !== 0 && identity.kind[id] !== kind)) continue;
    let place = count++;
    for (; place > 0 && into[place - 1] > id; place--) into[place] = into[place - 1];
    into[place] = id;
  }
  return count;
}

export function lengthOfAll({ from, to }: Members, rows: number): number {
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += to[row] - from[row];
  return sum;
}

export function layOut(
  { from, to }: Members,
  first: number,
  count: number,
  intoFrom: Int32Array,
  intoTo: Int32Array,
): number {
  let sum = 0;
  for (let i = 0; i < count; i++) {
    intoFrom[i] = sum;
    sum += to[first + i] - from[first + i];
    intoTo[i] = sum;
  }
  return sum;
}

export function fillMembers({ ids, from, to }: Members, first: number, count: number, into: Int32Array): void {
  let end = 0;
  for (let row = first; row < first + count; row++) for (let i = from[row]; i < to[row]; i++) into[end++] = ids[i];
}
