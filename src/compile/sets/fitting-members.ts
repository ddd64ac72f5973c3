import { isLive } from '../../kernel/identity.js';
import { fact } from '../../components/stamps.js';
import type { Evaluator } from '../columns/evaluator.js';
import type { MemberSearch, SearchMembers, TakeMembers } from '../columns/member-groups.js';
import { type Rows, oneRow, rowsOver } from '../columns/rows.js';
import { countVisits } from '../frame.js';
import type { IdList } from '../indexes/indexes.js';
import { isAbsent } from '../operation.js';
import { type Key, keysOf } from '../plan/keys.js';
import { type ConjunctionPlan, type Generator, type Test, planSelection } from '../plan/selection-plan.js';
import { type Groups, createKeyGroups } from '../select/key-groups.js';
import { listMarked, markEqualTo } from './marks.js';
import { createOwnSets, keepWhere } from './own-sets.js';

/**
 * How the members of a search are found: nobody; by a plan, what depends on members alone kept while it holds; or by a look at each. What is kept of a filter knows
 * nothing of running values.
 */
type Way = { readonly by: 'nobody' } | { readonly by: 'plan'; readonly plan: ConjunctionPlan } | { readonly by: 'look'; readonly test: Test };

export function createMemberSearch(evaluator: Evaluator): SearchMembers {
  const { state, scratch, indexes } = evaluator;
  const ways = new Map<MemberSearch['term'], Way>();
  const keys = new Map<MemberSearch['term'], readonly Key[]>();
  const keyGroups = createKeyGroups(evaluator);
  const ownSets = createOwnSets(evaluator, (visits) => {
    countVisits(evaluator.frame, visits);
  });

  return (search, rows, take) => {
    const mark = scratch.mark();
    const outer = outerSlots(search) & rows.varying;
    if (outer === 0 || rows.length < 2) searchOnce(search, rows, outer, take);
    else searchGroups(search, rows, outer, take);
    scratch.release(mark);
  };

  function searchOnce(search: MemberSearch, rows: Rows, outer: number, take: TakeMembers): void {
    if (rows.length === 0) return;
    const numbers = scratch.codes(rows.length);
    for (let row = 0; row < rows.length; row++) numbers[row] = row;
    searchFor(search, rows, outer, numbers, rows.length, take);
  }

  function searchGroups(search: MemberSearch, rows: Rows, outer: number, take: TakeMembers): void {
    let taken = keys.get(search.term);
    if (taken === undefined) keys.set(search.term, taken = keysTaken(search));
    const groups = keyGroups().by(taken, rows);
    const start = scratch.codes(groups.count + 1);
    const numbers = scratch.codes(rows.length);
    sortRows(groups, rows.length, start, numbers);
    for (let group = 0; group < groups.count; group++) {
      const mark = scratch.mark();
      searchFor(search, rows, outer, numbers.subarray(start[group], start[group + 1]), start[group + 1] - start[group], take);
      scratch.release(mark);
    }
  }

  /** Searches with the objects of the first row in the frame's slots. */
  function searchFor(search: MemberSearch, rows: Rows, outer: number, numbers: Int32Array, count: number, take: TakeMembers): void {
    const { slots } = evaluator.frame;
    const before = slots.slice();
    try {
      for (let slot = 0; outer >>> slot !== 0; slot++) {
        const ids = rows.slots[slot];
        if (ids !== undefined && (outer >>> slot & 1) === 1) slots[slot] = ids[numbers[0]];
      }
      take(found(search), numbers, count);
    } finally {
      for (let slot = 0; slot < before.length; slot++) slots[slot] = before[slot];
    }
  }

  function found(search: MemberSearch): IdList {
    let way = ways.get(search.term);
    if (way === undefined) ways.set(search.term, way = wayOf(search));
    switch (way.by) {
      case 'nobody': return nobody;
      case 'look': return lookedAt(search, way.test);
      case 'plan': return planned(way.plan, search.slot);
    }
  }

  function lookedAt({ range, slot }: MemberSearch, test: Test): IdList {
    const all = range.over === 'class' ? indexes.ofClass(range.class) : indexes.ofKind(range.kind);
    const ids = scratch.codes(all.length);
    let length = 0;
    for (let i = 0; i < all.length; i++) {
      ids[length] = all.ids[i];
      length += range.kind === 0 || state.identity.kind[all.ids[i]] === range.kind ? 1 : 0;
    }
    countVisits(evaluator.frame, length);
    return { ids, length: keepWhere(evaluator, test, slot, ids, length, range.kind) };
  }

  function planned(plan: ConjunctionPlan, slot: number): IdList {
    if (!plan.gates.every(({ term }) => evaluator.uniform(term, oneRow) === 1)) return nobody;
    const { generator, tests } = plan;
    const set = generator?.by === 'identity' ? identified(generator, plan, slot) : ownSets.of(plan.own, slot);
    countVisits(evaluator.frame, set.length);
    const isWhole = tests.length === 0 && (generator === undefined || generator.by === 'identity');
    if (isWhole || set.length === 0) return set;
    const ids = scratch.codes(set.length);
    for (let i = 0; i < set.length; i++) ids[i] = set.ids[i];
    let length = generator === undefined ? set.length : keepGenerated(generator, slot, ids, set.length, plan.own.kind);
    for (const { tests: some } of tests) for (const test of some) length = keepWhere(evaluator, test, slot, ids, length, plan.own.kind);
    return { ids, length };
  }

  /** The one object that a generator names, if it is one of those that are searched. */
  function identified({ key }: Extract<Generator, { readonly by: 'identity' }>, { own }: ConjunctionPlan, slot: number): IdList {
    const id = evaluator.uniform(key, oneRow);
    if (typeof id === 'symbol' || isAbsent(id) || id === 0 || !isLive(state.identity, id)) return nobody;
    if ((own.kind !== 0 && state.identity.kind[id] !== own.kind) || (own.class !== 0 && state.class[id] !== own.class)) return nobody;
    const ids = scratch.codes(1);
    ids[0] = id;
    let length = 1;
    for (const test of own.tests) length = keepWhere(evaluator, test, slot, ids, length, own.kind);
    return { ids, length };
  }

  /** Keeps those that a generator would leave over, in place; returns how many. */
  function keepGenerated(generator: Generator, slot: number, ids: Int32Array, length: number, kind: number): number {
    if (generator.by === 'identity') return length;
    if (generator.by !== 'equality') return keepWhere(evaluator, generator.test, slot, ids, length, kind);
    const key = evaluator.uniform(generator.key, oneRow);
    if (typeof key === 'symbol' || isAbsent(key)) return 0;
    const mark = scratch.mark();
    const marks = scratch.bytes(length);
    markEqualTo(key, evaluator.evaluate(generator.value, rowsOver(slot, ids, length, kind)), length, marks);
    const kept = listMarked(marks, ids, length, ids);
    scratch.release(mark);
    return kept;
  }
}

const nobody: IdList = { ids: new Int32Array(0), length: 0 };

function outerSlots({ filter, beside, slot, told }: MemberSearch): number {
  return (beside.reduce((bits, term) => bits | term.free, filter.free) & ~(1 << slot)) | told;
}

function keysTaken({ filter, beside, slot, told }: MemberSearch): readonly Key[] {
  const keys = [filter, ...beside].flatMap((term) => keysOf(term, slot));
  for (let other = 0; told >>> other !== 0; other++) if ((told >>> other & 1) === 1) keys.push({ text: `slot ${other}`, of: 'slot', slot: other });
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

function wayOf({ range, slot, filter }: MemberSearch): Way {
  const look: Way = { by: 'look', test: { term: filter, wanted: 'true' } };
  if (filter.runs) return look;
  const { conjunctions } = planSelection([filter], [], slot, fact.population, range.kind);
  if (conjunctions.length === 0) return { by: 'nobody' };
  const [plan] = conjunctions;
  if (conjunctions.length > 1) return look;
  if (range.over === 'objects') return { by: 'plan', plan };
  // The members of a class are few already; a kind or another class beside it would take its place.
  if (plan.own.kind !== 0 || plan.own.class !== 0) return look;
  return { by: 'plan', plan: { ...plan, own: { ...plan.own, class: range.class } } };
}

/** Numbers of the rows, those of a group together and in their order. */
function sortRows({ of, count }: Groups, rows: number, start: Int32Array, numbers: Int32Array): void {
  start.fill(0, 0, count + 1);
  for (let row = 0; row < rows; row++) start[of[row] + 1]++;
  for (let group = 0; group < count; group++) start[group + 1] += start[group];
  for (let row = 0; row < rows; row++) numbers[start[of[row]]++] = row;
  for (let group = count; group > 0; group--) start[group] = start[group - 1];
  start[0] = 0;
}
