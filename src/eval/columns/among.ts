import { header } from '../../kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import type { IdList } from '../../indexes/indexes.js';
import type { Value } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { AmongData } from '../ops/search.js';
import type { Term } from '../term.js';
import { idsOrNone } from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import { rowByRow } from './by-row.js';
import { type Rows, oneRow, rowsOver } from './rows.js';
import { type Vector, codeVector } from './vector.js';

/**
 * The members are found and ranked once for all rows that ask for the same ones; rows look up theirs among so many of
 * the first.
 */
export function amongColumns(term: Term<AmongData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch, state } = evaluator;
  const { length } = rows;
  const { range, slot, choose, slots } = term.data;
  const [object, many, filter, ...keys] = term.args;
  if (rows.running !== undefined && [filter, ...keys].some(({ runs }) => runs)) return rowByRow(term, rows, evaluator);
  const into = scratch.codes(length);
  into.fill(0, 0, length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(object, rows), length, scratch);
  const counts = countsOf(many, rows, evaluator);
  // By id: how many must be chosen for it to be among them; 0 for who is no member.
  const ranks = scratch.codes(state.identity.kind.length);
  ranks.fill(0, 0, state.identity.kind.length);
  const told = choose === 'random' ? (2 ** slots - 1) | 0 : 0;
  evaluator.searchMembers({ term, range, slot, filter, beside: keys, told }, rows, (members, numbers, count) => {
    const most = Math.min(mostOf(counts, numbers, count), members.length);
    if (most === 0) return;
    const chosen = scratch.codes(members.length);
    chooseFirst(members, keysFor(term.data, keys, members, evaluator), most, choose === 'greatest', chosen);
    for (let i = 0; i < most; i++) ranks[chosen[i]] = i + 1;
    if (typeof counts === 'number') markChosen(ranks, ids, numbers, count, into);
    else markWithin(ranks, ids, counts, numbers, count, into);
    for (let i = 0; i < most; i++) ranks[chosen[i]] = 0;
  });
  scratch.release(mark);
  return codeVector(into);
}

/** Those that have a rank at all. */
function markChosen(ranks: Int32Array, ids: Int32Array, numbers: Int32Array, count: number, into: Int32Array): void {
  for (let i = 0; i < count; i++) into[numbers[i]] = ranks[ids[numbers[i]]] > 0 ? 1 : 0;
}

function markWithin(
  ranks: Int32Array,
  ids: Int32Array,
  counts: Int32Array,
  numbers: Int32Array,
  count: number,
  into: Int32Array,
): void {
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const rank = ranks[ids[row]];
    into[row] = (rank > 0 ? 1 : 0) & (rank <= counts[row] ? 1 : 0);
  }
}

/** Ids of the chosen members, ascending, for the objects in the frame's slots. */
export function chosenAmong(term: Term<AmongData>, evaluator: Evaluator): readonly number[] {
  const { scratch, state } = evaluator;
  const { range, slot, choose, slots } = term.data;
  const [, many, filter, ...keys] = term.args;
  const asked = evaluator.uniform(many, oneRow);
  const count = asked === varies ? 0 : wholeOf(asked, state.identity.kind.length);
  const told = choose === 'random' ? (2 ** slots - 1) | 0 : 0;
  let found: readonly number[] = [];
  if (count === 0) return found;
  evaluator.searchMembers({ term, range, slot, filter, beside: keys, told }, oneRow, (members) => {
    const most = Math.min(count, members.length);
    if (most === 0) return;
    const mark = scratch.mark();
    const chosen = scratch.codes(members.length);
    chooseFirst(members, keysFor(term.data, keys, members, evaluator), most, choose === 'greatest', chosen);
    found = Array.from(chosen.subarray(0, most)).sort((a, b) => a - b);
    scratch.release(mark);
  });
  return found;
}

/** How many rows ask for, all of them or each: whole, none where that is absent, and no more than there can be. */
function countsOf(term: Term, rows: Rows, evaluator: Evaluator): number | Int32Array {
  const { scratch, state } = evaluator;
  const limit = state.identity.kind.length;
  const one = evaluator.uniform(term, rows);
  if (one !== varies) return wholeOf(one, limit);
  const { numbers, absence } = evaluator.evaluate(term, rows);
  const into = scratch.codes(rows.length);
  for (let row = 0; row < rows.length; row++)
    into[row] = absence !== undefined && absence[row] !== 0 ? 0 : wholeOf(numbers[row], limit);
  return into;
}

function wholeOf(count: Value, limit: number): number {
  return !isAbsent(count) && count > 0 ? Math.min(Math.trunc(count), limit) : 0;
}

function mostOf(counts: number | Int32Array, numbers: Int32Array, count: number): number {
  if (typeof counts === 'number') return counts;
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, counts[numbers[i]]);
  return most;
}

function keysFor(data: AmongData, keys: readonly Term[], members: IdList, evaluator: Evaluator): Float64Array {
  const { scratch } = evaluator;
  const { length } = members;
  const into = scratch.numbers(length);
  if (keys.length === 0) {
    drawEach(data, members, evaluator, into);
    return into;
  }
  const mark = scratch.mark();
  const { numbers, absence } = evaluator.evaluate(keys[0], rowsOver(data.slot, members.ids, length, data.range.kind));
  for (let i = 0; i < length; i++) {
    const key = Math.fround(numbers[i]);
    into[i] = Number.isNaN(key) || (absence !== undefined && absence[i] !== 0) ? 0 : key;
  }
  scratch.release(mark);
  return into;
}

/** A draw for each member beside those in the first slots of the frame. */
function drawEach(
  { site, slots }: AmongData,
  { ids, length }: IdList,
  { state, frame }: Evaluator,
  into: Float64Array,
): void {
  const { generation } = state.identity;
  const key = beginDraw(state.arena.header[header.seedLow], state.arena.header[header.seedHigh]);
  for (const word of [frame.turn, frame.rule, site]) foldDraw(key, word);
  for (let slot = 0; slot < slots; slot++) {
    foldDraw(key, frame.slots[slot]);
    foldDraw(key, generation[frame.slots[slot]]);
  }
  const { low, high } = key;
  for (let i = 0; i < length; i++) {
    key.low = low;
    key.high = high;
    foldDraw(key, ids[i]);
    foldDraw(key, generation[ids[i]]);
    into[i] = endDraw(key);
  }
}

/**
 * Writes the ids of the first `most` members, in their order, to `into`, which has room for all: by rising keys and
 * ids, or (`turned`) by falling ones. `keys` are those of the members, none of them NaN, and are used up. Chosen by a
 * heap of the first so far, so that few of many cost no sorting of all.
 */
export function chooseFirst(
  { ids, length }: IdList,
  keys: Float64Array,
  most: number,
  turned: boolean,
  into: Int32Array,
): void {
  // What comes first has the smaller key, and of equal ones what stands earlier in the list.
  if (turned) for (let i = 0; i < length; i++) keys[i] = -keys[i];
  const isAfter = turned
    ? (a: number, b: number): boolean => keys[a] > keys[b] || (keys[a] === keys[b] && a < b)
    : (a: number, b: number): boolean => keys[a] > keys[b] || (keys[a] === keys[b] && a > b);
  // A heap of places in the list with the last of them on top.
  for (let i = 0; i < most; i++) {
    into[i] = i;
    rise(into, i, isAfter);
  }
  for (let i = most; i < length; i++) {
    if (!isAfter(into[0], i)) continue;
    into[0] = i;
    sink(into, most, isAfter);
  }
  for (let left = most - 1; left > 0; left--) {
    const last = into[0];
    into[0] = into[left];
    into[left] = last;
    sink(into, left, isAfter);
  }
  for (let i = 0; i < most; i++) into[i] = ids[into[i]];
}

type IsAfter = (a: number, b: number) => boolean;

function rise(heap: Int32Array, from: number, isAfter: IsAfter): void {
  for (let at = from; at > 0; ) {
    const above = (at - 1) >> 1;
    if (!isAfter(heap[at], heap[above])) return;
    swap(heap, at, above);
    at = above;
  }
}

function sink(heap: Int32Array, length: number, isAfter: IsAfter): void {
  for (let at = 0; ; ) {
    const left = 2 * at + 1;
    if (left >= length) return;
    const below = left + 1 < length && isAfter(heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isAfter(heap[below], heap[at])) return;
    swap(heap, at, below);
    at = below;
  }
}

function swap(heap: Int32Array, a: number, b: number): void {
  const held = heap[a];
  heap[a] = heap[b];
  heap[b] = held;
}
