import { kept } from '../kernel/maps.js';
import { distinct, type Key, keysOf, slotKeys } from './keys.js';
import type { WorldState } from '../components/state.js';
import { type Frame, type Value, missing, notFound } from '../ir/node.js';
import { indexesOf } from '../indexes/create-indexes.js';
import { createGenerator } from '../eval/emit/generator.js';
import { generateMode } from '../eval/tier.js';
import { operationList } from '../eval/ops/index.js';
import { constantValue } from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';
import {
  type Evaluator,
  varies,
  type MemberSearch,
  type SearchMembers,
  type TakeMembers,
} from '../eval/columns/evaluator.js';
import { filled, rowByRow, uncounted } from '../eval/columns/absence.js';
import { type Rows, oneRow, type Vector, isMissing, isNotFound } from '../eval/columns/rows.js';
import { createScratch } from '../indexes/scratch.js';
import type { IdList } from '../indexes/indexes.js';
import { createPathCounts } from '../eval/path-counts.js';
import { type SelectionPlan, planMembers, planScan } from './selection-plan.js';
import { type Answers, type Groups, createAnswers, createKeyGroups } from './select/answers.js';
import { type Selector, createSelector } from './select/selector.js';

type MutableEvaluator = { -readonly [Key in keyof Evaluator]: Evaluator[Key] };

/** Matches objects of a world. The evaluator's `frame` must be the turn's whenever it is used. */
export interface Matching extends Selector {
  readonly evaluator: MutableEvaluator;
}

export function createMatching(state: WorldState, paths = createPathCounts()): Matching {
  const scratch = createScratch();
  const indexes = indexesOf(state);
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
    searchMembers: (search, rows, take) => {
      searching(search, rows, take);
    },
    fitting: (term, rows) => selector.fitting(term, rows),
    uniform: (term: Term, rows: Rows): Value | typeof varies =>
      isUniform(term, rows) ? valueInOneRow(term, evaluator) : varies,
  };
  const generator = createGenerator(evaluator, generateMode(), paths);
  const selector = createSelector(evaluator, paths);
  const searching = createMemberSearch(evaluator, selector.search);
  return { ...selector, evaluator };
}

/** Sequential terms always differ from row to row. */
function isUniform(term: Term, rows: Rows): boolean {
  return (
    (!term.sequential || rows === oneRow) &&
    (term.free & rows.varying) === 0 &&
    !(term.runs && rows.running !== undefined)
  );
}

/** The interpreter evaluates light terms, columns heavy ones. The frame receives the class of a numeric value. */
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

/** Searches members once for all rows, or for each group of rows with equal keys. */
function createMemberSearch(evaluator: Evaluator, select: Selector['search']): SearchMembers {
  const { scratch } = evaluator;
  const plans = new Map<Term, SelectionPlan>();
  const spare: Answers[] = [];
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
    const groups = keyGroups()(
      kept(keys, search.term, () => keysTaken(search)),
      rows,
    );
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
      find(search, numbers, count, take);
      return;
    }
    const { slots } = evaluator.frame;
    const before = slots.slice();
    try {
      for (let slot = 0; outer >>> slot !== 0; slot++) {
        const ids = rows.slots[slot];
        if (ids !== undefined && ((outer >>> slot) & 1) === 1) slots[slot] = ids[numbers[0]];
      }
      find(search, numbers, count, take);
    } finally {
      for (let slot = 0; slot < before.length; slot++) slots[slot] = before[slot];
    }
  }

  /** Members may be searched for while others are taken. */
  function find(search: MemberSearch, numbers: Int32Array, count: number, take: TakeMembers): void {
    const plan = kept(plans, search.term, () => planOf(search));
    const answers = spare.pop() ?? createAnswers();
    select(plan, oneRow, answers, true);
    take(answerIn(answers), numbers, count);
    spare.push(answers);
  }
}

/** Kept results ignore running values. */
function planOf({ range, slot, filter }: MemberSearch): SelectionPlan {
  const plan = filter.runs ? undefined : planMembers(filter, range, slot);
  return plan ?? planScan(filter, range, slot);
}

function answerIn({ groupOf, start, end, ids }: Answers): IdList {
  const group = groupOf[0];
  if (group < 0) return nobody;
  const first = start[group];
  return { ids: first === 0 ? ids : ids.subarray(first, end[group]), length: end[group] - first };
}

const nobody: IdList = { ids: new Int32Array(0), length: 0 };

function outerSlots({ filter, extra, slot, identities }: MemberSearch): number {
  return (extra.reduce((bits, term) => bits | term.free, filter.free) & ~(1 << slot)) | identities;
}

function keysTaken({ filter, extra, slot, identities }: MemberSearch): readonly Key[] {
  return distinct([...[filter, ...extra].flatMap((term) => keysOf(term, slot)), ...slotKeys(identities)]);
}

function sortRows({ of, count }: Groups, rows: number, start: Int32Array, numbers: Int32Array): void {
  start.fill(0, 0, count + 1);
  for (let row = 0; row < rows; row++) start[of[row] + 1]++;
  for (let group = 0; group < count; group++) start[group + 1] += start[group];
  for (let row = 0; row < rows; row++) numbers[start[of[row]]++] = row;
  for (let group = count; group > 0; group--) start[group] = start[group - 1];
  start[0] = 0;
}
