import type { Evaluator, Members } from './evaluator.js';
import { countVisits } from '../../ir/node.js';
import { type Rows, type Vector, bindRow, codeVector, rowsOver, takeRows } from './rows.js';
import type { Term } from '../term.js';
import { endDraw, foldDraw } from '../../kernel/random.js';
import { type PickData, argumentsOf, isGiven } from '../ops/range.js';
import { foldEach, idsOf } from '../ops/draws.js';
import { beginAt, foldObject } from '../../ir/draw-key.js';
import { attemptsFor, drawnPlace, fewestAttempts } from '../ops/picking.js';
import { foldColumns } from './aggregate.js';
import { membersFor, rowsFrom, rowsToFind } from './member-lists.js';

/** Like an aggregate, but for random choices: these look at few members of long lists. */
export function pickColumns(term: Term<PickData>, rows: Rows, evaluator: Evaluator): Vector {
  const { range, slot, pick } = term.data;
  if (pick === 'random') return randomColumns(term, rows, evaluator);
  const first = argumentsOf(range);
  const [filter, ...values] = term.args.slice(first + Number(isGiven(pick)));
  const given = givenBy(term, rows, evaluator);
  return foldColumns({ term, fold: { pick }, range, slot, filter, values }, rows, evaluator, given);
}

function givenBy(term: Term<PickData>, rows: Rows, evaluator: Evaluator): Float64Array | undefined {
  const { scratch } = evaluator;
  const { range, pick } = term.data;
  const { length } = rows;
  if (pick !== 'weighted' && !isGiven(pick)) return undefined;
  const into = scratch.numbers(length);
  const mark = scratch.mark();
  if (pick === 'weighted') {
    const { low, high } = beginEach(term.data, rows, evaluator);
    const key = { low: 0, high: 0 };
    for (let row = 0; row < length; row++) {
      key.low = low[row];
      key.high = high[row];
      into[row] = endDraw(key);
    }
  } else {
    const { numbers, codes, absence } = evaluator.evaluate(term.args[argumentsOf(range)], rows);
    const values = pick === 'at' ? numbers : codes;
    for (let row = 0; row < length; row++)
      into[row] = absence !== undefined && absence[row] !== 0 ? Number.NaN : values[row];
  }
  scratch.release(mark);
  return into;
}

interface Keys {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

/** Keys of draws by row; the part before the first varying slot is folded once. */
function beginEach({ site, slots }: PickData, rows: Rows, { state, frame, scratch }: Evaluator): Keys {
  const { length } = rows;
  const { generation } = state.identity;
  const low = scratch.codes(length);
  const high = scratch.codes(length);
  const same = scratch.codes(length);
  const key = beginAt(state, frame, site);
  let slot = 0;
  for (; slot < slots && rows.slots[slot] === undefined; slot++) foldObject(key, frame.slots[slot], generation);
  low.fill(key.low, 0, length);
  high.fill(key.high, 0, length);
  for (; slot < slots; slot++) foldEach(idsOf(slot, rows, frame, same), generation, key, low, high, length);
  return { low, high };
}

/** Lists that are too long together are made for some rows at a time. */
function randomColumns(term: Term<PickData>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const into = scratch.codes(rows.length);
  const mark = scratch.mark();
  for (let done = 0; done < rows.length; ) {
    const part = rowsToFind(term.data.range, rows, done);
    const members = membersFor(term.data.range, term, part, evaluator);
    const count = members.rows ?? part.length;
    const own = count === part.length ? part : rowsFrom(part, 0, count);
    drawMembers(term, own, members, evaluator, done === 0 ? into : into.subarray(done));
    done += count;
    scratch.release(mark);
  }
  return codeVector(into);
}

function drawMembers(term: Term<PickData>, rows: Rows, members: Members, evaluator: Evaluator, into: Int32Array): void {
  const { scratch, frame } = evaluator;
  const { range, slot } = term.data;
  const { from, to } = members;
  const filter = term.args[argumentsOf(range)];
  const keys = beginEach(term.data, rows, evaluator);
  const open = scratch.codes(rows.length);
  let count = 0;
  for (let row = 0; row < rows.length; row++) {
    into[row] = 0;
    open[count] = row;
    count += to[row] > from[row] ? 1 : 0;
  }
  const ids = scratch.codes(rows.length);
  const late = scratch.codes(rows.length);
  let lateCount = 0;
  for (let attempt = 0; count > 0; attempt++) {
    if (attempt >= fewestAttempts) {
      const failing = count;
      count = 0;
      for (let i = 0; i < failing; i++) {
        const row = open[i];
        if (attempt < attemptsFor(to[row] - from[row])) open[count++] = row;
        else late[lateCount++] = row;
      }
      if (count === 0) break;
    }
    countVisits(frame, count);
    drawEach(members, keys, attempt, open, count, ids);
    const mark = scratch.mark();
    count = keepFailing(
      filter,
      openRows(filter, rows, open, count, slot, ids, range.kind, evaluator),
      open,
      ids,
      into,
      evaluator,
    );
    scratch.release(mark);
  }
  chooseAll(term, rows, members, keys, late, lateCount, evaluator, into);
}

function drawEach(
  { ids, from, to }: Members,
  { low, high }: Keys,
  attempt: number,
  open: Int32Array,
  count: number,
  into: Int32Array,
): void {
  const key = { low: 0, high: 0 };
  for (let i = 0; i < count; i++) {
    const row = open[i];
    key.low = low[row];
    key.high = high[row];
    foldDraw(key, attempt);
    into[i] = ids[from[row] + Math.floor(endDraw(key) * (to[row] - from[row]))];
  }
}

/** Some rows, with a member in its slot. */
function openRows(
  filter: Term,
  rows: Rows,
  open: Int32Array,
  count: number,
  slot: number,
  ids: Int32Array,
  kind: number,
  { scratch }: Evaluator,
): Rows {
  const { slots, kinds, ...taken } =
    count === rows.length ? rows : takeRows(rows, open, count, scratch, { free: filter.free, runs: filter.runs });
  const own = slots.slice();
  const known = kinds.slice();
  own[slot] = ids;
  known[slot] = kind;
  return { ...taken, slots: own, kinds: known, varying: taken.varying | (1 << slot) };
}

/** Writes the members that pass, and keeps the other rows, in place; returns how many remain. */
function keepFailing(
  filter: Term,
  rows: Rows,
  open: Int32Array,
  ids: Int32Array,
  into: Int32Array,
  evaluator: Evaluator,
): number {
  const { codes, absence } = evaluator.evaluate(filter, rows);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    const row = open[i];
    const isChosen = codes[i] === 1 && (absence === undefined || absence[i] === 0);
    if (isChosen) into[row] = ids[i];
    open[count] = row;
    count += isChosen ? 0 : 1;
  }
  return count;
}

/** The last resort: one of all members that pass. Rows with the same members find them once, where they can. */
function chooseAll(
  term: Term<PickData>,
  rows: Rows,
  members: Members,
  { low, high }: Keys,
  open: Int32Array,
  count: number,
  evaluator: Evaluator,
  into: Int32Array,
): void {
  if (count === 0) return;
  const { scratch, frame } = evaluator;
  const { range, slot } = term.data;
  const { ids, from, to } = members;
  const filter = term.args[argumentsOf(range)];
  const isShared = (filter.free & rows.varying & ~(1 << slot)) === 0 && !(filter.runs && rows.running !== undefined);
  const before = frame.slots.slice();
  const running = frame.value;
  const runningWhole = frame.valueWhole;
  const passing = scratch.codes(longestOf(members, open, count));
  let known: { readonly from: number; readonly to: number; readonly length: number } | undefined;
  try {
    for (let i = 0; i < count; i++) {
      const row = open[i];
      countVisits(frame, to[row] - from[row]);
      bindRow(frame.slots, rows, row);
      if (rows.running !== undefined) frame.value = rows.running[row];
      if (rows.runningClasses !== undefined) frame.valueWhole = rows.runningClasses[row] === 1;
      if (!isShared || known?.from !== from[row] || known.to !== to[row]) {
        const all = rowsOver(slot, ids.subarray(from[row], to[row]), to[row] - from[row], range.kind);
        known = { from: from[row], to: to[row], length: listPassing(filter, all, slot, evaluator, passing) };
      }
      if (known.length > 0)
        into[row] = passing[drawnPlace(low[row], high[row], attemptsFor(to[row] - from[row]), known.length)];
    }
  } finally {
    for (let at = 0; at < before.length; at++) frame.slots[at] = before[at];
    frame.value = running;
    frame.valueWhole = runningWhole;
  }
}

function longestOf({ from, to }: Members, rows: Int32Array, count: number): number {
  let most = 0;
  for (let i = 0; i < count; i++) most = Math.max(most, to[rows[i]] - from[rows[i]]);
  return most;
}

/** Returns how many pass. */
function listPassing(filter: Term, rows: Rows, slot: number, evaluator: Evaluator, into: Int32Array): number {
  const ids = rows.slots[slot];
  if (ids === undefined) return 0;
  const mark = evaluator.scratch.mark();
  const { codes, absence } = evaluator.evaluate(filter, rows);
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    into[count] = ids[i];
    count += codes[i] === 1 && (absence === undefined || absence[i] === 0) ? 1 : 0;
  }
  evaluator.scratch.release(mark);
  return count;
}
