import { countVisits } from '../../ir/node.js';
import { kept, keptBy } from '../../kernel/maps.js';
import { fact, type Freshness, freshness, type Memo, memo } from '../../model/stamps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { rowsOver } from '../../eval/columns/rows.js';
import type { IdList, Indexes } from '../../indexes/indexes.js';
import type { OwnPlan, Test } from '../selection-plan.js';
import { listMarked, markTest, meetMarks } from './marks.js';
import type { WorldState } from '../../components/state.js';
import { roomyCodes } from '../../indexes/scratch.js';

/** Objects that fit a plan by themselves: ids ascending. `version` rises when it is recomputed. */
export interface OwnSet extends IdList {
  readonly kind: number;
  readonly version: number;
}

/** Finds own sets and keeps them until their inputs change. Sets over the same kind or class share tests. */
export interface OwnSets {
  of(plan: OwnPlan, slot: number): OwnSet;
  /** What a plan's tests apply to: all objects of its kinds or class. */
  base(plan: OwnPlan, slot: number): OwnSet;
  /** Whether a plan's set is known or seems worth keeping: its inputs have not changed since the last call. */
  isLasting(plan: OwnPlan): boolean;
}

interface Entry {
  readonly found: Freshness;
  /** At the last call of `isLasting`. */
  readonly asked: Freshness;
  readonly tests: readonly TestEntry[];
  readonly set: { ids: Int32Array; length: number; kind: number; version: number };
  visits: number;
}

/** Over all objects of some kinds or a class. */
interface TestEntry {
  readonly test: Test;
  readonly found: Freshness;
  users: number;
  marks: Uint8Array;
  visits: number;
}

export function createOwnSets(evaluator: Evaluator): OwnSets {
  const { state, scratch, indexes } = evaluator;
  const entryOf = createEntries(state.stamps);
  const baseOf = keptBy(({ kind, class: of, kinds }: OwnPlan): OwnPlan => {
    return { kind, class: of, kinds, tests: [], stamps: [fact.population] };
  });
  const unions = createKindUnions(state, indexes);
  return { of, base: (plan, slot) => of(baseOf(plan), slot), isLasting };

  function isLasting(plan: OwnPlan): boolean {
    const { found, asked } = entryOf(plan);
    if (found.isFresh() || asked.isFresh()) return true;
    asked.note();
    return false;
  }

  function of(plan: OwnPlan, slot: number): OwnSet {
    const entry = entryOf(plan);
    if (entry.found.isFresh()) {
      countVisits(evaluator.frame, entry.visits);
      return entry.set;
    }
    const before = evaluator.frame.visits;
    find(plan, entry, slot);
    entry.visits = evaluator.frame.visits - before;
    entry.found.note();
    return entry.set;
  }

  function find(plan: OwnPlan, { tests, set }: Entry, slot: number): void {
    const objects = plan.class !== 0 || plan.kinds.length === 0 ? listOf(indexes, plan) : unions.of(plan.kinds);
    if (set.ids.length < objects.length) set.ids = new Int32Array(objects.length + (objects.length >>> 1) + 1);
    // Shared tests are answered for all; expensive ones, or those used here alone, only for the remaining objects.
    set.length = listShared(tests.filter(isShared), objects, plan.kind, slot, set.ids);
    for (const entry of tests)
      if (!isShared(entry)) set.length = keepWhere(evaluator, entry.test, slot, set.ids, set.length, plan.kind);
    set.version++;
  }

  function listShared(tests: readonly TestEntry[], all: IdList, kind: number, slot: number, into: Int32Array): number {
    if (tests.length === 0) {
      for (let i = 0; i < all.length; i++) into[i] = all.ids[i];
      return all.length;
    }
    for (const entry of tests) testAll(entry, all, kind, slot);
    if (tests.length === 1) return listMarked(tests[0].marks, all.ids, all.length, into);
    const mark = scratch.mark();
    const marks = scratch.bytes(all.length);
    marks.set(tests[0].marks.subarray(0, all.length));
    for (let i = 1; i < tests.length; i++) meetMarks(marks, tests[i].marks, all.length);
    const length = listMarked(marks, all.ids, all.length, into);
    scratch.release(mark);
    return length;
  }

  function testAll(entry: TestEntry, all: IdList, kind: number, slot: number): void {
    if (entry.found.isFresh()) {
      countVisits(evaluator.frame, entry.visits);
      return;
    }
    if (entry.marks.length < all.length) entry.marks = new Uint8Array(all.length + (all.length >>> 1));
    const before = evaluator.frame.visits;
    markTest(evaluator, entry.test, rowsOver(slot, all.ids, all.length, kind), entry.marks);
    entry.visits = evaluator.frame.visits - before;
    entry.found.note();
  }
}

/** All of a class, or else of a kind (0: any). */
export function listOf(indexes: Indexes, { kind, class: of }: Pick<OwnPlan, 'kind' | 'class'>): IdList {
  return of === 0 ? indexes.ofKind(kind) : indexes.ofClass(of);
}

/** An entry for each plan: equal plans share one, and entries share tests. */
function createEntries(stamps: WorldState['stamps']): (plan: OwnPlan) => Entry {
  const byName = new Map<string, Entry>();
  const shared = new Map<string, TestEntry>();
  return keptBy((plan) => {
    const name = `${baseName(plan)} ${plan.tests.map(({ term, wanted }) => `${term.id} ${wanted}`).join(', ')}`;
    return kept(byName, name, () => made(plan));
  });

  function made(plan: OwnPlan): Entry {
    const tests = plan.tests.map((test) => testEntry(plan, test));
    for (const test of tests) test.users++;
    return {
      found: freshness(stamps, plan.stamps),
      asked: freshness(stamps, plan.stamps),
      tests,
      set: { ids: new Int32Array(0), length: 0, kind: plan.kind, version: 0 },
      visits: 0,
    };
  }

  function testEntry(plan: OwnPlan, test: Test): TestEntry {
    return kept(shared, `${baseName(plan)} ${test.term.id} ${test.wanted}`, () => {
      const found = freshness(stamps, [...new Set([fact.population, ...test.term.stamps])]);
      return { test, found, users: 0, marks: new Uint8Array(0), visits: 0 };
    });
  }
}

/** Equal for plans over the same objects. */
function baseName({ kind, class: of, kinds }: OwnPlan): string {
  return `${kind} ${of} (${kinds.join(' ')})`;
}

function isShared({ test, users }: TestEntry): boolean {
  return users > 1 && !test.term.heavy;
}

/** Keeps candidates that pass a test, in place; returns how many. Outer slots are those of the frame. */
export function keepWhere(
  evaluator: Evaluator,
  test: Test,
  slot: number,
  ids: Int32Array,
  length: number,
  kind: number,
): number {
  if (length === 0) return 0;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const marks = scratch.bytes(length);
  markTest(evaluator, test, rowsOver(slot, ids, length, kind), marks);
  const kept = listMarked(marks, ids, length, ids);
  scratch.release(mark);
  return kept;
}

interface KindUnions {
  /** Live objects of some kinds, each once; valid until the population changes. */
  of(kinds: readonly number[]): IdList;
}

export function createKindUnions({ stamps }: Pick<WorldState, 'stamps'>, indexes: Pick<Indexes, 'ofKind'>): KindUnions {
  const known = new Map<string, Memo<IdList>>();
  return {
    of(kinds) {
      const name = kinds.join(' ');
      let kept = known.get(name);
      if (kept === undefined)
        known.set(name, (kept = memo(stamps, [fact.population], (before) => unionOf(kinds, indexes, before))));
      return kept.get();
    },
  };
}

function unionOf(kinds: readonly number[], indexes: Pick<Indexes, 'ofKind'>, before: IdList | undefined): IdList {
  const lists = kinds.map((kind) => indexes.ofKind(kind));
  const ids = roomyCodes(
    before?.ids,
    lists.reduce((sum, { length }) => sum + length, 0),
  );
  return { ids, length: merge(lists, ids) };
}

/** Merges disjoint ascending lists; returns the number of ids. */
function merge(lists: readonly IdList[], into: Int32Array): number {
  let count = 0;
  for (const { ids, length } of lists) {
    mergeAfter(ids, length, into, count);
    count += length;
  }
  return count;
}

/** Merges an ascending list into the ids present, from the end, so that none is overwritten. */
function mergeAfter(ids: Int32Array, length: number, into: Int32Array, count: number): void {
  let [last, known] = [length - 1, count - 1];
  for (let at = count + length - 1; last >= 0; at--)
    into[at] = known >= 0 && into[known] > ids[last] ? into[known--] : ids[last--];
}
