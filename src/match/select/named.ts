import type { WorldState } from '../../components/state.js';
import { isLive } from '../../kernel/identity.js';
import { chosenAmong } from '../../eval/ops/among.js';
import type { Evaluator, Members } from '../../eval/columns/evaluator.js';
import { lengthOfAll, membersFor, rowsToFind, visitsOfAll } from '../../eval/columns/member-lists.js';
import { countVisits } from '../../ir/node.js';
import { ascending } from '../../kernel/ascending.js';
import { type Rows, bindRow, rowsOver, takeRows } from '../../eval/columns/rows.js';
import type { AmongData } from '../../eval/ops/range.js';
import { type ConjunctionPlan, type Generator, type OwnPlan, type Test, isTrue } from '../selection-plan.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { Membership } from '../../eval/node-shape.js';
import type { Term } from '../../eval/term.js';
import { listMarked, markTest } from '../sets/marks.js';
import type { OwnSets } from '../sets/own-sets.js';
import { type Partition, sortedPositions } from '../sets/value-index.js';
import { type Answers, type Groups, addAnswer, reserveIds, rowCodes, rowValues } from './answers.js';
import type { Candidates } from './candidates.js';

/** The one candidate named by each group of rows: all are tested together, and no others. */
export function identified(evaluator: Evaluator, plan: ConjunctionPlan, key: Term, rows: Rows, groups: Groups): Named {
  const { scratch, state } = evaluator;
  const keys = rowValues(evaluator, key, rows);
  const chosen = scratch.codes(groups.count);
  const ids = scratch.codes(groups.count);
  const places = scratch.codes(groups.count);
  let length = 0;
  for (let group = 0; group < groups.count; group++) {
    const row = groups.representatives[group];
    const id = keys(row);
    if (!(id > 0) || !isLive(state.identity, id) || !isOfOwn(plan.own, state, id)) continue;
    chosen[length] = row;
    ids[length] = id;
    places[length++] = group;
  }
  return { chosen, ids, places, length, isTested: false };
}

export function isOfOwn({ kind, class: of }: OwnPlan, state: WorldState, id: number): boolean {
  return (kind === 0 || state.identity.kind[id] === kind) && (of === 0 || state.class[id] === of);
}

/** The members of a collection, for each group of rows: ascending, each once. */
export function membersNamed(
  evaluator: Evaluator,
  plan: ConjunctionPlan,
  { of, data, filters }: Membership<Term>,
  rows: Rows,
  groups: Groups,
): Named {
  const { scratch, frame } = evaluator;
  const all = groups.count === rows.length ? rows : takeRows(rows, groups.representatives, groups.count, scratch);
  let named: Named | undefined;
  for (let done = 0; done < groups.count; ) {
    const some = rowsToFind(data.range, all, done);
    const found = membersFor(data.range, of, some, evaluator);
    const count = found.rows ?? some.length;
    if (data.range.over !== 'ranked') countVisits(frame, visitsOfAll(found, count));
    named = addNamed(evaluator, plan, named, found, count, done, groups);
    done += count;
  }
  if (named === undefined) return { chosen: noIds, ids: noIds, places: noIds, length: 0, isTested: false };
  let { length } = named;
  for (const filter of filters) {
    const mark = scratch.mark();
    length = keepPassing(
      evaluator,
      isTrue(filter),
      rowsBeside(takeRows(rows, named.chosen, length, scratch), data.slot, named.ids, data.range.kind),
      named,
    );
    scratch.release(mark);
  }
  return { ...named, length };
}

const noIds = new Int32Array(0);

/** Adds the members of some groups to those of the groups before. */
function addNamed(
  { scratch, state }: Evaluator,
  { own }: ConjunctionPlan,
  before: Named | undefined,
  found: Members,
  count: number,
  first: number,
  { representatives }: Groups,
): Named {
  const used = before?.length ?? 0;
  const { chosen, ids, places } = withRoom(scratch, before, used + lengthOfAll(found, count));
  let end = used;
  for (let row = 0; row < count; row++) {
    const begin = end;
    for (let i = found.from[row]; i < found.to[row]; i++)
      if (isOfOwn(own, state, found.ids[i])) ids[end++] = found.ids[i];
    end = begin + ascending(ids.subarray(begin, end));
    chosen.fill(representatives[first + row], begin, end);
    places.fill(first + row, begin, end);
  }
  return { chosen, ids, places, length: end, isTested: false };
}

function withRoom(scratch: Scratch, before: Named | undefined, room: number): Pick<Named, 'chosen' | 'ids' | 'places'> {
  if (before !== undefined && before.ids.length >= room) return before;
  const larger = (list: Int32Array | undefined): Int32Array => {
    const into = scratch.codes(Math.max(room, 2 * (before?.length ?? 0)));
    if (list !== undefined) into.set(list.subarray(0, before?.length));
    return into;
  };
  return { chosen: larger(before?.chosen), ids: larger(before?.ids), places: larger(before?.places) };
}

export function chosen(
  evaluator: Evaluator,
  plan: ConjunctionPlan,
  chooser: Term<AmongData>,
  rows: Rows,
  groups: Groups,
): Named {
  const { scratch, frame, state } = evaluator;
  const [choosing, ids, places]: number[][] = [[], [], []];
  const saved = frame.slots.slice();
  for (let group = 0; group < groups.count; group++) {
    const row = groups.representatives[group];
    bindRow(frame.slots, rows, row);
    for (const id of chosenAmong(chooser, evaluator)) {
      if (!isOfOwn(plan.own, state, id)) continue;
      choosing.push(row);
      ids.push(id);
      places.push(group);
    }
  }
  for (let i = 0; i < saved.length; i++) frame.slots[i] = saved[i];
  const lent = (list: readonly number[]): Int32Array => {
    const codes = scratch.codes(list.length);
    codes.set(list);
    return codes;
  };
  return { chosen: lent(choosing), ids: lent(ids), places: lent(places), length: ids.length, isTested: false };
}

/**
 * The candidates that share a value with an outer object of each group; undefined where finding the own set first, or
 * testing each group separately, is as quick. `grouped` groups rows by all keys: called only where rows have many
 * candidates.
 */
export function equalOnes(
  evaluator: Evaluator,
  ownSets: OwnSets,
  candidates: Candidates,
  plan: ConjunctionPlan,
  { key, value }: Extract<Generator, { readonly by: 'equality' }>,
  rows: Rows,
  grouped: () => Groups,
): { readonly named: Named; readonly groups: Groups } | undefined {
  const { light, own, slot } = plan;
  if (!light) return undefined;
  // Known own sets are not tested again.
  const isFound = own.tests.length === 0 || ownSets.isLasting(own);
  if (isFound && rows.length <= fewRows) return undefined;
  const set = isFound ? ownSets.of(own, slot) : ownSets.base(own, slot);
  const partition = sortedPositions(candidates.byValue(value, set, slot));
  const keys = rowCodes(evaluator, key, rows);
  const isMany = (pairs: number, groups: number) =>
    isFound ? pairs > Math.min(mostPairs, fewEach * groups) : pairs * fewOf > set.length;
  const pairs = countEqual(partition, keys, undefined, rows.length);
  if (pairs <= fewAlone * rows.length && !isMany(pairs, rows.length)) {
    const groups = eachAlone(evaluator, rows.length);
    return { groups, named: nameEqual(evaluator, partition, keys, set.ids, groups, pairs, isFound) };
  }
  const groups = grouped();
  const most = countEqual(partition, keys, groups.representatives, groups.count);
  return isMany(most, groups.count)
    ? undefined
    : { groups, named: nameEqual(evaluator, partition, keys, set.ids, groups, most, isFound) };
}

/** Too few rows to sort an index. */
const fewRows = 3;
/** Up to so many candidates a row, grouping costs more than it saves. */
const fewAlone = 2;
/** From so many candidates per group, testing them separately is as quick; from so many pairs, it takes less memory. */
const fewEach = 32;
const mostPairs = 2 ** 17;
/** Testing one of so many costs less than testing all. */
const fewOf = 2;

/** Pairs of a row and a candidate with the row's key; `chosen`: rows counted, by default all. */
function countEqual(
  { start, end }: Partition,
  keys: Int32Array,
  chosen: Int32Array | undefined,
  count: number,
): number {
  let pairs = 0;
  for (let i = 0; i < count; i++) {
    const code = keys[chosen === undefined ? i : chosen[i]];
    if (code >= 0 && code < start.length) pairs += end[code] - start[code];
  }
  return pairs;
}

function nameEqual(
  { scratch }: Evaluator,
  { start, end, positions }: Partition,
  keys: Int32Array,
  of: Int32Array,
  { representatives, count }: Groups,
  pairs: number,
  isTested: boolean,
): Named {
  const chosen = scratch.codes(pairs);
  const ids = scratch.codes(pairs);
  const places = scratch.codes(pairs);
  let length = 0;
  for (let group = 0; group < count; group++) {
    const row = representatives[group];
    const code = keys[row];
    if (code < 0 || code >= start.length) continue;
    for (let i = start[code]; i < end[code]; i++) {
      chosen[length] = row;
      ids[length] = of[positions[i]];
      places[length++] = group;
    }
  }
  return { chosen, ids, places, length, isTested };
}

function eachAlone({ scratch }: Evaluator, length: number): Groups {
  const of = scratch.codes(length);
  for (let row = 0; row < length; row++) of[row] = row;
  return { of, count: length, representatives: of };
}

/** Tests named candidates together and adds the remaining as answers. Those of a group are adjacent, ascending. */
export function answerNamed(
  evaluator: Evaluator,
  plan: ConjunctionPlan,
  rows: Rows,
  groups: Groups,
  named: Named,
  into: Answers,
): void {
  const { scratch } = evaluator;
  const { ids, places } = named;
  // Rows begin without an answer.
  if (named.length === 0) return;
  const length = keepNamed(evaluator, plan, rows, named);
  const first = into.groups;
  const used = first === 0 ? 0 : into.end[first - 1];
  reserveIds(into, used, length);
  // By group: which answer it has.
  const answers = scratch.codes(groups.count);
  answers.fill(-1, 0, groups.count);
  for (let from = 0; from < length; ) {
    let to = from;
    for (; to < length && places[to] === places[from]; to++) into.ids[used + to] = ids[to];
    answers[places[from]] = addAnswer(into, used + from, used + to);
    from = to;
  }
  for (let row = 0; row < rows.length; row++) into.groupOf[row] = answers[groups.of[row]];
}

/** Rows that each name a candidate, and their groups. Lent from scratch memory. */
export interface Named {
  readonly chosen: Int32Array;
  readonly ids: Int32Array;
  readonly places: Int32Array;
  readonly length: number;
  readonly isTested: boolean;
}

/** Keeps those that pass all tests, in place; returns how many. */
function keepNamed(evaluator: Evaluator, { own, tests, slot }: ConjunctionPlan, rows: Rows, named: Named): number {
  const { scratch } = evaluator;
  let count = named.length;
  for (let i = 0; i < own.tests.length && !named.isTested && count > 0; i++) {
    const mark = scratch.mark();
    count = keepPassing(evaluator, own.tests[i], rowsOver(slot, named.ids, count, own.kind), named);
    scratch.release(mark);
  }
  for (const keyed of tests) {
    for (let i = 0; i < keyed.tests.length && count > 0; i++) {
      const mark = scratch.mark();
      count = keepPassing(
        evaluator,
        keyed.tests[i],
        rowsBeside(takeRows(rows, named.chosen, count, scratch), slot, named.ids, own.kind),
        named,
      );
      scratch.release(mark);
    }
  }
  return count;
}

function rowsBeside(rows: Rows, slot: number, ids: Int32Array, kind: number): Rows {
  const slots = rows.slots.slice();
  const kinds = rows.kinds.slice();
  slots[slot] = ids;
  kinds[slot] = kind;
  return { ...rows, slots, kinds, varying: rows.varying | (1 << slot) };
}

function keepPassing(evaluator: Evaluator, test: Test, rows: Rows, { chosen, ids, places }: Named): number {
  const marks = evaluator.scratch.bytes(rows.length);
  markTest(evaluator, test, rows, marks);
  listMarked(marks, chosen, rows.length, chosen);
  listMarked(marks, places, rows.length, places);
  return listMarked(marks, ids, rows.length, ids);
}
