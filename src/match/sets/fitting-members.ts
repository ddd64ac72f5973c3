import { isLive } from '../../kernel/identity.js';
import { fact } from '../../model/stamps.js';
import { chosenAmong } from '../../eval/ops/among.js';
import type { Evaluator, MemberSearch, SearchMembers, TakeMembers } from '../../eval/columns/evaluator.js';
import { type Rows, oneRow } from '../../eval/columns/rows.js';
import { countVisits } from '../../ir/frame.js';
import type { IdList } from '../../indexes/indexes.js';
import { isAbsent } from '../../eval/operation.js';
import { createPathCounts } from '../../eval/path-counts.js';
import { type ConjunctionPlan, type Generator, type OwnPlan, type Test, planSelection } from '../selection-plan.js';
import type { Term } from '../../eval/term.js';
import { createCandidates, everything } from '../select/candidates.js';
import { createOwnSets, keepWhere } from './own-sets.js';
import { type Key, keysOf } from '../keys.js';
import { type Groups, createKeyGroups } from '../select/key-groups.js';

/**
 * How members are found: as candidates of a scope are, by plans of which each finds some; or by a look at each. What is
 * kept of a filter knows nothing of running values.
 */
type Way =
  | { readonly by: 'plans'; readonly plans: readonly ConjunctionPlan[] }
  | { readonly by: 'look'; readonly test: Test };

/**
 * Finds the members of searches for the objects in the frame's slots, ascending. What it gives is lent from the scratch
 * memory, or kept until something changes.
 */
function createMemberFinder(evaluator: Evaluator): (search: MemberSearch) => IdList {
  const { scratch } = evaluator;
  const ways = new Map<Term, Way>();
  const candidates = createCandidates(evaluator, createPathCounts());
  const ownSets = createOwnSets(evaluator, (visits) => {
    countVisits(evaluator.frame, visits);
  });

  return (search) => {
    let way = ways.get(search.term);
    if (way === undefined) ways.set(search.term, (way = wayOf(search)));
    return way.by === 'look' ? lookedAt(evaluator, search, way.test) : united(way.plans, search.slot);
  };

  /** What any of the plans finds: mostly one of them, since the others' gates are shut. */
  function united(plans: readonly ConjunctionPlan[], slot: number): IdList {
    let all = nobody;
    for (const plan of plans) {
      if (!plan.gates.every(({ term, wanted }) => evaluator.uniform(term, oneRow) === (wanted === 'false' ? 0 : 1)))
        continue;
      const found = findBy(plan, slot);
      all =
        all.length === 0
          ? found
          : found.length === 0
            ? all
            : merged(all, found, scratch.codes(all.length + found.length));
    }
    return all;
  }

  function findBy({ generator, tests, own }: ConjunctionPlan, slot: number): IdList {
    const found = foundBy(generator, own, slot);
    countVisits(evaluator.frame, found.length);
    if (tests.length === 0 || found.length === 0) return found;
    const ids = scratch.codes(found.length);
    for (let i = 0; i < found.length; i++) ids[i] = found.ids[i];
    let { length } = found;
    for (const { tests: some } of tests)
      for (const test of some) length = keepWhere(evaluator, test, slot, ids, length, own.kind);
    return { ids, length };
  }

  function foundBy(generator: Generator | undefined, own: OwnPlan, slot: number): IdList {
    if (generator === undefined) return ownSets.of(own, slot);
    switch (generator.by) {
      case 'identity':
        return named(evaluator, [valueOf(evaluator, generator.key)], own, slot);
      case 'among':
        return named(evaluator, chosenAmong(generator.chosen, evaluator), own, slot);
      default:
        return generated(generator, own, slot);
    }
  }

  /** Those that an index of the set leaves over. */
  function generated(
    generator: Exclude<Generator, { readonly by: 'identity' | 'among' }>,
    own: OwnPlan,
    slot: number,
  ): IdList {
    const set = ownSets.of(own, slot);
    const ids = scratch.codes(set.length);
    const bound = generator.by === 'equality' ? NaN : valueOf(evaluator, generator.bound);
    const count = candidates.find(generator, set, slot, valueOf(evaluator, generator.key), bound, undefined, ids);
    if (count === everything) {
      for (let i = 0; i < set.length; i++) ids[i] = set.ids[i];
      return {
        ids,
        length:
          generator.by === 'equality'
            ? set.length
            : keepWhere(evaluator, generator.test, slot, ids, set.length, own.kind),
      };
    }
    for (let i = 0; i < count; i++) ids[i] = set.ids[ids[i]];
    // What is near lies in the order of places.
    if (generator.by !== 'equality') ids.subarray(0, count).sort();
    return { ids, length: count };
  }
}

const nobody: IdList = { ids: new Int32Array(0), length: 0 };

function lookedAt(evaluator: Evaluator, { range, slot }: MemberSearch, test: Test): IdList {
  const { state, scratch, indexes } = evaluator;
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

/** The objects that a generator names, if they are of those that are searched. */
function named(evaluator: Evaluator, candidates: readonly number[], own: OwnPlan, slot: number): IdList {
  const { state, scratch } = evaluator;
  const ids = scratch.codes(candidates.length);
  let length = 0;
  for (const id of candidates) {
    if (!(id > 0) || !isLive(state.identity, id)) continue;
    if ((own.kind === 0 || state.identity.kind[id] === own.kind) && (own.class === 0 || state.class[id] === own.class))
      ids[length++] = id;
  }
  for (const test of own.tests) length = keepWhere(evaluator, test, slot, ids, length, own.kind);
  return { ids, length };
}

/** NaN where it is absent. */
function valueOf(evaluator: Evaluator, term: Term): number {
  const value = evaluator.uniform(term, oneRow);
  return typeof value === 'symbol' || isAbsent(value) ? NaN : value;
}

function wayOf({ range, slot, filter }: MemberSearch): Way {
  const look: Way = { by: 'look', test: { term: filter, wanted: 'true' } };
  if (filter.runs) return look;
  const { conjunctions } = planSelection([filter], [], slot, fact.population, range.kind);
  if (range.over === 'objects') return { by: 'plans', plans: conjunctions };
  // The members of a class are few already; a kind or another class beside it would take its place.
  if (conjunctions.some(({ own }) => own.kind !== 0 || own.class !== 0)) return look;
  return {
    by: 'plans',
    plans: conjunctions.map((plan) => ({ ...plan, own: { ...plan.own, class: range.class, kinds: [] } })),
  };
}

/** Two ascending lists made one, each id once. */
function merged(a: IdList, b: IdList, ids: Int32Array): IdList {
  let [length, i, k] = [0, 0, 0];
  while (i < a.length || k < b.length) {
    const next = k === b.length || (i < a.length && a.ids[i] <= b.ids[k]) ? a.ids[i] : b.ids[k];
    if (i < a.length && a.ids[i] === next) i++;
    if (k < b.length && b.ids[k] === next) k++;
    ids[length++] = next;
  }
  return { ids, length };
}

/** Searches for members: once for all rows, or once for each group of rows that take the same from outer objects. */
export function createMemberSearch(evaluator: Evaluator): SearchMembers {
  const { scratch } = evaluator;
  const find = createMemberFinder(evaluator);
  const keys = new Map<Term, readonly Key[]>();
  const keyGroups = createKeyGroups(evaluator);
  let ascending = new Int32Array(0);

  return (search, rows, take) => {
    if (rows.length === 0) return;
    const mark = scratch.mark();
    const outer = outerSlots(search) & rows.varying;
    if (outer === 0 || rows.length === 1) searchFor(search, rows, outer, numbersTo(rows.length), rows.length, take);
    else searchGroups(search, rows, outer, take);
    scratch.release(mark);
  };

  /** 0, 1, 2, …: kept, and only ever made longer. */
  function numbersTo(length: number): Int32Array {
    if (ascending.length < length) ascending = Int32Array.from({ length: 2 * length }, (_, i) => i);
    return ascending;
  }

  function searchGroups(search: MemberSearch, rows: Rows, outer: number, take: TakeMembers): void {
    let taken = keys.get(search.term);
    if (taken === undefined) keys.set(search.term, (taken = keysTaken(search)));
    const groups = keyGroups().by(taken, rows);
    const start = scratch.codes(groups.count + 1);
    const numbers = scratch.codes(rows.length);
    sortRows(groups, rows.length, start, numbers);
    for (let group = 0; group < groups.count; group++) {
      const mark = scratch.mark();
      searchFor(
        search,
        rows,
        outer,
        numbers.subarray(start[group], start[group + 1]),
        start[group + 1] - start[group],
        take,
      );
      scratch.release(mark);
    }
  }

  /** Searches with the objects of the first row in the frame's slots. */
  function searchFor(
    search: MemberSearch,
    rows: Rows,
    outer: number,
    numbers: Int32Array,
    count: number,
    take: TakeMembers,
  ): void {
    if (outer === 0) {
      take(find(search), numbers, count);
      return;
    }
    const { slots } = evaluator.frame;
    const before = slots.slice();
    try {
      for (let slot = 0; outer >>> slot !== 0; slot++) {
        const ids = rows.slots[slot];
        if (ids !== undefined && ((outer >>> slot) & 1) === 1) slots[slot] = ids[numbers[0]];
      }
      take(find(search), numbers, count);
    } finally {
      for (let slot = 0; slot < before.length; slot++) slots[slot] = before[slot];
    }
  }
}

function outerSlots({ filter, beside, slot, told }: MemberSearch): number {
  return (beside.reduce((bits, term) => bits | term.free, filter.free) & ~(1 << slot)) | told;
}

function keysTaken({ filter, beside, slot, told }: MemberSearch): readonly Key[] {
  const keys = [filter, ...beside].flatMap((term) => keysOf(term, slot));
  for (let other = 0; told >>> other !== 0; other++)
    if (((told >>> other) & 1) === 1) keys.push({ text: `slot ${other}`, of: 'slot', slot: other });
  return [...new Map(keys.map((key) => [key.text, key])).values()];
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
