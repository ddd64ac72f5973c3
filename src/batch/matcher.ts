import type { Slots } from '../ir/environment.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { idsOrNone } from '../eval/columns/absence.js';
import { type Rows, rowsOfPairs, rowsOver } from '../eval/columns/rows.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { LaneBalls } from '../match/sets/lane-balls.js';
import { listMarked } from '../match/sets/marks.js';
import { markTest } from '../match/sets/mark-test.js';
import { keepWhere } from '../match/sets/own-sets.js';
import { freshness } from '../model/memo.js';
import { kindAt } from '../model/model.js';
import { fact } from '../model/stamps.js';
import { placeHolder } from '../components/place.js';
import { placeKind } from '../components/nodes.js';
import {
  createCandidateList,
  type QuickAnswers,
  absentKey,
  absentValue,
  areOfThemselves,
  markPassing,
  putEach,
  putMarked,
  putNear,
  putNearThemselves,
  putPassing,
} from './candidates.js';
import { type Quick, partsOf } from './condition-parts.js';
import { firstPlaces } from './first-places.js';
import { type Nearness, markNear, createNearNodes } from './nearness.js';
import { type Pairs, createPairs } from './pairs.js';

/** Outer objects, those of an instance side by side and instances ascending. */
export interface Outers {
  readonly ids: Int32Array;
  readonly length: number;
  /** Of all of them; 0 where they are of several. */
  readonly kind: number;
  /** Rises when they have changed. */
  readonly version: number;
}

/** Finds for many outer objects at once who is in their slots. */
export interface Matcher {
  readonly pairs: Pairs;
  /** Brings the pairs up to date. Nothing is asked where nothing has changed that they depend on. */
  find(outers: Outers): void;
}

/** What conditions are asked with. */
interface MatchingDesk {
  readonly evaluator: Evaluator;
  readonly balls: LaneBalls;
  readonly book: TermBook;
}

/** What is asked of candidates without making pairs, answered. */
interface Answers {
  readonly quick: readonly QuickAnswers[];
  /**
   * By part that asks for nearness, by number of the outer object: what has the place of the object that candidates
   * must be near, 0 where it is nowhere.
   */
  readonly near: readonly Int32Array[];
  /** By number of the outer object: where its list of near nodes begins; 0 where there is none. */
  readonly lists: Int32Array;
  /** All objects of the kind are candidates, and nothing is asked of them but what they themselves are. */
  readonly areOfThemselves: boolean;
  /** Room for marks, by place of the candidate. */
  readonly marks: Uint8Array;
}

/** Pairs that are looked at together: few enough to stay in the nearest memory. */
const chunk = 8_192;

/** As many candidates are looked at in the time that it takes to find one by its place. */
const searchSteps = 4;

/** `stride`: rows of an instance. Candidates are objects of the outer object's own instance. */
export function createMatcher(
  { evaluator, balls, book }: MatchingDesk,
  { kind, where, order, count: most }: Slots,
  sourceKind: number,
  stride: number,
): Matcher {
  const { scratch, state, indexes } = evaluator;
  const condition = where === undefined ? undefined : termOf(book, where);
  const { gates, own, quick, near, rest } = partsOf(condition, kindAt(state.model, kind).node, stride);
  const orderTerm = order === undefined ? undefined : termOf(book, order);
  const terms = [condition, orderTerm].filter((term) => term !== undefined);
  // What is drawn is found anew each time.
  const draws = terms.some((term) => term.draws);
  const found = freshness(
    state.stamps,
    draws ? [fact.occurrence] : [...new Set([fact.population, ...terms.flatMap(({ stamps }) => stamps)])],
  );
  const pairs = createPairs(sourceKind, kind);
  // With nothing left to ask, whoever comes first is in the slots.
  const isPlain = rest.length === 0 && orderTerm === undefined;
  const list = createCandidateList(stride);
  const { candidates } = list;
  const nearNodes = near.length === 1 ? createNearNodes(state, balls, kind, near[0].most) : undefined;
  /** Version of the outer objects that the pairs are of; -1 where not all of them were found. */
  let seen = -1;

  return {
    pairs,
    find(outers) {
      const { version } = outers;
      if (found.isFresh(version)) return;
      const mark = scratch.mark();
      // The numbers of outer objects may stand for others by now.
      pairs.begin(seen !== version);
      seen = -1;
      found.drop();
      if (outers.length > 0) findAll(outers);
      pairs.end();
      scratch.release(mark);
      found.note(version);
      seen = version;
    },
  };

  function findAll(outers: Outers): void {
    takeCandidates();
    const { ids, length } = candidates;
    if (length === 0) return;
    const passing = passed(outers);
    const answered = quick.map((each) => answerQuick(each, outers));
    const holders = near.map((each) => holdersFor(each, outers));
    const lists = scratch.codes(outers.length);
    nearNodes?.find(holders[0], outers.length, candidates.largest / searchSteps, lists);
    const answers: Answers = {
      quick: answered,
      near: holders,
      lists,
      areOfThemselves: own.length === 0 && areOfThemselves(answered, ids),
      marks: scratch.bytes(length),
    };
    if (isPlain) addFirst(outers, passing, answers);
    else addAsked(outers, passing, answers);
  }

  function addFirst({ ids, length }: Outers, passing: Uint8Array | undefined, answers: Answers): void {
    const targets = scratch.codes(most);
    for (let outer = 0; outer < length; outer++) {
      if (passing?.[outer] === 0) continue;
      pairs.add(outer, ids[outer], targets, 0, putFitting(answers, outer, (ids[outer] / stride) | 0, targets, 0, most));
    }
  }

  function addAsked({ ids, length, kind: outerKind }: Outers, passing: Uint8Array | undefined, answers: Answers): void {
    const room = chunk + candidates.length;
    const [numbers, sources, targets] = [scratch.codes(room), scratch.codes(room), scratch.codes(room)];
    let used = 0;
    for (let outer = 0; outer < length; outer++) {
      if (passing?.[outer] === 0) continue;
      const start = used;
      used = putFitting(answers, outer, (ids[outer] / stride) | 0, targets, used, room);
      for (let at = start; at < used; at++) {
        numbers[at] = outer;
        sources[at] = ids[outer];
      }
      if (used < chunk) continue;
      addFitting(numbers, sources, targets, used, outerKind);
      used = 0;
    }
    if (used > 0) addFitting(numbers, sources, targets, used, outerKind);
  }

  /** Finds who could be in slots by what depends on themselves alone. */
  function takeCandidates(): void {
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
  function passed(outers: Outers): Uint8Array | undefined {
    if (gates.length === 0) return undefined;
    const marks = scratch.bytes(outers.length);
    marks.fill(1, 0, outers.length);
    const rows = rowsOver(sourceSlot, outers.ids, outers.length, outers.kind);
    const mark = scratch.mark();
    const more = scratch.bytes(outers.length);
    for (const gate of gates) {
      markTest(evaluator, gate, rows, more);
      for (let i = 0; i < outers.length; i++) marks[i] &= more[i];
    }
    scratch.release(mark);
    return marks;
  }

  function holdersFor({ key }: Nearness, outers: Outers): Int32Array {
    const holders = scratch.codes(outers.length);
    const mark = scratch.mark();
    const ids = idsOrNone(
      evaluator.evaluate(key, rowsOver(sourceSlot, outers.ids, outers.length, outers.kind)),
      outers.length,
      scratch,
    );
    const { place, end } = state;
    for (let i = 0; i < outers.length; i++) {
      const holder = placeHolder(state, ids[i]);
      // What is at a node has its place.
      holders[i] = place[holder] === placeKind.node ? end[holder] : holder;
    }
    scratch.release(mark);
    return holders;
  }

  function answerQuick({ own: tests, compared }: Quick, outers: Outers): QuickAnswers {
    const { ids, length } = candidates;
    const marks = tests.length === 0 ? undefined : scratch.bytes(length);
    marks?.fill(0, 0, length);
    const rows = rowsOver(targetSlot, ids, length, kind);
    const mark = scratch.mark();
    const more = scratch.bytes(length);
    for (const test of tests) {
      markTest(evaluator, test, rows, more);
      if (marks !== undefined) for (let i = 0; i < length; i++) marks[i] |= more[i];
    }
    scratch.release(mark);
    const keyRows = rowsOver(sourceSlot, outers.ids, outers.length, outers.kind);
    return {
      own: marks,
      compared: compared.map(({ key, value, isEqual }) => ({
        keys: codesOf(key, keyRows, absentKey),
        values: codesOf(value, rows, absentValue),
        isEqual,
      })),
    };
  }

  /** Codes, and another number where they are absent. */
  function codesOf(term: Term, rows: Rows, instead: number): Int32Array {
    const { codes, absence } = evaluator.evaluate(term, rows);
    if (absence === undefined) return codes;
    const into = scratch.codes(rows.length);
    for (let i = 0; i < rows.length; i++) into[i] = absence[i] === 0 ? codes[i] : instead;
    return into;
  }

  /**
   * Puts those of an outer object's candidates, all of an instance, that pass what is asked without pairs behind what
   * is in a list, as long as that is no longer than `limit`; returns its length.
   */
  function putFitting(
    { quick: asked, near: holders, lists, areOfThemselves: isById, marks }: Answers,
    outer: number,
    instance: number,
    into: Int32Array,
    length: number,
    limit: number,
  ): number {
    const { ids } = candidates;
    const [from, to] = [candidates.starts[instance], candidates.ends[instance]];
    if (nearNodes !== undefined && lists[outer] > 0) {
      if (isById)
        return putNearThemselves(
          nearNodes,
          lists[outer],
          instance * stride,
          (instance + 1) * stride,
          asked,
          outer,
          into,
          length,
          limit,
        );
      return putNear(nearNodes, lists[outer], candidates, from, to, asked, outer, into, length, limit);
    }
    if (near.length === 0 && asked.length === 0) return putEach(ids, from, to, into, length, limit);
    if (near.length === 0 && asked.length === 1) return putPassing(ids, from, to, asked[0], outer, into, length, limit);
    marks.fill(1, from, to);
    for (let i = 0; i < near.length; i++) markNear(state, balls, holders[i][outer], near[i].most, ids, from, to, marks);
    for (let i = 0; i < asked.length; i++) markPassing(asked[i], outer, from, to, marks);
    return putMarked(ids, from, to, marks, into, length, limit);
  }

  /** Adds those pairs that pass what is left to ask. Uses the lists up. */
  function addFitting(
    numbers: Int32Array,
    sources: Int32Array,
    targets: Int32Array,
    count: number,
    outerKind: number,
  ): void {
    const mark = scratch.mark();
    const marks = scratch.bytes(count);
    let length = count;
    for (const test of rest) {
      if (length === 0) break;
      markTest(evaluator, test, rowsOfPairs(3, sources, targets, outerKind, kind, length), marks);
      listMarked(marks, numbers, length, numbers);
      listMarked(marks, sources, length, sources);
      length = listMarked(marks, targets, length, targets);
    }
    if (length > 0) addChosen(numbers, sources, targets, length, outerKind);
    scratch.release(mark);
  }

  /** Adds of pairs that fit those that come first for each outer object. */
  function addChosen(
    numbers: Int32Array,
    sources: Int32Array,
    targets: Int32Array,
    length: number,
    outerKind: number,
  ): void {
    if (orderTerm !== undefined) {
      const mark = scratch.mark();
      addInOrder(orderTerm, numbers, sources, targets, length, outerKind);
      scratch.release(mark);
      return;
    }
    for (let from = 0, to = 0; from < length; from = to) {
      while (to < length && numbers[to] === numbers[from]) to++;
      pairs.add(numbers[from], sources[from], targets, from, Math.min(most, to - from));
    }
  }

  function addInOrder(
    term: Term,
    numbers: Int32Array,
    sources: Int32Array,
    targets: Int32Array,
    length: number,
    outerKind: number,
  ): void {
    const keys = scratch.numbers(length);
    const chosen = scratch.codes(Math.min(most, length));
    const values = evaluator.evaluate(term, rowsOfPairs(3, sources, targets, outerKind, kind, length));
    const { absence } = values;
    // What has no order comes last, like what is infinitely large.
    for (let i = 0; i < length; i++)
      keys[i] =
        Number.isNaN(values.numbers[i]) || (absence !== undefined && absence[i] !== 0) ? Infinity : values.numbers[i];
    for (let from = 0, to = 0; from < length; from = to) {
      while (to < length && numbers[to] === numbers[from]) to++;
      const count = firstPlaces(keys, from, to, most, chosen);
      for (let place = 0; place < count; place++) chosen[place] = targets[chosen[place]];
      pairs.add(numbers[from], sources[from], chosen, 0, count);
    }
  }
}
