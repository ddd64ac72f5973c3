import type { Slots } from '../../ir/environment.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import { idsOrNone } from '../../eval/columns/absence.js';
import { type Rows, rowsOfPairs, rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot, targetSlot } from '../../ir/node.js';
import { isEquality } from '../../kernel/comparison.js';
import { instance } from '../../eval/ops/draws.js';
import { asEquality, asKeyed, asNearness, conjuncts, constantValue, dataOf, isSlot } from '../../eval/node-shape.js';
import type { Term } from '../../eval/term.js';
import { type TermBook, termOf } from '../../eval/term-book.js';
import { type LaneBalls, createLaneBalls, type NearNodes, createNearNodes } from '../sets/lane-balls.js';
import { listMarked, markAll, markTest } from '../sets/marks.js';
import { type Freshness, fact, freshness } from '../../model/stamps.js';
import { kindAt } from '../../model/model.js';
import { placeHolder } from '../../components/place.js';
import { placeKind } from '../../components/place-kind.js';
import { type OwnPlan, type Test, byCost, isTrue, splitTests } from '../selection-plan.js';
import {
  type Compared,
  type Near,
  absentKey,
  absentValue,
  putEqual,
  putNear,
  putPassing,
  type InstanceList,
  createInstanceLists,
} from './fitting.js';
import { firstPlaces } from './first-places.js';
import { type Outers, type PairList, createPairs, rowsOfOuters } from './pair-list.js';

/** Shared by finders of pairs. Candidates are of the outer object's own instance. */
export interface PairMatching {
  readonly evaluator: Evaluator;
  readonly book: TermBook;
  readonly balls: LaneBalls;
  readonly stride: number;
  readonly listOf: (plan: OwnPlan) => InstanceList;
}

export function createPairMatching(evaluator: Evaluator, book: TermBook, stride: number): PairMatching {
  return {
    evaluator,
    book,
    balls: createLaneBalls(evaluator.state),
    stride,
    listOf: createInstanceLists(evaluator, stride),
  };
}

/** Finds the first few that fit each of several outer objects, for all together. */
export interface PairFinder {
  readonly matching: PairMatching;
  readonly pairs: PairList;
  readonly kind: number;
  /** Slots. */
  readonly most: number;
  readonly plan: PairPlan;
  readonly order: Term | undefined;
  readonly nearNodes: NearNodes | undefined;
  readonly found: Freshness;
  /** Version of the outer objects that the pairs are of; -1 where not all were found. */
  seen: number;
}

/** Answers without pairs, lent from scratch memory. */
interface Answers {
  readonly list: InstanceList;
  readonly compared: readonly Compared[];
  /** Undefined where nearness does not matter. */
  readonly near: Near | undefined;
}

/** Pairs still to be asked: numbers of outer objects, their ids, and candidates. */
interface Waiting {
  readonly numbers: Int32Array;
  readonly sources: Int32Array;
  readonly targets: Int32Array;
  readonly sourceKind: number;
}

/** Pairs at a time: few enough for the nearest memory. */
const chunk = 8_192;

export function createPairFinder(
  matching: PairMatching,
  { kind, where, order, count: most }: Slots,
  sourceKind: number,
): PairFinder {
  const { book, balls, stride } = matching;
  const { state } = matching.evaluator;
  const condition = where && termOf(book, where);
  const orderTerm = order && termOf(book, order);
  const terms = [condition, orderTerm].filter((term) => term !== undefined);
  // What is drawn is found again each time.
  const stamps = terms.some(({ draws }) => draws)
    ? [fact.occurrence]
    : [...new Set([fact.population, ...terms.flatMap((term) => term.stamps)])];
  const plan = planPairs(condition, kind, kindAt(state.model, kind).node, stride);
  return {
    matching,
    pairs: createPairs(sourceKind, kind),
    kind,
    most,
    plan,
    order: orderTerm,
    nearNodes: plan.near && createNearNodes(state, balls, kind, plan.near.most),
    found: freshness(state.stamps, stamps),
    seen: -1,
  };
}

/** Asks nothing where nothing has changed that the pairs depend on. */
export function findPairs(finder: PairFinder, outers: Outers): void {
  const { found, pairs, seen } = finder;
  const { scratch } = finder.matching.evaluator;
  const { version } = outers;
  if (found.isFresh(version)) return;
  const mark = scratch.mark();
  // Numbers of outer objects may stand for others by now.
  pairs.begin(seen !== version);
  finder.seen = -1;
  found.drop();
  if (outers.length > 0) findAll(finder, outers);
  pairs.end();
  scratch.release(mark);
  found.note(version);
  finder.seen = version;
}

function findAll(finder: PairFinder, outers: Outers): void {
  const { matching, plan, kind } = finder;
  const { evaluator } = matching;
  const list = matching.listOf(plan.own);
  if (list.length === 0) return;
  const [keyRows, rows] = [rowsOfOuters(outers), rowsOver(targetSlot, list.ids, list.length, kind)];
  const passing = evaluator.scratch.bytes(outers.length);
  markAll(evaluator, plan.gates, keyRows, passing);
  const compared = plan.compared.map(({ key, value, isEqual }) => ({
    keys: codesOf(evaluator, key, keyRows, absentKey),
    values: codesOf(evaluator, value, rows, absentValue),
    isEqual,
  }));
  const isById = plan.own.tests.length === 0 && compared.every(({ values }) => values === list.ids);
  const answers: Answers = { list, compared, near: nearFor(finder, list, isById, outers) };
  // With nothing left to ask, the first ones take the slots.
  if (plan.rest.length === 0 && finder.order === undefined) addFirst(finder, outers, passing, answers);
  else addAsked(finder, outers, passing, answers);
}

function addFirst(finder: PairFinder, { ids, length }: Outers, passing: Uint8Array, answers: Answers): void {
  const { pairs, most, matching } = finder;
  const { stride } = matching;
  const targets = matching.evaluator.scratch.codes(most);
  for (let outer = 0; outer < length; outer++) {
    if (passing[outer] === 0) continue;
    const count = putFitting(answers, outer, ids[outer], stride, targets, 0, most);
    pairs.add(outer, ids[outer], targets, 0, count);
  }
}

function addAsked(finder: PairFinder, { ids, length, kind }: Outers, passing: Uint8Array, answers: Answers): void {
  const { stride, evaluator } = finder.matching;
  const { scratch } = evaluator;
  const room = chunk + answers.list.length;
  const [numbers, sources, targets] = [scratch.codes(room), scratch.codes(room), scratch.codes(room)];
  const waiting: Waiting = { numbers, sources, targets, sourceKind: kind };
  let used = 0;
  for (let outer = 0; outer < length; outer++) {
    if (passing[outer] === 0) continue;
    const start = used;
    used = putFitting(answers, outer, ids[outer], stride, targets, used, room);
    for (let at = start; at < used; at++) {
      numbers[at] = outer;
      sources[at] = ids[outer];
    }
    if (used < chunk) continue;
    addFitting(finder, waiting, used);
    used = 0;
  }
  if (used > 0) addFitting(finder, waiting, used);
}

/** So many candidates are scanned in the time of one look-up by id. */
const searchSteps = 4;

function nearFor(
  { matching, plan: { near }, nearNodes: nodes }: PairFinder,
  { largest }: InstanceList,
  isById: boolean,
  outers: Outers,
): Near | undefined {
  if (near === undefined || nodes === undefined) return undefined;
  const { evaluator, balls } = matching;
  const holders = holdersFor(evaluator, near.key, outers);
  const starts = evaluator.scratch.codes(outers.length);
  nodes.find(holders, outers.length, largest / searchSteps, starts);
  return { state: evaluator.state, balls, nodes, most: near.most, holders, starts, isById };
}

/** By outer object: the holder of the place to be near; 0: nowhere. */
function holdersFor(evaluator: Evaluator, key: Term, outers: Outers): Int32Array {
  const { scratch, state } = evaluator;
  const holders = scratch.codes(outers.length);
  const mark = scratch.mark();
  const ids = idsOrNone(evaluator.evaluate(key, rowsOfOuters(outers)), outers.length, scratch);
  const { place, end } = state;
  for (let i = 0; i < outers.length; i++) {
    const holder = placeHolder(state, ids[i]);
    // What is at a node has its place.
    holders[i] = place[holder] === placeKind.node ? end[holder] : holder;
  }
  scratch.release(mark);
  return holders;
}

function codesOf(evaluator: Evaluator, term: Term, rows: Rows, instead: number): Int32Array {
  const { codes, absence } = evaluator.evaluate(term, rows);
  if (absence === undefined) return codes;
  const into = evaluator.scratch.codes(rows.length);
  for (let i = 0; i < rows.length; i++) into[i] = absence[i] === 0 ? codes[i] : instead;
  return into;
}

/** Appends the candidates of an outer object that pass without pairs to a list of at most `limit`: its length. */
function putFitting(
  { list, compared, near }: Answers,
  outer: number,
  source: number,
  stride: number,
  into: Int32Array,
  length: number,
  limit: number,
): number {
  const own = (source / stride) | 0;
  const [from, to] = [list.starts[own], list.ends[own]];
  const first = own * stride;
  if (near !== undefined)
    return putNear(near, list, from, to, first, first + stride, compared, outer, into, length, limit);
  return compared.length === 1 && compared[0].isEqual
    ? putEqual(list.ids, from, to, compared[0].values, compared[0].keys[outer], into, length, limit)
    : putPassing(list.ids, from, to, compared, outer, into, length, limit);
}

function rowsOfWaiting({ kind }: PairFinder, { sources, targets, sourceKind }: Waiting, length: number): Rows {
  return rowsOfPairs(3, sources, targets, sourceKind, kind, length);
}

/** Adds the pairs that pass the rest. Uses the lists up. */
function addFitting(finder: PairFinder, waiting: Waiting, count: number): void {
  const { order, plan } = finder;
  const { evaluator } = finder.matching;
  const { scratch } = evaluator;
  const { numbers, sources, targets } = waiting;
  const mark = scratch.mark();
  const marks = scratch.bytes(count);
  let length = count;
  for (const test of plan.rest) {
    if (length === 0) break;
    markTest(evaluator, test, rowsOfWaiting(finder, waiting, length), marks);
    listMarked(marks, numbers, length, numbers);
    listMarked(marks, sources, length, sources);
    length = listMarked(marks, targets, length, targets);
  }
  if (length > 0 && order === undefined) addEach(finder, waiting, length);
  else if (length > 0 && order !== undefined) addInOrder(finder, order, waiting, length);
  scratch.release(mark);
}

/** Adds the first of each outer object. */
function addEach({ pairs, most }: PairFinder, { numbers, sources, targets }: Waiting, length: number): void {
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && numbers[to] === numbers[from]) to++;
    pairs.add(numbers[from], sources[from], targets, from, Math.min(most, to - from));
  }
}

function addInOrder(finder: PairFinder, order: Term, waiting: Waiting, length: number): void {
  const { pairs, most } = finder;
  const { evaluator } = finder.matching;
  const { numbers, sources, targets } = waiting;
  const keys = evaluator.scratch.numbers(length);
  const chosen = evaluator.scratch.codes(Math.min(most, length));
  const { numbers: values, absence } = evaluator.evaluate(order, rowsOfWaiting(finder, waiting, length));
  // Candidates without order come last, like infinite ones.
  for (let i = 0; i < length; i++)
    keys[i] = Number.isNaN(values[i]) || (absence !== undefined && absence[i] !== 0) ? Infinity : values[i];
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && numbers[to] === numbers[from]) to++;
    const count = firstPlaces(keys, from, to, most, chosen);
    for (let place = 0; place < count; place++) chosen[place] = targets[chosen[place]];
    pairs.add(numbers[from], sources[from], chosen, 0, count);
  }
}

/** Finds candidates that fit outer objects by all access paths that need no pairs at once. */
interface PairPlan {
  readonly gates: readonly Test[];
  readonly own: OwnPlan;
  readonly compared: readonly ComparedTerms[];
  readonly near: NearTerm | undefined;
  /** Asked of pairs, by rising cost. */
  readonly rest: readonly Test[];
}

/** Codes of the outer object and of the candidate that are equal, or differ. */
interface ComparedTerms {
  readonly key: Term;
  readonly value: Term;
  readonly isEqual: boolean;
}

/** A node is at most so many jumps from what the outer object leads to. */
interface NearTerm {
  readonly key: Term;
  readonly most: number;
}

/** Plans a condition on candidates of a kind, which lie in the outer object's own instance. `areNodes`: all are. */
function planPairs(condition: Term | undefined, kind: number, areNodes: boolean, stride: number): PairPlan {
  const terms = condition === undefined ? [] : conjuncts(condition);
  const tests = terms.filter((term) => !isOfOneInstance(term, stride)).map(isTrue);
  const { gates, own, both } = splitTests(tests, targetSlot, kind);
  const compared: ComparedTerms[] = [];
  const rest: Test[] = [];
  let near: NearTerm | undefined;
  for (const test of both) {
    const [comparison, nearness] = [comparedOf(test.term), areNodes ? nearnessOf(test.term) : undefined];
    if (comparison !== undefined) compared.push(comparison);
    else if (nearness !== undefined && near === undefined) near = nearness;
    else rest.push(test);
  }
  return { gates, own, compared, near, rest: rest.sort(byCost) };
}

/** That both objects are of one instance is always so. */
function isOfOneInstance(term: Term, stride: number): boolean {
  return (
    asEquality(term) !== undefined &&
    term.args.every((of) => dataOf(of, instance)?.stride === stride && isSlot(of.args[0]))
  );
}

/** A comparison of candidate and outer object where equal codes are equal values. */
function comparedOf(term: Term): ComparedTerms | undefined {
  const keyed = term.draws ? undefined : asKeyed(term, targetSlot);
  if (keyed === undefined || !isEquality(keyed.comparison) || !codeTypes.includes(keyed.value.type.name))
    return undefined;
  const { key, value, comparison } = keyed;
  return { key, value, isEqual: comparison === '==' };
}

const codeTypes: readonly string[] = ['entity', 'boolean', 'kind', 'class', 'enumeration'];

function nearnessOf(term: Term): NearTerm | undefined {
  const near = term.draws ? undefined : asNearness(term, targetSlot);
  const bound = near && constantValue(near.bound);
  if (near?.by !== 'jumps' || near.isEqual || bound === undefined || !Number.isFinite(bound)) return undefined;
  if (near.key.free !== 1 << sourceSlot) return undefined;
  return { key: near.key, most: near.below ? Math.ceil(bound) - 1 : bound };
}
