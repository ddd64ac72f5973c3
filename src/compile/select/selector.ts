import { isLive } from '../../kernel/identity.js';
import { countVisits } from '../frame.js';
import type { Evaluator } from '../columns/evaluator.js';
import { type Rows, oneRow, rowsOver, takeRows } from '../columns/rows.js';
import { isAbsent } from '../operation.js';
import type { PathCounts } from '../path-counts.js';
import type { ConjunctionPlan, KeyedTests, SelectionPlan, Test } from '../plan/selection-plan.js';
import { fillBits, intersect, keepBits, listBits, wordsOf } from '../sets/bits.js';
import { type OwnSet, type OwnSets, createOwnSets, keepWhere } from '../sets/own-sets.js';
import { verdictBits } from '../sets/verdict-bits.js';
import { type Answers, addAnswer, beginAnswers, createAnswers, orderAnswers, reserveIds } from './answers.js';
import { type Candidates, createCandidates, everything } from './candidates.js';
import { type Groups, createKeyGroups } from './key-groups.js';

/** Answers selections for many outer rows at a time. */
export interface Selector {
  /** Which candidates fit each row. `ordered`: ids of each answer must ascend. */
  select(plan: SelectionPlan, rows: Rows, into: Answers, ordered: boolean): void;
  /** The rows of which tests hold that depend on outer objects alone; returns how many, their numbers in `into`. */
  passing(gates: readonly Test[], rows: Rows, into: Int32Array): number;
}

export function createSelector(evaluator: Evaluator, paths: PathCounts): Selector {
  const ownSets = createOwnSets(evaluator, (visits) => {
    countVisits(evaluator.frame, visits);
  });
  const context: Context = { evaluator, ownSets, candidates: createCandidates(evaluator, paths), paths, keyGroups: createKeyGroups(evaluator), spare: [] };
  return {
    select(plan, rows, into, ordered) {
      beginAnswers(into, rows.length);
      if (plan.conjunctions.length === 1 && plan.vetoes.length === 0) selectOne(context, plan.conjunctions[0], plan.slot, rows, into);
      else if (plan.conjunctions.length > 0) selectUnion(context, plan, rows, into);
      if (ordered) orderAnswers(into);
    },
    passing: (gates, rows, into) => passing(context, gates, rows, into),
  };
}

interface Context {
  readonly evaluator: Evaluator;
  readonly ownSets: OwnSets;
  readonly candidates: Candidates;
  readonly paths: PathCounts;
  readonly keyGroups: ReturnType<typeof createKeyGroups>;
  /** Answers that nobody uses at the moment. */
  readonly spare: Answers[];
}

/** One conjunction: rows that pass its gates, grouped by its keys, one answer a group. */
function selectOne(context: Context, plan: ConjunctionPlan, slot: number, rows: Rows, into: Answers): void {
  const { evaluator: { scratch } } = context;
  const mark = scratch.mark();
  const passed = scratch.codes(rows.length);
  const count = passing(context, plan.gates, rows, passed);
  if (count > 0) {
    const asking = count === rows.length ? rows : takeRows(rows, passed, count, scratch);
    answerGroups(context, plan, slot, asking, into);
    if (asking !== rows) spread(into.groupOf, passed, count, rows.length, scratch.codes(count));
  }
  scratch.release(mark);
}

/** Rows that passed have their answers at their places among those that passed; puts each where its row is. */
function spread(groupOf: Int32Array, passed: Int32Array, count: number, rows: number, copy: Int32Array): void {
  for (let i = 0; i < count; i++) copy[i] = groupOf[i];
  groupOf.fill(-1, 0, rows);
  for (let i = 0; i < count; i++) groupOf[passed[i]] = copy[i];
}

function passing({ evaluator }: Context, gates: readonly Test[], rows: Rows, into: Int32Array): number {
  const { scratch } = evaluator;
  for (let i = 0; i < rows.length; i++) into[i] = i;
  let count = rows.length;
  for (const gate of gates) {
    if (count === 0) return 0;
    const mark = scratch.mark();
    const asked = count === rows.length ? rows : takeRows(rows, into, count, scratch);
    const bits = scratch.codes(wordsOf(count));
    verdictBits(gate, evaluator.evaluate(gate.term, asked), count, bits);
    count = keepBits(into, count, bits);
    scratch.release(mark);
  }
  return count;
}

function answerGroups(context: Context, plan: ConjunctionPlan, slot: number, rows: Rows, into: Answers): void {
  const { evaluator, ownSets } = context;
  const { scratch, frame } = evaluator;
  const keys = context.keyGroups(new Map());
  const whole = keys.by(plan.keys, rows);
  const base = ownSets.base(plan.own).length;
  const isFew = plan.generator?.by === 'identity' && whole.count * 16 < base;
  const set = isFew ? undefined : ownSets.of(plan.own, slot);
  if (set?.length === 0) return;
  const sharing = set === undefined || !narrows(plan) ? [] : plan.tests.filter((tests) => 2 * keys.by(tests.keys, rows).count <= whole.count);
  const shared = sharing.map((tests): SharedBits => ({ tests, groups: keys.by(tests.keys, rows), bits: [] }));
  const rest = plan.tests.filter((tests) => !sharing.includes(tests));
  context.paths.sharedBits += shared.length;
  const saved = frame.slots.slice();
  let used = into.groups === 0 ? 0 : into.end[into.groups - 1];
  const first = into.groups;
  for (let group = 0; group < whole.count; group++) {
    const row = whole.representatives[group];
    bindRow(frame.slots, rows, row);
    const mark = scratch.mark();
    let end: number;
    if (set === undefined) {
      context.paths.named++;
      reserveIds(into, used, 1);
      end = identified(context, plan, slot, into, used);
    } else {
      reserveIds(into, used, set.length);
      end = answered(context, plan, set, slot, sharedBits(context, shared, set, slot, row), into, used);
    }
    scratch.release(mark);
    for (const { tests } of rest) for (const test of tests) end = used + keepWhere(evaluator, test, slot, into.ids.subarray(used, end), end - used, plan.own.kind);
    addAnswer(into, used, end);
    used = end;
  }
  frame.slots.splice(0, saved.length, ...saved);
  for (let i = 0; i < rows.length; i++) into.groupOf[i] = first + whole.of[i];
}

/** Whether candidates are found by an index that leaves more than a few over: then tests are better answered once for all. */
function narrows({ generator }: ConjunctionPlan): boolean {
  return generator?.by !== 'identity' && generator?.by !== 'equality';
}

/** Bits of an own set for tests that several groups share: found when a group of theirs is first asked for. */
interface SharedBits {
  readonly tests: KeyedTests;
  readonly groups: Groups;
  readonly bits: (Int32Array | undefined)[];
}

/** The bits of all shared tests for a row; undefined where there are none. */
function sharedBits({ evaluator }: Context, shared: readonly SharedBits[], set: OwnSet, slot: number, row: number): Int32Array | undefined {
  if (shared.length === 0) return undefined;
  const { scratch } = evaluator;
  const words = wordsOf(set.length);
  for (const { tests, groups, bits } of shared) {
    const group = groups.of[row];
    if (bits[group] !== undefined) continue;
    // Kept beyond this group, so not from the scratch memory that the group gives back.
    const found = new Int32Array(words);
    fillBits(found, set.length);
    for (const test of tests.tests) {
      const mark = scratch.mark();
      const verdicts = scratch.codes(words);
      verdictBits(test, evaluator.evaluate(test.term, rowsOver(slot, set.ids, set.length, set.kind)), set.length, verdicts);
      intersect(found, verdicts, words);
      scratch.release(mark);
    }
    bits[group] = found;
  }
  const [{ groups, bits }, ...others] = shared;
  const only = bits[groups.of[row]];
  if (others.length === 0 || only === undefined) return only;
  const all = scratch.codes(words);
  all.set(only.subarray(0, words));
  for (const other of others) {
    const more = other.bits[other.groups.of[row]];
    if (more !== undefined) intersect(all, more, words);
  }
  return all;
}

/** Writes the ids that generator, own set and shared tests leave over behind `used`; returns where they end. */
function answered(context: Context, plan: ConjunctionPlan, set: OwnSet, slot: number, bits: Int32Array | undefined, into: Answers, used: number): number {
  const { evaluator, candidates } = context;
  const { generator } = plan;
  if (generator !== undefined) {
    const positions = evaluator.scratch.codes(set.length + 1);
    const count = candidates.find(generator, set, slot, bits, positions);
    if (count !== everything) {
      if (generator.by === 'jumps' || generator.by === 'distance') into.ordered = false;
      for (let i = 0; i < count; i++) into.ids[used + i] = set.ids[positions[i]];
      return used + count;
    }
    context.paths.everything++;
  }
  let end: number;
  if (bits === undefined) {
    into.ids.set(set.ids.subarray(0, set.length), used);
    end = used + set.length;
  } else {
    end = listBits(bits, wordsOf(set.length), set.ids, into.ids, used);
  }
  if (generator?.by !== 'jumps' && generator?.by !== 'distance') return end;
  return used + keepWhere(evaluator, generator.test, slot, into.ids.subarray(used, end), end - used, plan.own.kind);
}

/** The one candidate that a generator names, without looking at any other. */
function identified({ evaluator }: Context, { generator, own }: ConjunctionPlan, slot: number, into: Answers, used: number): number {
  const { state } = evaluator;
  if (generator === undefined) return used;
  const id = evaluator.uniform(generator.key, oneRow);
  if (typeof id === 'symbol' || isAbsent(id) || !isLive(state.identity, id)) return used;
  if ((own.kind !== 0 && state.identity.kind[id] !== own.kind) || (own.class !== 0 && state.class[id] !== own.class)) return used;
  into.ids[used] = id;
  for (const test of own.tests) {
    if (keepWhere(evaluator, test, slot, into.ids.subarray(used, used + 1), 1, own.kind) === 0) return used;
  }
  return used + 1;
}

/** Several conjunctions: their union, each object once, without what is vetoed. */
function selectUnion(context: Context, plan: SelectionPlan, rows: Rows, into: Answers): void {
  const { evaluator } = context;
  const { scratch, frame, state } = evaluator;
  context.paths.unions++;
  const outer = scratch.mark();
  const whole = context.keyGroups(new Map()).by(plan.keys, rows);
  const met = scratch.bytes(state.identity.kind.length);
  met.fill(0, 0, state.identity.kind.length);
  const saved = frame.slots.slice();
  let used = 0;
  for (let group = 0; group < whole.count; group++) {
    bindRow(frame.slots, rows, whole.representatives[group]);
    let end = used;
    for (const conjunction of plan.conjunctions) end = addUnion(context, conjunction, plan.slot, met, into, end);
    for (let i = used; i < end; i++) met[into.ids[i]] = 0;
    for (const veto of plan.vetoes) end = used + keepWhere(evaluator, veto, plan.slot, into.ids.subarray(used, end), end - used, 0);
    addAnswer(into, used, end);
    used = end;
  }
  frame.slots.splice(0, saved.length, ...saved);
  into.ordered = false;
  for (let i = 0; i < rows.length; i++) into.groupOf[i] = whole.of[i];
  scratch.release(outer);
}

/** Puts the objects of a row into the slots. */
function bindRow(slots: number[], rows: Rows, row: number): void {
  for (let slot = 0; slot < rows.slots.length; slot++) {
    const ids = rows.slots[slot];
    if (ids !== undefined) slots[slot] = ids[row];
  }
}

/** Adds what one conjunction finds for the outer objects in the frame's slots and the union does not have yet. */
function addUnion(context: Context, plan: ConjunctionPlan, slot: number, met: Uint8Array, into: Answers, from: number): number {
  // Conditions may hold selections themselves, so each has answers of its own.
  const alone = context.spare.pop() ?? createAnswers();
  beginAnswers(alone, 1);
  selectOne(context, plan, slot, oneRow, alone);
  let end = from;
  if (alone.groups > 0) {
    reserveIds(into, from, alone.end[0]);
    for (let i = 0; i < alone.end[0]; i++) {
      const id = alone.ids[i];
      if (met[id] === 1) continue;
      met[id] = 1;
      into.ids[end++] = id;
    }
  }
  context.spare.push(alone);
  return end;
}
