import type { Evaluator, Members } from './evaluator.js';
import { type Rows, type Vector, bindRow, rowsOver } from './rows.js';
import type { Term } from '../term.js';
import { countVisits } from '../../ir/node.js';
import { chooseKeyed } from './chosen.js';
import { laterBy } from './fold-rows.js';
import { firstPlaces } from './first-places.js';
import type { WorldState } from '../../components/state.js';
import { idsIn, knownKind } from './absence.js';
import { masksFor } from './mask-columns.js';
import type { Grouping, IdList, Indexes, SharedLists } from '../../indexes/indexes.js';
import { anchoredAt, rankedCount } from '../ops/members.js';
import {
  type BallRange,
  type CellsRange,
  type ConnectionRange,
  type FoundRange,
  type MembersData,
  type Range,
  type RankedRange,
  argumentsOf,
  mostRanked,
  takesDistance,
} from '../ops/range.js';
import { cellIn, cellsAround, distanceOf, fillAround, gridIndex, mostAround } from '../../state/grid-cells.js';
import { createWithinOne, fillWithin } from '../../state/space-cells.js';
import { isWorthIndex } from '../../indexes/worth-index.js';

/** Arguments of the range are the first ones of the term. Borrowed. */
export function membersFor(range: Range, term: Term, rows: Rows, evaluator: Evaluator): Members {
  return range.over === 'ranked'
    ? rankedMembers(range, term as Term<MembersData>, rows, evaluator)
    : foundMembers(range, term, rows, evaluator);
}

function foundMembers(range: FoundRange, term: Term, rows: Rows, evaluator: Evaluator): Members {
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
  if (range.over === 'ball')
    return ballMembers(range, anchors, evaluator.evaluate(term.args[1], rows), from, to, rows.length, evaluator);
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

/** Rows whose members are found at once on a grid or in a space. */
const mostCellRows = 8_192;

/** The rows from `done` on whose members are found next. */
export function rowsToFind(range: Range, rows: Rows, done: number): Rows {
  const end = takesDistance(range.over === 'ranked' ? range.of : range)
    ? Math.min(rows.length, done + mostCellRows)
    : rows.length;
  return done === 0 && end === rows.length ? rows : rowsFrom(rows, done, end);
}

export function rowsFrom(rows: Rows, from: number, to: number): Rows {
  return {
    length: to - from,
    slots: rows.slots.map((ids) => ids?.subarray(from, to)),
    kinds: rows.kinds,
    running: rows.running?.subarray(from, to),
    runningClasses: rows.runningClasses?.subarray(from, to),
    varying: rows.varying,
  };
}

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
  const looked = scratch.codes(rows);
  const own = itself ? 1 : 0;
  let end = 0;
  for (let row = 0; row < rows; row++) {
    from[row] = end;
    if (cells[row] >= 0) end = fillAround(index, cells[row], far[row], own, ids, end);
    to[row] = end;
    looked[row] =
      index.first === 0 && cells[row] >= 0 ? cellsAround(index, cells[row], far[row], own) : end - from[row];
  }
  return { ids, from, to, rows, looked };
}

/** Of as many leading rows as have not too many, at least one. */
function ballMembers(
  { space }: BallRange,
  anchors: Int32Array,
  radii: Vector,
  from: Int32Array,
  to: Int32Array,
  length: number,
  { state, scratch, frame }: Evaluator,
): Members {
  const looked = scratch.codes(length);
  const found = createWithinOne();
  let [rows, end] = [0, 0];
  for (; rows < length && end <= mostCells; rows++) {
    from[rows] = end;
    const radius = radii.absence?.[rows] ? NaN : radii.numbers[rows];
    end = fillWithin(state, space, anchors[rows], radius, end, found, frame);
    to[rows] = end;
    looked[rows] = found.looked;
  }
  const ids = scratch.codes(end);
  ids.set(found.ids.subarray(0, end));
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

/** What the members of some rows count as visits. */
export function visitsOfAll(members: Members, rows: number): number {
  const { looked } = members;
  if (looked === undefined) return lengthOfAll(members, rows);
  let sum = 0;
  for (let row = 0; row < rows; row++) sum += looked[row];
  return sum;
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

/** Approximate limit of ranked members that exist at once. */
const mostListed = 65_536;

/** Row by row: rows with the same members rank them once, where nothing else depends on the row. */
function rankedMembers(range: RankedRange, term: Term<MembersData>, rows: Rows, evaluator: Evaluator): Members {
  const { scratch, frame } = evaluator;
  const first = argumentsOf(range.of);
  const [count, filter, ...keys] = term.args.slice(first, argumentsOf(range));
  const { slot } = term.data;
  const from = scratch.codes(rows.length);
  const to = scratch.codes(rows.length);
  const ids = scratch.codes(mostListed + mostRanked);
  const mark = scratch.mark();
  const found = foundMembers(range.of, term, rows, evaluator);
  const length = found.rows ?? rows.length;
  const counts = evaluator.evaluate(count, rows);
  const outer = [filter, ...keys];
  const isShared = outer.every(
    (each) => (each.free & rows.varying & ~(1 << slot)) === 0 && !(each.runs && rows.running !== undefined),
  );
  const before = frame.slots.slice();
  const { value, valueWhole } = frame;
  let [known, listed] = [-1, 0];
  let row = 0;
  try {
    for (; row < length && listed <= mostListed; row++) {
      countVisits(frame, found.looked?.[row] ?? found.to[row] - found.from[row]);
      const isAbsent = counts.absence !== undefined && counts.absence[row] !== 0;
      const most = isAbsent ? 0 : rankedCount(counts.numbers[row]);
      if (
        isShared &&
        known >= 0 &&
        found.from[known] === found.from[row] &&
        found.to[known] === found.to[row] &&
        to[known] - from[known] === most
      ) {
        from[row] = from[known];
        to[row] = to[known];
        continue;
      }
      known = row;
      bindRow(frame.slots, rows, row);
      if (rows.running !== undefined) frame.value = rows.running[row];
      if (rows.runningClasses !== undefined) frame.valueWhole = rows.runningClasses[row] === 1;
      const all = rowsOver(slot, found.ids.subarray(found.from[row], found.to[row]), found.to[row] - found.from[row]);
      from[row] = listed;
      listed += rank(range, filter, keys, all, slot, most, evaluator, ids, listed);
      to[row] = listed;
    }
  } finally {
    for (let at = 0; at < before.length; at++) frame.slots[at] = before[at];
    frame.value = value;
    frame.valueWhole = valueWhole;
  }
  scratch.release(mark);
  return row < rows.length ? { ids, from, to, rows: row } : { ids, from, to };
}

/** Writes the first ones at a place; returns how many. */
function rank(
  { order }: RankedRange,
  filter: Term,
  keys: readonly Term[],
  rows: Rows,
  slot: number,
  most: number,
  evaluator: Evaluator,
  into: Int32Array,
  at: number,
): number {
  const members = rows.slots[slot];
  if (members === undefined || rows.length === 0 || most === 0) return 0;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const { before, places, keys: values = [] } = chooseKeyed(filter, keys, rows, evaluator);
  const count = before === undefined ? rows.length : before[rows.length];
  const chosen = Math.min(most, count);
  const first = scratch.codes(chosen);
  firstPlaces(count, chosen, first, laterBy(values, order === 'least'));
  for (let i = 0; i < chosen; i++) into[at + i] = members[places === undefined ? first[i] : places[first[i]]];
  scratch.release(mark);
  return chosen;
}
