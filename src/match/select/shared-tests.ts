import { keptBy } from '../../kernel/maps.js';
import { countVisits } from '../../ir/node.js';
import type { Evaluator, Members } from '../../eval/columns/evaluator.js';
import { type Rows, oneRow, rowsOver } from '../../eval/columns/rows.js';
import { type Scratch, type MaskedPositions, maskedPositions } from '../../indexes/scratch.js';
import {
  type ConjunctionPlan,
  type KeyedTests,
  type MemberTest,
  type OuterTest,
  type SelectionPlan,
  planMembers,
} from '../selection-plan.js';
import type { OwnSet } from '../sets/own-sets.js';
import { markVerdicts } from '../sets/marks.js';
import { type Answers, type Groups, createAnswers } from './answers.js';
import { kindAt } from '../../model/model.js';
import { fact, type Memo, memo } from '../../model/stamps.js';
import { maskOf } from '../../eval/columns/mask-columns.js';
import type { FactionTest } from '../keys.js';
import { population } from '../../state/object-life.js';
import type { MembersData } from '../../eval/ops/range.js';
import { asAggregate, asOverMembers } from '../../eval/node-shape.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { Term } from '../../eval/term.js';

/**
 * Answers tests for every candidate of an own set at once: the positions that pass for the outer objects in the frame,
 * which are of the given group. Lent from scratch memory while the caller's mark holds.
 */
export type SharedTests = (shared: Shared, group: number, set: OwnSet, slot: number) => MaskedPositions;

/** Tests with answers shared by outer rows: found per group on first use. */
export interface Shared {
  readonly tests: KeyedTests;
  readonly groups: Groups;
  readonly found: (MaskedPositions | undefined)[];
  /**
   * By position, bits of the factions for which all tests pass. Undefined before the first use, and for other tests.
   */
  words: Int32Array | undefined;
}

type Select = (plan: SelectionPlan, into: Answers) => void;

/** `select` answers a selection for the outer objects in the frame. */
export function createSharedTests(evaluator: Evaluator, factionWords: FactionWords, select: Select): SharedTests {
  const { scratch, state } = evaluator;
  const spare: Answers[] = [];
  /** Position of each id in the last set, checked wherever it is used. */
  let positions = new Int32Array(0);

  function byMembers(
    wanted: OuterTest['wanted'],
    { over, fitting, negated }: MemberTest,
    set: OwnSet,
    into: Int32Array,
  ): void {
    const answers = spare.pop() ?? createAnswers();
    select(fitting, answers);
    if (positions.length < state.identity.kind.length) positions = new Int32Array(state.identity.kind.length);
    for (let position = 0; position < set.length; position++) positions[set.ids[position]] = position;
    const isWithout = (wanted === 'clear') !== negated;
    into.fill(isWithout ? 1 : 0, 0, set.length);
    const members = answers.groups === 0 ? 0 : answers.end[0];
    countVisits(evaluator.frame, members);
    for (let i = 0; i < members; i++) {
      for (let at = state.parent[answers.ids[i]]; at !== 0; at = over === 'attached' ? 0 : state.parent[at]) {
        const position = positions[at];
        if (position < set.length && set.ids[position] === at) into[position] = isWithout ? 0 : 1;
      }
    }
    spare.push(answers);
  }

  function answer(test: OuterTest, set: OwnSet, slot: number, into: Int32Array): void {
    const mask = test.factions === undefined ? undefined : factionWords.maskOf(test.factions);
    if (test.factions !== undefined && mask !== undefined)
      return factionWords.forAll(test, test.factions, set, mask, into);
    if (test.members !== undefined && test.wanted !== 'found') return byMembers(test.wanted, test.members, set, into);
    const mark = scratch.mark();
    const marks = scratch.bytes(set.length);
    markVerdicts(test, evaluator.evaluate(test.term, rowsOver(slot, set.ids, set.length, set.kind)), set.length, marks);
    for (let i = 0; i < set.length; i++) into[i] = marks[i];
    scratch.release(mark);
  }

  return (shared, group, set, slot) => {
    const known = shared.found[group];
    if (known !== undefined) return known;
    const one = oneFaction(shared.tests, factionWords);
    if (one !== 0) {
      shared.words ??= wordsOfAll(shared.tests, set, factionWords, scratch);
      return (shared.found[group] = maskedPositions(shared.words, 31 - Math.clz32(one), set.length, scratch));
    }
    const codes = scratch.codes(set.length);
    shared.tests.tests.forEach((test, i) => {
      if (i === 0) return answer(test, set, slot, codes);
      const mark = scratch.mark();
      const more = scratch.codes(set.length);
      answer(test, set, slot, more);
      keepBoth(codes, more, set.length);
      scratch.release(mark);
    });
    return (shared.found[group] = maskedPositions(codes, 0, set.length, scratch));
  };
}

/** The only faction, as a bit, of all tests; 0: several, none, different objects or other tests. */
function oneFaction({ tests }: KeyedTests, factionWords: FactionWords): number {
  const first = tests[0].factions;
  if (first === undefined || !tests.every(({ factions }) => factions?.outer === first.outer)) return 0;
  const mask = factionWords.maskOf(first) ?? 0;
  return (mask & (mask - 1)) === 0 ? mask : 0;
}

function wordsOfAll({ tests }: KeyedTests, set: OwnSet, factionWords: FactionWords, scratch: Scratch): Int32Array {
  const words = scratch.codes(set.length);
  words.fill(-1, 0, set.length);
  const mark = scratch.mark();
  const more = scratch.codes(set.length);
  for (const test of tests) {
    if (test.factions === undefined) continue;
    factionWords.forEach(test, test.factions, set, more);
    keepBoth(words, more, set.length);
  }
  scratch.release(mark);
  return words;
}

function keepBoth(words: Int32Array, others: Int32Array, length: number): void {
  for (let i = 0; i < length; i++) words[i] &= others[i];
}

export function isOneWordForAll({ tests }: KeyedTests): boolean {
  const [{ factions: first }] = tests;
  return first !== undefined && tests.every(({ factions }) => factions?.outer === first.outer);
}

/** Whether answering a whole set costs less than a look at each candidate for each outer object. */
export function isCheapForAll({ tests }: KeyedTests): boolean {
  return tests.every(
    ({ factions, members, wanted }) => factions !== undefined || (members !== undefined && wanted !== 'found'),
  );
}

/** Owners and observers are gathered once for all factions. */
interface FactionWords {
  /** Factions of the outer object in the frame as bits; undefined where a word has too few bits. */
  maskOf(factions: FactionTest): number | undefined;
  /** By position, bits of the factions for which the candidate passes, each for an outer object of that one faction. */
  forEach(test: OuterTest, factions: FactionTest, set: OwnSet, into: Int32Array): void;
  /** By position, 1 where the candidate passes for an outer object of all factions of a mask. */
  forAll(test: OuterTest, factions: FactionTest, set: OwnSet, mask: number, into: Int32Array): void;
}

/** By position: bits of the factions; and -1 where it or an ancestor can be owned, else 0. */
interface Gathered {
  readonly words: Int32Array;
  readonly held: Int32Array;
}

export function createFactionWords(evaluator: Evaluator): FactionWords {
  const { state, indexes } = evaluator;
  const facts = [fact.population, fact.owner, fact.place];
  const known = { owners: gatherings('owners', facts), observers: gatherings('observers', [...facts, fact.sight]) };

  function gatherings(looksAt: FactionTest['looksAt'], stamps: readonly number[]): (set: OwnSet) => Memo<Gathered> {
    return keptBy((set) => memo<Gathered>(state.stamps, stamps, (before) => gatherAll(looksAt, set, before)));
  }

  function gathered(looksAt: FactionTest['looksAt'], set: OwnSet): Gathered {
    return known[looksAt](set).get(set.version);
  }

  function gatherAll(looksAt: FactionTest['looksAt'], set: OwnSet, before: Gathered | undefined): Gathered {
    const made =
      before !== undefined && before.words.length >= set.length
        ? before
        : { words: new Int32Array(2 * set.length), held: new Int32Array(2 * set.length) };
    const factions = indexes.factions() ?? new Uint32Array(0);
    if (looksAt === 'owners') gather(set, factions, made.words);
    else gatherBoth(set, factions, state.seenBy, made.words);
    if (looksAt === 'owners' && !isHeld(set)) gatherHeld(set, indexes.holders(), made.held);
    else made.held.fill(-1, 0, set.length);
    return made;
  }

  function isHeld({ kind }: OwnSet): boolean {
    if (kind === 0) return false;
    const { faction, ownership } = kindAt(state.model, kind);
    return faction || ownership.rule !== 'none';
  }

  return {
    maskOf({ outer }) {
      if (indexes.factions() === undefined) return undefined;
      const value = evaluator.uniform(outer, oneRow);
      return typeof value === 'symbol' ? undefined : maskOf(state, value);
    },
    forEach({ wanted }, { looksAt, negated }, set, into) {
      const { words, held } = gathered(looksAt, set);
      if (wanted === 'found') into.set(held.subarray(0, set.length));
      // Clear means that the negated test is true.
      else if ((wanted === 'clear') === negated) into.set(words.subarray(0, set.length));
      else complement(words, held, set.length, into);
    },
    forAll({ wanted }, { looksAt, negated }, set, mask, into) {
      // Without factions the answer is missing: neither true nor not found.
      if (mask === 0) return void into.fill(wanted === 'true' ? 0 : 1, 0, set.length);
      const { words, held } = gathered(looksAt, set);
      if (wanted === 'found') meet(held, -1, set.length, into);
      else if ((wanted === 'clear') === negated) meet(words, mask, set.length, into);
      else differ(words, mask, held, set.length, into);
    },
  };
}

function gather({ ids, length }: OwnSet, factions: Uint32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = factions[ids[position]];
}

function gatherBoth({ ids, length }: OwnSet, factions: Uint32Array, seenBy: Uint32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++)
    into[position] = factions[ids[position]] | seenBy[ids[position]];
}

function gatherHeld({ ids, length }: OwnSet, holders: Int32Array, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = holders[ids[position]] === 0 ? 0 : -1;
}

function complement(words: Int32Array, held: Int32Array, length: number, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = held[position] & ~words[position];
}

function meet(words: Int32Array, mask: number, length: number, into: Int32Array): void {
  for (let position = 0; position < length; position++) into[position] = (words[position] & mask) !== 0 ? 1 : 0;
}

function differ(words: Int32Array, mask: number, held: Int32Array, length: number, into: Int32Array): void {
  for (let position = 0; position < length; position++)
    into[position] = held[position] & ((words[position] & mask) === 0 ? 1 : 0);
}

/** Below so many pairs of row and member looking at each is as quick. */
const fewPairs = 512;
/** The same of a single row, for which there is more to be set up for each member. */
const fewMembers = 128;

/**
 * The members that an aggregate over the whole world counts in each row, filter included: found like a scope by
 * nearness, equality or sharing. Undefined where that would be no gain.
 */
export function createFitting(
  evaluator: Evaluator,
  select: (plan: SelectionPlan, rows: Rows, into: Answers, ordered: boolean) => void,
  paths: PathCounts,
): Evaluator['fitting'] {
  const plans = new Map<Term, SelectionPlan | undefined>();
  const spare: Answers[] = [];
  return (aggregate, rows) => {
    const term = aggregate as Term<MembersData>;
    const isAlone = rows.length === 1;
    if (!isAlone && (rows.length * population(evaluator.state) < fewPairs || !dependsOnRow(term, rows)))
      return undefined;
    if (isAlone && !mayBeFew(term, rows, evaluator)) return undefined;
    if (!plans.has(term)) plans.set(term, planMembers(filterOf(term), term.data.range, term.data.slot));
    const plan = plans.get(term);
    if (plan === undefined || (isAlone && !plan.conjunctions.every(isNear))) return undefined;
    paths.fitting++;
    const answers = spare.pop() ?? createAnswers();
    select(plan, rows, answers, true);
    const members = copyOf(answers, rows.length, evaluator);
    spare.push(answers);
    return members;
  };
}

function isNear({ generator }: ConjunctionPlan): boolean {
  return generator?.by === 'jumps' || generator?.by === 'distance';
}

/** Of a single row no answer is shared, so draws may decide too. */
function mayBeFew(term: Term<MembersData>, rows: Rows, { indexes }: Evaluator): boolean {
  const { range } = term.data;
  if (range.over !== 'objects' || asAggregate(term)?.fold === 'all') return false;
  const filter = filterOf(term);
  if (rows.running !== undefined || filter.runs || filter.sequential) return false;
  return indexes.ofKind(range.kind).length >= fewMembers;
}

/** The filter depends on the row, and only on what a selection can answer. */
function dependsOnRow(term: Term<MembersData>, rows: Rows): boolean {
  const { range, slot } = term.data;
  if ((range.over !== 'objects' && range.over !== 'class') || asAggregate(term)?.fold === 'all') return false;
  const filter = filterOf(term);
  // The running value may be in the frame, and selections ignore it.
  return (filter.free & rows.varying & ~(1 << slot)) !== 0 && !filter.draws && !filter.runs;
}

/** The first argument that is about a member. */
function filterOf(term: Term): Term {
  return term.args[asOverMembers(term)?.outer ?? 0];
}

function copyOf({ groupOf, start, end, ids, groups }: Answers, rows: number, { scratch }: Evaluator): Members {
  const used = groups === 0 ? 0 : end[groups - 1];
  const members = { ids: scratch.codes(used), from: scratch.codes(rows), to: scratch.codes(rows) };
  for (let i = 0; i < used; i++) members.ids[i] = ids[i];
  for (let row = 0; row < rows; row++) {
    const group = groupOf[row];
    members.from[row] = group < 0 ? 0 : start[group];
    members.to[row] = group < 0 ? 0 : end[group];
  }
  return members;
}
