import type { Slots } from '../ir/environment.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { idsOrNone } from '../eval/columns/absence.js';
import { type Rows, rowsOfPairs, rowsOver } from '../eval/columns/rows.js';
import { targetSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { LaneBalls } from '../match/sets/lane-balls.js';
import { listMarked, markTest, meetMarks } from '../match/sets/marks.js';
import { keepWhere } from '../match/sets/own-sets.js';
import { type Freshness, fact, freshness } from '../model/stamps.js';
import { kindAt } from '../model/model.js';
import { placeHolder } from '../components/place.js';
import { placeKind } from '../components/nodes.js';
import {
  type CandidateList,
  type QuickAnswers,
  absentKey,
  absentValue,
  areOfThemselves,
  createCandidateList,
  markPassing,
  putEach,
  putMarked,
  putNear,
  putNearThemselves,
  putPassing,
} from './candidates.js';
import { type ConditionParts, type Quick, partsOf } from './condition-parts.js';
import { type NearNodes, createNearNodes, markNear } from './nearness.js';
import { type Outers, type PairList, createPairs, rowsOfOuters } from './pairs.js';

export interface Matcher extends MatchingDesk {
  readonly pairs: PairList;
  readonly kind: number;
  /** Rows of an instance. Candidates are of the outer object's own instance. */
  readonly stride: number;
  /** Slots. */
  readonly most: number;
  readonly parts: ConditionParts;
  readonly order: Term | undefined;
  readonly list: CandidateList;
  readonly nearNodes: NearNodes | undefined;
  readonly found: Freshness;
  /** Version of the outer objects that the pairs are of; -1 where not all were found. */
  seen: number;
}

/** What conditions are asked with. */
export interface MatchingDesk {
  readonly evaluator: Evaluator;
  readonly balls: LaneBalls;
  readonly book: TermBook;
}

/** Answers of candidates without pairs. */
interface Answers {
  readonly quick: readonly QuickAnswers[];
  /** By part that asks for nearness, by outer object: the holder of the place to be near; 0: nowhere. */
  readonly near: readonly Int32Array[];
  /** By outer object: where its list of near nodes begins; 0 where there is none. */
  readonly lists: Int32Array;
  /** All of the kind are candidates, and only their identity is asked for. */
  readonly areOfThemselves: boolean;
  /** Room for marks, by place of the candidate. */
  readonly marks: Uint8Array;
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

/** So many candidates are scanned in the time of one look-up by place. */
const searchSteps = 4;

export function createMatcher(
  desk: MatchingDesk,
  { kind, where, order, count: most }: Slots,
  sourceKind: number,
  stride: number,
): Matcher {
  const { state } = desk.evaluator;
  const condition = where && termOf(desk.book, where);
  const orderTerm = order && termOf(desk.book, order);
  const parts = partsOf(condition, kindAt(state.model, kind).node, stride);
  const terms = [condition, orderTerm].filter((term) => term !== undefined);
  // What is drawn is found again each time.
  const stamps = terms.some(({ draws }) => draws)
    ? [fact.occurrence]
    : [...new Set([fact.population, ...terms.flatMap((term) => term.stamps)])];
  return {
    ...desk,
    pairs: createPairs(sourceKind, kind),
    kind,
    stride,
    most,
    parts,
    order: orderTerm,
    list: createCandidateList(stride),
    nearNodes: parts.near.length === 1 ? createNearNodes(state, desk.balls, kind, parts.near[0].most) : undefined,
    found: freshness(state.stamps, stamps),
    seen: -1,
  };
}

/** Asks nothing where nothing has changed that the pairs depend on. */
export function findPairs(matcher: Matcher, outers: Outers): void {
  const { found, pairs, seen } = matcher;
  const { scratch } = matcher.evaluator;
  const { version } = outers;
  if (found.isFresh(version)) return;
  const mark = scratch.mark();
  // Numbers of outer objects may stand for others by now.
  pairs.begin(seen !== version);
  matcher.seen = -1;
  found.drop();
  if (outers.length > 0) findAll(matcher, outers);
  pairs.end();
  scratch.release(mark);
  found.note(version);
  matcher.seen = version;
}

function findAll(matcher: Matcher, outers: Outers): void {
  const {
    evaluator: { scratch },
    parts: { own, quick, near, rest },
    list: { candidates },
    nearNodes,
  } = matcher;
  takeCandidates(matcher);
  const { ids, length } = candidates;
  if (length === 0) return;
  const passing = passed(matcher, outers);
  const answered = quick.map((each) => answerQuick(matcher, each, outers));
  const holders = near.map(({ key }) => holdersFor(matcher, key, outers));
  const lists = scratch.codes(outers.length);
  nearNodes?.find(holders[0], outers.length, candidates.largest / searchSteps, lists);
  const answers: Answers = {
    quick: answered,
    near: holders,
    lists,
    areOfThemselves: own.length === 0 && areOfThemselves(answered, ids),
    marks: scratch.bytes(length),
  };
  // With nothing left to ask, whoever comes first is in the slots.
  if (rest.length === 0 && matcher.order === undefined) addFirst(matcher, outers, passing, answers);
  else addAsked(matcher, outers, passing, answers);
}

function addFirst(matcher: Matcher, { ids, length }: Outers, passing: Uint8Array | undefined, answers: Answers): void {
  const { pairs, most } = matcher;
  const targets = matcher.evaluator.scratch.codes(most);
  for (let outer = 0; outer < length; outer++) {
    if (passing?.[outer] === 0) continue;
    pairs.add(outer, ids[outer], targets, 0, putFitting(matcher, answers, outer, ids[outer], targets, 0, most));
  }
}

function addAsked(
  matcher: Matcher,
  { ids, length, kind }: Outers,
  passing: Uint8Array | undefined,
  answers: Answers,
): void {
  const { scratch } = matcher.evaluator;
  const room = chunk + matcher.list.candidates.length;
  const [numbers, sources, targets] = [scratch.codes(room), scratch.codes(room), scratch.codes(room)];
  const waiting: Waiting = { numbers, sources, targets, sourceKind: kind };
  let used = 0;
  for (let outer = 0; outer < length; outer++) {
    if (passing?.[outer] === 0) continue;
    const start = used;
    used = putFitting(matcher, answers, outer, ids[outer], targets, used, room);
    for (let at = start; at < used; at++) {
      numbers[at] = outer;
      sources[at] = ids[outer];
    }
    if (used < chunk) continue;
    addFitting(matcher, waiting, used);
    used = 0;
  }
  if (used > 0) addFitting(matcher, waiting, used);
}

/** By what depends on themselves alone. */
function takeCandidates({ evaluator, kind, list, parts: { own } }: Matcher): void {
  const { scratch, state, indexes } = evaluator;
  const all = indexes.ofKind(kind);
  const rows = state.identity.kind.length;
  if (own.length === 0) {
    list.take(all.ids, all.length, rows);
    return;
  }
  const mark = scratch.mark();
  const ids = scratch.codes(all.length);
  for (let i = 0; i < all.length; i++) ids[i] = all.ids[i];
  let { length } = all;
  for (const test of own) length = keepWhere(evaluator, test, targetSlot, ids, length, kind);
  list.take(ids, length, rows);
  scratch.release(mark);
}

/** 1 for each outer object that can have anybody in its slots; undefined where all can. */
function passed({ evaluator, parts: { gates } }: Matcher, outers: Outers): Uint8Array | undefined {
  if (gates.length === 0) return undefined;
  const { scratch } = evaluator;
  const marks = scratch.bytes(outers.length);
  marks.fill(1, 0, outers.length);
  const rows = rowsOfOuters(outers);
  const mark = scratch.mark();
  const more = scratch.bytes(outers.length);
  for (const gate of gates) {
    markTest(evaluator, gate, rows, more);
    meetMarks(marks, more, outers.length);
  }
  scratch.release(mark);
  return marks;
}

function holdersFor({ evaluator }: Matcher, key: Term, outers: Outers): Int32Array {
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

function answerQuick({ evaluator, kind, list }: Matcher, { own, compared }: Quick, outers: Outers): QuickAnswers {
  const { scratch } = evaluator;
  const { ids, length } = list.candidates;
  const marks = own.length === 0 ? undefined : scratch.bytes(length);
  marks?.fill(0, 0, length);
  const rows = rowsOver(targetSlot, ids, length, kind);
  const mark = scratch.mark();
  const more = scratch.bytes(length);
  for (const test of own) {
    markTest(evaluator, test, rows, more);
    if (marks !== undefined) for (let i = 0; i < length; i++) marks[i] |= more[i];
  }
  scratch.release(mark);
  const keyRows = rowsOfOuters(outers);
  return {
    own: marks,
    compared: compared.map(({ key, value, isEqual }) => ({
      keys: codesOf(evaluator, key, keyRows, absentKey),
      values: codesOf(evaluator, value, rows, absentValue),
      isEqual,
    })),
  };
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
  { evaluator: { state }, balls, parts: { near }, list: { candidates }, nearNodes, stride }: Matcher,
  { quick, near: holders, lists, areOfThemselves: isById, marks }: Answers,
  outer: number,
  source: number,
  into: Int32Array,
  length: number,
  limit: number,
): number {
  const { ids } = candidates;
  const instance = (source / stride) | 0;
  const [from, to] = [candidates.starts[instance], candidates.ends[instance]];
  if (nearNodes !== undefined && lists[outer] > 0) {
    const first = instance * stride;
    return isById
      ? putNearThemselves(nearNodes, lists[outer], first, first + stride, quick, outer, into, length, limit)
      : putNear(nearNodes, lists[outer], candidates, from, to, quick, outer, into, length, limit);
  }
  if (near.length === 0 && quick.length === 0) return putEach(ids, from, to, into, length, limit);
  if (near.length === 0 && quick.length === 1) return putPassing(ids, from, to, quick[0], outer, into, length, limit);
  marks.fill(1, from, to);
  for (let i = 0; i < near.length; i++) markNear(state, balls, holders[i][outer], near[i].most, ids, from, to, marks);
  for (let i = 0; i < quick.length; i++) markPassing(quick[i], outer, from, to, marks);
  return putMarked(ids, from, to, marks, into, length, limit);
}

function rowsOfWaiting({ kind }: Matcher, { sources, targets, sourceKind }: Waiting, length: number): Rows {
  return rowsOfPairs(3, sources, targets, sourceKind, kind, length);
}

/** Adds the pairs that pass the rest. Uses the lists up. */
function addFitting(matcher: Matcher, waiting: Waiting, count: number): void {
  const { evaluator, order } = matcher;
  const { scratch } = evaluator;
  const { numbers, sources, targets } = waiting;
  const mark = scratch.mark();
  const marks = scratch.bytes(count);
  let length = count;
  for (const test of matcher.parts.rest) {
    if (length === 0) break;
    markTest(evaluator, test, rowsOfWaiting(matcher, waiting, length), marks);
    listMarked(marks, numbers, length, numbers);
    listMarked(marks, sources, length, sources);
    length = listMarked(marks, targets, length, targets);
  }
  if (length > 0 && order === undefined) addEach(matcher, waiting, length);
  else if (length > 0 && order !== undefined) addInOrder(matcher, order, waiting, length);
  scratch.release(mark);
}

/** Adds the first of each outer object. */
function addEach({ pairs, most }: Matcher, { numbers, sources, targets }: Waiting, length: number): void {
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && numbers[to] === numbers[from]) to++;
    pairs.add(numbers[from], sources[from], targets, from, Math.min(most, to - from));
  }
}

function addInOrder(matcher: Matcher, order: Term, waiting: Waiting, length: number): void {
  const { evaluator, pairs, most } = matcher;
  const { numbers, sources, targets } = waiting;
  const keys = evaluator.scratch.numbers(length);
  const chosen = evaluator.scratch.codes(Math.min(most, length));
  const { numbers: values, absence } = evaluator.evaluate(order, rowsOfWaiting(matcher, waiting, length));
  // What has no order comes last, like what is infinitely large.
  for (let i = 0; i < length; i++)
    keys[i] = Number.isNaN(values[i]) || (absence !== undefined && absence[i] !== 0) ? Infinity : values[i];
  for (let from = 0, to = 0; from < length; from = to) {
    while (to < length && numbers[to] === numbers[from]) to++;
    const count = firstPlaces(keys, from, to, most, chosen);
    for (let place = 0; place < count; place++) chosen[place] = targets[chosen[place]];
    pairs.add(numbers[from], sources[from], chosen, 0, count);
  }
}

/**
 * Writes the places from `from` to `to` with the smallest keys to `into`, ascending and stable, at most `most`; returns
 * how many. A heap of the first so far: few of many need no sorting of all. No key is NaN.
 */
export function firstPlaces(keys: Float64Array, from: number, to: number, most: number, into: Int32Array): number {
  const count = Math.min(most, to - from);
  for (let i = 0; i < count; i++) rise(keys, into, i, from + i);
  for (let at = from + count; at < to; at++) if (isAfter(keys, into[0], at)) sink(keys, into, count, at);
  for (let left = count - 1; left > 0; left--) {
    const [last, moved] = [into[0], into[left]];
    sink(keys, into, left, moved);
    into[left] = last;
  }
  return count;
}

function isAfter(keys: Float64Array, a: number, b: number): boolean {
  return keys[a] > keys[b] || (keys[a] === keys[b] && a > b);
}

/** Into the heap, whose last is on top, from the bottom up. */
function rise(keys: Float64Array, heap: Int32Array, from: number, place: number): void {
  let at = from;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!isAfter(keys, place, heap[above])) break;
    heap[at] = heap[above];
    at = above;
  }
  heap[at] = place;
}

/** Puts a place where the top was, and lets it sink. */
function sink(keys: Float64Array, heap: Int32Array, length: number, place: number): void {
  let at = 0;
  for (;;) {
    const left = 2 * at + 1;
    if (left >= length) break;
    const below = left + 1 < length && isAfter(keys, heap[left + 1], heap[left]) ? left + 1 : left;
    if (!isAfter(keys, heap[below], place)) break;
    heap[at] = heap[below];
    at = below;
  }
  heap[at] = place;
}
