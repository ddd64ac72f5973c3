import { distinct, type Key, keysOf } from './keys.js';
import type { WorldState } from '../components/state.js';
import { type Frame, type Value, countVisits, missing, notFound } from '../ir/node.js';
import { createIndexes } from '../indexes/create-indexes.js';
import { type GeneratedCounts, createGenerator } from '../eval/emit/generator.js';
import { generateMode } from '../eval/tier.js';
import { operationList } from '../eval/ops/index.js';
import { constantValue } from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import {
  type Evaluator,
  varies,
  type MemberSearch,
  type Members,
  type SearchMembers,
  type TakeMembers,
} from '../eval/columns/evaluator.js';
import { filled, rowByRow, uncounted } from '../eval/columns/absence.js';
import { type Rows, oneRow, type Vector, isMissing, isNotFound } from '../eval/columns/rows.js';
import { createScratch } from '../indexes/scratch.js';
import { isLive } from '../kernel/identity.js';
import { chosenAmong } from '../eval/ops/among.js';
import type { IdList } from '../indexes/indexes.js';
import { isAbsent } from '../eval/operation.js';
import { createPathCounts } from '../eval/path-counts.js';
import { type ConjunctionPlan, type Generator, type OwnPlan, type Test, planMembers } from './selection-plan.js';
import { createCandidates, everything } from './select/candidates.js';
import { createOwnSets, keepWhere } from './sets/own-sets.js';
import { isOfOwn } from './select/named.js';
import { type Groups, createKeyGroups } from './select/answers.js';

type MutableEvaluator = { -readonly [Key in keyof Evaluator]: Evaluator[Key] };

/** An evaluator over a world. `frame` must be the turn's whenever it is used. `counts`: of generated functions. */
export function createEvaluator(
  state: WorldState,
  counts: GeneratedCounts = { generated: 0, generatedCalls: 0 },
): MutableEvaluator {
  const scratch = createScratch();
  const indexes = createIndexes(state);
  const evaluator: MutableEvaluator = {
    state,
    scratch,
    indexes,
    directs: [],
    frame: noFrame,
    evaluate(term: Term, rows: Rows): Vector {
      if (term.sequential) return rowByRow(term, rows, evaluator);
      // Terms without arguments fill the rows by themselves.
      if (isUniform(term, rows) && rows !== oneRow && term.args.length > 0)
        return filled(term, valueInOneRow(term, evaluator), rows.length, scratch, evaluator.frame.whole);
      return generator.evaluate(term, rows) ?? operationList[term.operation].columns(term, rows, evaluator);
    },
    searchMembers: (search, rows, take): void => {
      searching(search, rows, take);
    },
    fitting: (): Members | undefined => undefined,
    uniform: (term: Term, rows: Rows): Value | typeof varies =>
      isUniform(term, rows) ? valueInOneRow(term, evaluator) : varies,
  };
  const searching = createMemberSearch(evaluator);
  const generator = createGenerator(evaluator, generateMode(), counts);
  return evaluator;
}

/** Sequential terms always differ from row to row. */
function isUniform(term: Term, rows: Rows): boolean {
  return (
    (!term.sequential || rows === oneRow) &&
    (term.free & rows.varying) === 0 &&
    !(term.runs && rows.running !== undefined)
  );
}

/**
 * Light terms are left to the interpreter; heavy ones look at columns. The frame receives the class of a numeric value.
 */
function valueInOneRow(term: Term, evaluator: Evaluator): Value {
  const constant = constantValue(term);
  if (constant !== undefined) return constant;
  if (!term.heavy || term.sequential) return uncounted(term, evaluator.frame);
  const mark = evaluator.scratch.mark();
  const { numbers, codes, absence } = operationList[term.operation].columns(term, oneRow, evaluator);
  const how = absence === undefined ? 0 : absence[0];
  const { name } = term.type;
  const value = name === 'number' || name === 'numeric' ? numbers[0] : codes[0];
  if (name === 'numeric') evaluator.frame.whole = codes[0] === 1;
  evaluator.scratch.release(mark);
  return how === isMissing ? missing : how === isNotFound ? notFound : value;
}

const noFrame = undefined as unknown as Frame;

/**
 * How members are found: like candidates of a scope, by the union of plans; without plans by a look at each. Kept
 * results ignore running values.
 */
interface Way {
  readonly plans: readonly ConjunctionPlan[] | undefined;
  readonly test: Test;
}

/**
 * Finds members for the objects in the frame, ascending. Results are lent from scratch memory, or kept until something
 * changes.
 */
function createMemberFinder(evaluator: Evaluator): (search: MemberSearch) => IdList {
  const { scratch } = evaluator;
  const ways = new Map<Term, Way>();
  const candidates = createCandidates(evaluator, createPathCounts());
  const ownSets = createOwnSets(evaluator);

  return (search) => {
    let way = ways.get(search.term);
    if (way === undefined) ways.set(search.term, (way = wayOf(search)));
    return way.plans === undefined ? lookedAt(evaluator, search, way.test) : united(way.plans, search.slot);
  };

  /** The union of the plans: mostly one, as the gates of others are shut. */
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
    // Near ones are in the order of places.
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

function named(evaluator: Evaluator, candidates: readonly number[], own: OwnPlan, slot: number): IdList {
  const { state, scratch } = evaluator;
  const ids = scratch.codes(candidates.length);
  let length = 0;
  for (const id of candidates) {
    if (id > 0 && isLive(state.identity, id) && isOfOwn(own, state, id)) ids[length++] = id;
  }
  for (const test of own.tests) length = keepWhere(evaluator, test, slot, ids, length, own.kind);
  return { ids, length };
}

/** NaN: absent. */
function valueOf(evaluator: Evaluator, term: Term): number {
  const value = evaluator.uniform(term, oneRow);
  return typeof value === 'symbol' || isAbsent(value) ? NaN : value;
}

function wayOf({ range, slot, filter }: MemberSearch): Way {
  return {
    plans: filter.runs ? undefined : planMembers(filter, range, slot)?.conjunctions,
    test: { term: filter, wanted: 'true' },
  };
}

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

/** Searches members once for all rows, or for each group of rows with equal keys. */
function createMemberSearch(evaluator: Evaluator): SearchMembers {
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

  /** 0, 1, 2, …: kept and extended. */
  function numbersTo(length: number): Int32Array {
    if (ascending.length < length) ascending = Int32Array.from({ length: 2 * length }, (_, i) => i);
    return ascending;
  }

  function searchGroups(search: MemberSearch, rows: Rows, outer: number, take: TakeMembers): void {
    let taken = keys.get(search.term);
    if (taken === undefined) keys.set(search.term, (taken = keysTaken(search)));
    const groups = keyGroups()(taken, rows);
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

  /** Searches with the objects of the first row in the frame. */
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

function outerSlots({ filter, extra, slot, identities }: MemberSearch): number {
  return (extra.reduce((bits, term) => bits | term.free, filter.free) & ~(1 << slot)) | identities;
}

function keysTaken({ filter, extra, slot, identities }: MemberSearch): readonly Key[] {
  const keys = [filter, ...extra].flatMap((term) => keysOf(term, slot));
  for (let other = 0; identities >>> other !== 0; other++)
    if (((identities >>> other) & 1) === 1) keys.push({ text: `slot ${other}`, of: 'slot', slot: other });
  return distinct(keys);
}

function sortRows({ of, count }: Groups, rows: number, start: Int32Array, numbers: Int32Array): void {
  start.fill(0, 0, count + 1);
  for (let row = 0; row < rows; row++) start[of[row] + 1]++;
  for (let group = 0; group < count; group++) start[group + 1] += start[group];
  for (let row = 0; row < rows; row++) numbers[start[of[row]]++] = row;
  for (let group = count; group > 0; group--) start[group] = start[group - 1];
  start[0] = 0;
}
