import { countVisits } from '../../ir/node.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { type Rows, bindRow, oneRow, takeRows } from '../../eval/columns/rows.js';
import { type PathCounts, createPathCounts } from '../../eval/path-counts.js';
import {
  type ConjunctionPlan,
  type KeyedTests,
  type NamingGenerator,
  type NarrowingGenerator,
  type SelectionPlan,
  type Test,
  namesCandidates,
} from '../selection-plan.js';
import { type OwnSet, type OwnSets, createOwnSets, keepWhere } from '../sets/own-sets.js';
import { type MaskedPositions, keepMasked } from '../../indexes/scratch.js';
import { listMarked, markTest, numberMarked } from '../sets/marks.js';
import {
  type Answers,
  type Groups,
  type GroupRows,
  type RowValues,
  addAnswer,
  addUnion,
  beginAnswers,
  createAnswers,
  createKeyGroups,
  noValue,
  orderAnswers,
  reserveIds,
  rowValues,
} from './answers.js';
import { type Candidates, createCandidates, everything } from './candidates.js';
import {
  type Shared,
  type SharedTests,
  createFactionWords,
  createFitting,
  createSharedTests,
  isCheapForAll,
  isOneWordForAll,
} from './shared-tests.js';
import { type Matcher, createMatcher } from '../matcher.js';
import { type Named, answerNamed, chosen, equalOnes, identified, membersNamed } from './named.js';

/** `ordered`: the ids of each answer must ascend. */
type Select = (plan: SelectionPlan, rows: Rows, into: Answers, ordered: boolean) => void;

export interface Selector extends Matcher, Pick<Evaluator, 'fitting'> {
  readonly select: Select;
  /** For searches of members. */
  readonly search: Select;
  /** Rows that pass tests of outer objects alone; returns how many, numbers in `into`. */
  passing(gates: readonly Test[], rows: Rows, into: Int32Array): number;
}

interface Context {
  readonly evaluator: Evaluator;
  readonly ownSets: OwnSets;
  readonly candidates: Candidates;
  readonly paths: PathCounts;
  readonly sharedTests: SharedTests;
  readonly keyGroups: () => GroupRows;
  readonly spare: Answers[];
  /** By id: 1 for those met while answers are united; otherwise all are 0. */
  readonly met: { marks: Uint8Array };
  /**
   * Candidates that count as visits. `narrowed`: those that a generator leaves (of scopes: tests count the others).
   * `scanned`: those that no generator narrows (of aggregates, which also count their members). `all`: of searches.
   */
  readonly visits: 'narrowed' | 'scanned' | 'all';
}

export function createSelector(evaluator: Evaluator, paths: PathCounts): Selector {
  const ownSets = createOwnSets(evaluator);
  const candidates = createCandidates(evaluator);
  const parts = {
    evaluator,
    ownSets,
    candidates,
    keyGroups: createKeyGroups(evaluator),
    spare: [],
    met: { marks: new Uint8Array(0) },
  };
  const factionWords = createFactionWords(evaluator);
  const selecting = (counts: PathCounts, visits: Context['visits']): Select => {
    const sharedTests = createSharedTests(evaluator, factionWords, (plan, into) => {
      select(context, plan, oneRow, into, false);
    });
    const context: Context = { ...parts, paths: counts, visits, sharedTests };
    return (plan, rows, into, ordered) => {
      select(context, plan, rows, into, ordered);
    };
  };
  return {
    select: selecting(paths, 'narrowed'),
    search: selecting(createPathCounts(), 'all'),
    fitting: createFitting(evaluator, selecting(paths, 'scanned'), paths),
    finder: createMatcher(evaluator, ownSets, candidates).finder,
    passing: (gates, rows, into) => passing(evaluator, gates, rows, into),
  };
}

function select(context: Context, plan: SelectionPlan, rows: Rows, into: Answers, ordered: boolean): void {
  beginAnswers(into, rows.length);
  if (plan.conjunctions.length === 1 && plan.vetoes.length === 0) selectOne(context, plan.conjunctions[0], rows, into);
  else if (plan.exclusive) selectEach(context, plan, rows, into);
  else if (plan.conjunctions.length > 0) selectUnion(context, plan, rows, into);
  if (ordered) orderAnswers(into);
}

/** One conjunction: rows that pass its gates, grouped by its keys, one answer per group. */
function selectOne(context: Context, plan: ConjunctionPlan, rows: Rows, into: Answers): void {
  const { evaluator } = context;
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const passed = scratch.codes(rows.length);
  const count = passing(evaluator, plan.gates, rows, passed);
  if (count > 0) {
    const asking = count === rows.length ? rows : takeRows(rows, passed, count, scratch);
    answerGroups(context, plan, asking, into);
    if (asking !== rows) spread(into.groupOf, passed, count, rows.length, scratch.codes(count));
  }
  scratch.release(mark);
}

/** Conjunctions of which at most one applies to each row. */
function selectEach(context: Context, { conjunctions }: SelectionPlan, rows: Rows, into: Answers): void {
  const { scratch } = context.evaluator;
  const mark = scratch.mark();
  const before = scratch.codes(rows.length);
  before.fill(-1, 0, rows.length);
  for (const plan of conjunctions) {
    into.groupOf.fill(-1, 0, rows.length);
    selectOne(context, plan, rows, into);
    for (let row = 0; row < rows.length; row++) before[row] = into.groupOf[row] < 0 ? before[row] : into.groupOf[row];
  }
  into.groupOf.set(before.subarray(0, rows.length));
  scratch.release(mark);
}

/** Moves answers from places among passed rows to the rows themselves. */
function spread(groupOf: Int32Array, passed: Int32Array, count: number, rows: number, copy: Int32Array): void {
  for (let i = 0; i < count; i++) copy[i] = groupOf[i];
  groupOf.fill(-1, 0, rows);
  for (let i = 0; i < count; i++) groupOf[passed[i]] = copy[i];
}

function passing(evaluator: Evaluator, gates: readonly Test[], rows: Rows, into: Int32Array): number {
  const { scratch } = evaluator;
  let count = rows.length;
  let isWhole = true;
  for (const gate of gates) {
    if (count === 0) return 0;
    const mark = scratch.mark();
    const asked = count === rows.length ? rows : takeRows(rows, into, count, scratch);
    const marks = scratch.bytes(count);
    markTest(evaluator, gate, asked, marks);
    count = isWhole ? numberMarked(marks, count, into) : listMarked(marks, into, count, into);
    isWhole = false;
    scratch.release(mark);
  }
  if (isWhole) for (let i = 0; i < count; i++) into[i] = i;
  return count;
}

interface Asking {
  readonly plan: ConjunctionPlan;
  readonly rows: Rows;
  readonly set: OwnSet;
  readonly generator: NarrowingGenerator | undefined;
  readonly keys: RowValues | undefined;
  readonly bounds: RowValues | undefined;
  readonly shared: readonly Shared[];
  readonly rest: readonly KeyedTests[];
  readonly positions: Int32Array;
}

function answerGroups(context: Context, plan: ConjunctionPlan, rows: Rows, into: Answers): void {
  const { evaluator, ownSets } = context;
  const { scratch, frame } = evaluator;
  const { generator } = plan;
  const groupRows = context.keyGroups();
  if (generator?.by === 'equality') {
    const equals = equalOnes(evaluator, ownSets, context.candidates, plan, generator, rows, () =>
      groupRows(plan.keys, rows),
    );
    if (equals !== undefined) {
      context.paths.equality += equals.groups.count;
      if (context.visits === 'narrowed') countVisits(frame, equals.named.length);
      answerTogether(context, plan, rows, equals.groups, equals.named, 0, into);
      return;
    }
  }
  const whole = groupRows(plan.keys, rows);
  if (namesCandidates(generator)) {
    const { named, scanned } = namedBy(context, plan, generator, rows, whole);
    answerTogether(context, plan, rows, whole, named, scanned, into);
    return;
  }
  const set = ownSets.of(plan.own, plan.slot);
  if (set.length === 0) return;
  // One row alone has few candidates where a generator narrows them.
  const mayShare = narrows(plan) && (rows.length > 1 || generator === undefined);
  const isShared = (tests: KeyedTests) =>
    mayShare && isWorthSharing(tests, groupRows(tests.keys, rows).count, whole.count, set.length);
  const sharing = plan.tests.filter(isShared);
  context.paths.sharedBits += sharing.length;
  const asking: Asking = {
    plan,
    rows,
    set,
    generator,
    keys: generator === undefined ? undefined : rowValues(evaluator, generator.key, rows),
    bounds:
      generator?.by === 'jumps' || generator?.by === 'distance'
        ? rowValues(evaluator, generator.bound, rows)
        : undefined,
    shared: sharing.map((tests) => ({ tests, groups: groupRows(tests.keys, rows), found: [], words: undefined })),
    rest: plan.tests.filter((tests) => !sharing.includes(tests)),
    positions: scratch.codes(set.length + 1),
  };
  const saved = frame.slots.slice();
  const first = into.groups;
  let used = first === 0 ? 0 : into.end[first - 1];
  for (let group = 0; group < whole.count; group++) {
    const end = answerOne(context, asking, whole.representatives[group], into, used);
    addAnswer(into, used, end);
    used = end;
  }
  for (let i = 0; i < saved.length; i++) frame.slots[i] = saved[i];
  for (let i = 0; i < rows.length; i++) into.groupOf[i] = first + whole.of[i];
}

/** `scanned`: as of `answerTogether`. */
function namedBy(
  { evaluator, paths }: Context,
  plan: ConjunctionPlan,
  generator: NamingGenerator,
  rows: Rows,
  whole: Groups,
): { readonly named: Named; readonly scanned: number } {
  if (generator.by === 'membership')
    return { named: membersNamed(evaluator, plan, generator.members, rows, whole), scanned: 0 };
  if (generator.by === 'among') {
    const named = chosen(evaluator, plan, generator.chosen, rows, whole);
    return { named, scanned: named.length };
  }
  paths.identity += whole.count;
  return { named: identified(evaluator, plan, generator.key, rows, whole), scanned: whole.count };
}

/** Writes the answer of one row from `used` on; returns its end. */
function answerOne(context: Context, asking: Asking, row: number, into: Answers, used: number): number {
  const { evaluator } = context;
  const { plan, set, rest } = asking;
  bindRow(evaluator.frame.slots, asking.rows, row);
  reserveIds(into, used, set.length);
  let end = answered(context, asking, set, row, into, used);
  for (const { tests } of rest) {
    for (const test of tests)
      if (end > used)
        end = used + keepWhere(evaluator, test, plan.slot, into.ids.subarray(used, end), end - used, plan.own.kind);
  }
  return end;
}

/** Most words of tests for all groups. */
const mostShared = 1_000_000;
/** Candidates expected from an index for each answer. */
const usualCandidates = 64;

/** False if tests of the whole set would cost far more than a look at the candidates of each answer. */
function isWorthSharing(tests: KeyedTests, groups: number, answers: number, set: number): boolean {
  if (isOneWordForAll(tests)) return true;
  if (groups * set > Math.max(mostShared, usualCandidates * answers)) return false;
  return isCheapForAll(tests) || 2 * groups <= answers;
}

/** Whether an index leaves many candidates: tests are then better answered once for all. */
function narrows({ generator }: ConjunctionPlan): boolean {
  return !namesCandidates(generator) && generator?.by !== 'equality';
}

/** Writes the ids left by generator, own set and shared tests from `used` on; returns their end. */
function answered(context: Context, asking: Asking, set: OwnSet, row: number, into: Answers, used: number): number {
  const { evaluator } = context;
  const {
    generator,
    plan: { own, slot },
  } = asking;
  const some = asking.shared.map((each) => context.sharedTests(each, each.groups.of[row], set, slot));
  const found = generated(context, asking, set, row, some.at(0));
  if (found !== everything) {
    if (context.visits !== 'scanned') countVisits(evaluator.frame, found);
    into.ordered &&= generator === undefined || !('test' in generator);
    return used + writeIds(set, asking.positions, keepAll(asking.positions, found, some), into.ids, used);
  }
  if (context.visits !== 'narrowed' || generator !== undefined) countVisits(evaluator.frame, set.length);
  const count = listed(set, asking.positions, some, into.ids, used);
  if (generator === undefined) return used + count;
  context.paths.everything++;
  if (!('test' in generator)) return used + count;
  return used + keepWhere(evaluator, generator.test, slot, into.ids.subarray(used, used + count), count, own.kind);
}

/** Collects the positions left by the generator; returns how many, or `everything`. */
function generated(
  { candidates, paths }: Context,
  { generator, plan: { slot }, keys, bounds, positions }: Asking,
  set: OwnSet,
  row: number,
  some: MaskedPositions | undefined,
): number {
  if (generator === undefined) return everything;
  const key = keys?.(row) ?? noValue;
  if (Number.isNaN(key)) return 0;
  paths[generator.by]++;
  return candidates.find(generator, set, slot, key, bounds?.(row) ?? noValue, some, positions);
}

function listed(
  set: OwnSet,
  positions: Int32Array,
  some: readonly MaskedPositions[],
  into: Int32Array,
  at: number,
): number {
  if (some.length === 0) {
    into.set(set.ids.subarray(0, set.length), at);
    return set.length;
  }
  const { ids, length } = some[0].listed();
  if (some.length === 1) return writeIds(set, ids, length, into, at);
  for (let i = 0; i < length; i++) positions[i] = ids[i];
  return writeIds(set, positions, keepAll(positions, length, some), into, at);
}

/** Keeps positions that pass shared tests after the first; returns how many. */
function keepAll(positions: Int32Array, length: number, some: readonly MaskedPositions[]): number {
  let count = length;
  for (let i = 1; i < some.length; i++) count = keepMasked(positions, count, some[i]);
  return count;
}

function writeIds({ ids }: OwnSet, positions: Int32Array, count: number, into: Int32Array, at: number): number {
  for (let i = 0; i < count; i++) into[at + i] = ids[positions[i]];
  return count;
}

/** Named candidates are tested together. `scanned`: how many were looked at to name them. */
function answerTogether(
  { evaluator, paths, visits }: Context,
  plan: ConjunctionPlan,
  rows: Rows,
  groups: Groups,
  named: Named,
  scanned: number,
  into: Answers,
): void {
  paths.named += groups.count;
  if (visits !== 'narrowed') countVisits(evaluator.frame, visits === 'all' ? named.length : scanned);
  answerNamed(evaluator, plan, rows, groups, named, into);
}

/** The union of conjunctions, each object once, without vetoed ones. All groups are answered together. */
function selectUnion(context: Context, plan: SelectionPlan, rows: Rows, into: Answers): void {
  const { evaluator } = context;
  const { scratch, frame, state } = evaluator;
  context.paths.unions++;
  const outer = scratch.mark();
  const whole = context.keyGroups()(plan.keys, rows);
  const representatives =
    whole.count === rows.length ? rows : takeRows(rows, whole.representatives, whole.count, scratch);
  // Conditions may contain selections, so each has answers of its own.
  const found = plan.conjunctions.map((conjunction) => {
    const answers = context.spare.pop() ?? createAnswers();
    beginAnswers(answers, representatives.length);
    selectOne(context, conjunction, representatives, answers);
    return answers;
  });
  const capacity = state.identity.kind.length;
  if (context.met.marks.length < capacity) context.met.marks = new Uint8Array(capacity);
  const met = context.met.marks;
  const saved = frame.slots.slice();
  let used = 0;
  for (let group = 0; group < whole.count; group++) {
    let end = used;
    for (const answers of found) end = addUnion(answers, group, met, into, end);
    for (let i = used; i < end; i++) met[into.ids[i]] = 0;
    if (plan.vetoes.length > 0) bindRow(frame.slots, representatives, group);
    for (const veto of plan.vetoes)
      end = used + keepWhere(evaluator, veto, plan.slot, into.ids.subarray(used, end), end - used, 0);
    addAnswer(into, used, end);
    used = end;
  }
  for (let i = 0; i < saved.length; i++) frame.slots[i] = saved[i];
  into.ordered = false;
  for (let i = 0; i < rows.length; i++) into.groupOf[i] = whole.of[i];
  context.spare.push(...found);
  scratch.release(outer);
}
