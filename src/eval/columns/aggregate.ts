import { type Evaluator, type Members, varies } from './evaluator.js';
import { countVisits } from '../../ir/node.js';
import { type Rows, type Vector, bindRow, codesOf, codeVector, numberVector } from './rows.js';
import type { Term } from '../term.js';
import {
  type AggregateData,
  type CollectData,
  type MembersData,
  argumentsOf,
  isPicking,
  takesValue,
} from '../ops/range.js';
import { asPopulation } from '../node-shape.js';
import { type Chosen, allChosen, choose, chooseKeyed, chooseOnce } from './chosen.js';
import { type Folded, foldNothing, foldRows } from './fold-rows.js';
import { fillMembers, layOut, lengthOfAll, membersFor, rowsFrom, rowsToFind, visitsOfAll } from './member-lists.js';

/** Approximate limit of member rows that exist at once. */
const mostMembers = 65_536;
/** Rows with at least so many members are batches of their own. */
const longList = 256;

export interface Task extends MembersData {
  readonly term: Term;
  readonly fold: Folded['fold'];
  readonly filter: Term | undefined;
  /** At most one, but for choices. */
  readonly values: readonly Term[];
}

interface Aggregate extends Task {
  readonly rows: Rows;
  readonly evaluator: Evaluator;
  readonly members: Members;
  readonly folded: Folded;
  /** Bits of varying slots, except the member's, on which filter or value depend. */
  readonly outer: number;
  readonly runs: boolean;
}

/** Filter and value are evaluated in rows of members. Each member of each row counts as a visit, even if shared. */
export function aggregateColumns(term: Term<AggregateData>, rows: Rows, evaluator: Evaluator): Vector {
  const { range, fold, slot } = term.data;
  const first = argumentsOf(range);
  const values = takesValue(fold) ? [term.args[first + 1]] : noTerms;
  return foldColumns({ term, fold, range, slot, filter: term.args[first], values }, rows, evaluator);
}

const noTerms: readonly Term[] = [];

export function collectColumns(term: Term<CollectData>, rows: Rows, evaluator: Evaluator): Vector {
  const { range, slot, aggregator } = term.data;
  const fold = evaluator.state.model.aggregators[aggregator];
  const vector = foldColumns(
    { term, fold, range, slot, filter: undefined, values: [term.args[argumentsOf(range)]] },
    rows,
    evaluator,
  );
  return term.type.name === 'number'
    ? vector
    : codeVector(codesOf(vector.numbers, evaluator.scratch.codes(rows.length), rows.length));
}

/** `given`: by row, what a choice looks by. */
export function foldColumns(task: Task, rows: Rows, evaluator: Evaluator, given: Float64Array = noNumbers): Vector {
  const { scratch } = evaluator;
  const { fold } = task;
  const isNumber = (typeof fold !== 'string' && !isPicking(fold)) || task.term.type.name === 'number';
  const folded: Folded = {
    fold,
    given,
    numbers: scratch.numbers(isNumber ? rows.length : 0),
    codes: scratch.codes(isNumber ? 0 : rows.length),
    absence: scratch.bytes(rows.length),
  };
  const absent = foldParts(task, rows, evaluator, folded);
  const absence = absent ? folded.absence : undefined;
  return isNumber ? numberVector(folded.numbers, absence) : codeVector(folded.codes, absence);
}

const noNumbers = new Float64Array(0);

/** Folds in parts where the lists of all rows together would be too long. Returns whether a row has no value. */
function foldParts(task: Task, rows: Rows, evaluator: Evaluator, folded: Folded): boolean {
  let absent = false;
  for (let done = 0; done < rows.length || done === 0; ) {
    const mark = evaluator.scratch.mark();
    const part = rowsToFind(task.range, rows, done);
    const fitting =
      typeof task.fold === 'string' || isPicking(task.fold) ? evaluator.fitting(task.term, part) : undefined;
    const members = fitting ?? membersFor(task.range, task.term, part, evaluator);
    const count = members.rows ?? part.length;
    const own = count === part.length ? part : rowsFrom(part, 0, count);
    const total = lengthOfAll(members, count);
    const isPopulation = asPopulation(task.term) !== undefined;
    countVisits(evaluator.frame, isPopulation ? count : visitsOfAll(members, count));
    const here = foldAll(
      task,
      own,
      evaluator,
      members,
      done === 0 ? folded : foldedFrom(folded, done),
      total,
      fitting !== undefined,
    );
    // Rows that are all present leave their absence unwritten.
    if (!here) folded.absence.fill(0, done, done + count);
    absent ||= here;
    done += count;
    evaluator.scratch.release(mark);
    if (rows.length === 0) break;
  }
  return absent;
}

function foldedFrom({ fold, given, numbers, codes, absence }: Folded, from: number): Folded {
  return {
    fold,
    given: given.subarray(from),
    numbers: numbers.subarray(from),
    codes: codes.subarray(from),
    absence: absence.subarray(from),
  };
}

/** Returns whether a row has no value. `isAsked`: the filter is true of all members. */
function foldAll(
  task: Task,
  rows: Rows,
  evaluator: Evaluator,
  members: Members,
  folded: Folded,
  total: number,
  isAsked: boolean,
): boolean {
  const { slot, filter, values } = task;
  const verdict =
    total === 0 ? 0 : isAsked || filter === undefined ? 1 : evaluator.uniform(filter, varyingIn(rows, slot));
  if (verdict !== varies && verdict !== 1) return foldNothing(folded, members, rows.length);
  const asked = verdict === varies ? filter : undefined;
  const free = values.reduce((bits, value) => bits | value.free, asked?.free ?? 0);
  const runs = rows.running !== undefined && (asked?.runs === true || values.some((value) => value.runs));
  const outer = free & rows.varying & ~(1 << slot);
  // Written out: a spread copy of the task takes several times as long.
  const aggregate: Aggregate = {
    term: task.term,
    fold: task.fold,
    range: task.range,
    slot,
    filter: asked,
    values,
    rows,
    evaluator,
    members,
    folded,
    outer,
    runs,
  };
  if (aggregate.outer !== 0 || runs) return foldInBatches(aggregate);
  return foldShared(aggregate, total);
}

function varyingIn({ length, slots, kinds, running, runningClasses, varying }: Rows, slot: number): Rows {
  return { length, slots, kinds, running, runningClasses, varying: varying | (1 << slot) };
}

/** Nothing depends on the row: common members are evaluated once, if they are not more than all members. */
function foldShared(aggregate: Aggregate, total: number): boolean {
  const {
    rows,
    members: { ids, from, to },
    evaluator,
  } = aggregate;
  const { low, high } = extent(from, to, rows.length);
  if (high - low > total) return foldInBatches(aggregate);
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const own = low === 0 ? ids : ids.subarray(low, high);
  const batch = {
    ids: own,
    from: shifted(from, 0, rows.length, low, high, evaluator),
    to: shifted(to, 0, rows.length, low, high, evaluator),
    firstRow: 0,
    rows: rows.length,
  };
  const inner = innerRows(aggregate, own, high - low);
  const chosen = isRepeated(aggregate, inner.length)
    ? chooseOnce(aggregate.filter, aggregate.values.at(0), inner, aggregate.slot, evaluator)
    : chosenOf(aggregate, inner);
  const absent = foldRows(aggregate.folded, batch, chosen, rows.length > 1, scratch);
  scratch.release(mark);
  return absent;
}

/** From so many nodes on, filter and value are cheaper to evaluate once for each member. */
const worthOnce = 4;

/** True if members occur in the lists of a connection more than twice each, and cost more than finding equals. */
function isRepeated({ range, fold, filter, values, evaluator: { indexes } }: Aggregate, length: number): boolean {
  return (
    range.over === 'connection' &&
    !isPicking(fold) &&
    (filter?.size ?? 0) + (values.at(0)?.size ?? 0) >= worthOnce &&
    length > 2 * indexes.ofKind(range.kind).length
  );
}

function foldInBatches(aggregate: Aggregate): boolean {
  const {
    rows,
    members: { from, to },
    evaluator: { scratch },
  } = aggregate;
  let absent = false;
  for (let row = 0; row < rows.length; ) {
    const end = batchEnd(from, to, row, rows.length);
    const mark = scratch.mark();
    const here =
      end === row + 1 && to[row] - from[row] >= longList ? foldOneRow(aggregate, row) : foldBatch(aggregate, row, end);
    absent ||= here;
    scratch.release(mark);
    row = end;
  }
  return absent;
}

function batchEnd(from: Int32Array, to: Int32Array, first: number, rows: number): number {
  let sum = to[first] - from[first];
  if (sum >= longList) return first + 1;
  let row = first + 1;
  for (; row < rows; row++) {
    const more = to[row] - from[row];
    sum += more;
    if (sum > mostMembers || more >= longList) break;
  }
  return row;
}

/** One row with all its members: the frame holds the row's objects. */
function foldOneRow(aggregate: Aggregate, row: number): boolean {
  const {
    rows,
    members: { ids, from, to },
    evaluator,
    runs,
  } = aggregate;
  const { frame, scratch } = evaluator;
  const before = frame.slots.slice();
  const running = frame.value;
  try {
    bindRow(frame.slots, rows, row);
    if (runs && rows.running !== undefined) frame.value = rows.running[row];
    const own = ids.subarray(from[row], to[row]);
    const batch = {
      ids: own,
      from: shifted(from, row, 1, from[row], to[row], evaluator),
      to: shifted(to, row, 1, from[row], to[row], evaluator),
      firstRow: row,
      rows: 1,
    };
    return foldRows(
      aggregate.folded,
      batch,
      chosenOf(aggregate, innerRows(aggregate, own, own.length)),
      false,
      scratch,
    );
  } finally {
    for (let slot = 0; slot < before.length; slot++) frame.slots[slot] = before[slot];
    frame.value = running;
  }
}

function innerRows({ rows, slot, range }: Aggregate, ids: Int32Array, length: number): Rows {
  const slots: (Int32Array | undefined)[] = [];
  slots[slot] = ids;
  return {
    length,
    slots,
    kinds: kindsWith(rows, slot, range.kind),
    running: undefined,
    runningClasses: undefined,
    varying: 1 << slot,
  };
}

function kindsWith({ kinds }: Rows, slot: number, kind: number): readonly number[] {
  const own = kinds.slice();
  own[slot] = kind;
  return own;
}

/** Several rows: each member row also holds the objects of its row. */
function foldBatch(aggregate: Aggregate, first: number, end: number): boolean {
  const { rows, members, evaluator, slot, range, outer, runs } = aggregate;
  const { scratch } = evaluator;
  const count = end - first;
  const from = scratch.codes(count);
  const to = scratch.codes(count);
  const length = layOut(members, first, count, from, to);
  const ids = scratch.codes(length);
  fillMembers(members, first, count, ids);
  const slots: (Int32Array | undefined)[] = [];
  for (let other = 0; other < rows.slots.length; other++) {
    const given = rows.slots[other];
    if (given === undefined || ((outer >>> other) & 1) === 0) continue;
    const spread = scratch.codes(length);
    spreadCodes(given, first, count, to, spread);
    slots[other] = spread;
  }
  slots[slot] = ids;
  let running: Float64Array | undefined;
  if (runs && rows.running !== undefined) {
    running = scratch.numbers(length);
    spreadNumbers(rows.running, first, count, to, running);
  }
  let runningClasses: Int32Array | undefined;
  if (running !== undefined && rows.runningClasses !== undefined) {
    runningClasses = scratch.codes(length);
    spreadCodes(rows.runningClasses, first, count, to, runningClasses);
  }
  const inner: Rows = {
    length,
    slots,
    kinds: kindsWith(rows, slot, range.kind),
    running,
    runningClasses,
    varying: outer | (1 << slot),
  };
  return foldRows(
    aggregate.folded,
    { ids, from, to, firstRow: first, rows: count },
    chosenOf(aggregate, inner),
    false,
    scratch,
  );
}

function chosenOf({ fold, filter, values, evaluator }: Aggregate, inner: Rows): Chosen {
  if (inner.length === 0) return allChosen;
  return isPicking(fold) && (filter !== undefined || values.length > 0)
    ? chooseKeyed(filter, values, inner, evaluator)
    : choose(filter, values.at(0), inner, evaluator);
}

function extent(from: Int32Array, to: Int32Array, rows: number): { readonly low: number; readonly high: number } {
  let low = Infinity;
  let high = 0;
  for (let row = 0; row < rows; row++) {
    if (from[row] === to[row]) continue;
    low = Math.min(low, from[row]);
    high = Math.max(high, to[row]);
  }
  return { low, high };
}

/** Places counted from `low`. Empty lists may lie outside; they are clamped. */
function shifted(
  places: Int32Array,
  first: number,
  count: number,
  low: number,
  high: number,
  { scratch }: Evaluator,
): Int32Array {
  const into = scratch.codes(count);
  for (let i = 0; i < count; i++) into[i] = Math.min(high, Math.max(low, places[first + i])) - low;
  return into;
}

function spreadCodes(given: Int32Array, first: number, count: number, to: Int32Array, into: Int32Array): void {
  let at = 0;
  for (let i = 0; i < count; i++) {
    const code = given[first + i];
    for (; at < to[i]; at++) into[at] = code;
  }
}

function spreadNumbers(given: Float64Array, first: number, count: number, to: Int32Array, into: Float64Array): void {
  let at = 0;
  for (let i = 0; i < count; i++) {
    const number = given[first + i];
    for (; at < to[i]; at++) into[at] = number;
  }
}
