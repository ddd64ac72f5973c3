import type { Slots } from '../compile/environment.js';
import type { Evaluator } from '../compile/columns/evaluator.js';
import { idsOrNone } from '../compile/columns/absence.js';
import { holdersOf } from '../compile/columns/holders.js';
import { type Rows, rowsOfPairs, rowsOver } from '../compile/columns/rows.js';
import { sourceSlot, targetSlot } from '../compile/node.js';
import type { Comparison } from '../compile/operations/compare.js';
import type { Test } from '../compile/plan/selection-plan.js';
import type { Term } from '../compile/plan/term.js';
import { type TermBook, termOf } from '../compile/plan/term-book.js';
import type { LaneBalls } from '../compile/sets/lane-balls.js';
import { listMarked } from '../compile/sets/marks.js';
import { markTest } from '../compile/sets/mark-test.js';
import { keepWhere } from '../compile/sets/own-sets.js';
import { type StampGuard, createGuard } from '../compile/sets/stamp-guard.js';
import { kindAt } from '../components/model.js';
import { fact } from '../components/stamps.js';
import { placeKind } from '../components/place.js';
import { type QuickAnswers, findPlaces, markQuick, passesAt, putAll, putEither, putEqual, putMarked, searchSteps } from './candidate-lists.js';
import { firstPlaces } from './first-places.js';
import { type Nearness, markNear, nearnessOf } from './nearness.js';
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
export interface MatchingDesk {
  readonly evaluator: Evaluator;
  readonly balls: LaneBalls;
  readonly book: TermBook;
}

/** A condition by what its parts depend on. */
interface Parts {
  /** On the outer objects alone; on the candidates alone. */
  readonly gates: readonly Test[];
  readonly own: readonly Test[];
  /** Compared without making pairs. */
  readonly quick: readonly (Quick | Near)[];
  /** By rising cost. */
  readonly rest: readonly Test[];
}

/** A test that is true where one of some tests of the candidate is, or where a value of the candidate equals one of the outer object. */
interface Quick {
  readonly near?: undefined;
  readonly own: readonly Test[];
  readonly equal: readonly { readonly key: Term; readonly value: Term }[];
}

/** A test that the candidate, a node, is few jumps from an object. */
interface Near {
  readonly near: Nearness;
}

/** Who could be in slots, by instance, with the answers of what is asked without pairs. */
interface Candidates {
  readonly ids: Int32Array;
  readonly answered: readonly QuickAnswers[];
  /** Most conditions are one comparison, perhaps with an alternative: that takes one look at each candidate, and only until there are enough. */
  readonly single: QuickAnswers | undefined;
  /** The one that asks for nearness, where there is one. */
  readonly near: QuickAnswers['near'];
  /** Room for marks. */
  readonly marks: Uint8Array;
}

/** Pairs that are looked at together: few enough to stay in the nearest memory. */
const chunk = 8_192;

/** `stride`: rows of an instance. Candidates are objects of the outer object's own instance. */
export function createMatcher({ evaluator, balls, book }: MatchingDesk, { kind, where, order, count: most }: Slots, sourceKind: number, stride: number): Matcher {
  const { scratch, state, indexes } = evaluator;
  const condition = where === undefined ? undefined : termOf(book, where);
  const { gates, own, quick, rest } = partsOf(condition, kindAt(state.model, kind).node);
  const orderTerm = order === undefined ? undefined : termOf(book, order);
  const terms = [condition, orderTerm].filter((term) => term !== undefined);
  const guard: StampGuard = createGuard(state.stamps, [...new Set([fact.population, ...terms.flatMap(({ stamps }) => stamps)])]);
  const isLasting = !terms.some(({ draws }) => draws);
  const pairs = createPairs(sourceKind, kind);
  // With nothing left to ask, whoever comes first is in the slots.
  const isPlain = rest.length === 0 && orderTerm === undefined;
  /** Of the outer objects that the pairs are of, and whether all of them were found. */
  let seen = -1;
  let isWhole = false;
  let spots = new Int32Array(64);
  /** By id: the place in the list of candidates, of those that are in it. */
  let placeOf = new Int32Array(0);

  return {
    pairs,
    find(outers) {
      if (isLasting && isWhole && seen === outers.version && guard.holds()) return;
      const mark = scratch.mark();
      // The numbers of outer objects may stand for others by now.
      pairs.begin(!isWhole || seen !== outers.version);
      isWhole = false;
      if (outers.length > 0) findAll(outers);
      pairs.end();
      scratch.release(mark);
      guard.note();
      seen = outers.version;
      isWhole = true;
    },
  };

  function findAll(outers: Outers): void {
    const all = indexes.ofKind(kind);
    const ids = own.length === 0 ? all.ids : scratch.codes(all.length);
    let length = all.length;
    if (own.length > 0) for (let i = 0; i < length; i++) ids[i] = all.ids[i];
    for (const test of own) length = keepWhere(evaluator, test, targetSlot, ids, length, kind);
    if (length === 0) return;
    const passing = passed(outers);
    const answered = quick.map((each) => (each.near === undefined ? answerQuick(each, outers, ids, length) : answerNear(each.near, outers)));
    const list = candidatesOf(ids, length, answered);
    const room = chunk + length;
    if (list.near !== undefined) notePlaces(ids, length);
    const [numbers, sources, targets] = [scratch.codes(room), scratch.codes(room), scratch.codes(room)];
    let [used, from, to] = [0, 0, 0];
    for (let outer = 0; outer < outers.length; outer++) {
      if (passing?.[outer] === 0) continue;
      const id = outers.ids[outer];
      const first = id - id % stride;
      while (from < length && ids[from] <= first) from++;
      if (to < from) to = from;
      while (to < length && ids[to] < first + stride) to++;
      if (isPlain) {
        addFirst(outer, id, list, from, to);
        continue;
      }
      const start = used;
      used = putFitting(outer, list, from, to, targets, used);
      numbers.fill(outer, start, used);
      sources.fill(id, start, used);
      if (used < chunk) continue;
      addFitting(numbers, sources, targets, used, outers.kind);
      used = 0;
    }
    if (used > 0) addFitting(numbers, sources, targets, used, outers.kind);
  }

  function candidatesOf(ids: Int32Array, length: number, answered: readonly QuickAnswers[]): Candidates {
    const single = answered.length === 1 && answered[0].near === undefined && answered[0].equal.length === 1 ? answered[0] : undefined;
    const nears = answered.filter(({ near }) => near !== undefined);
    return { ids, answered, single, near: nears.length === 1 ? nears[0].near : undefined, marks: scratch.bytes(length) };
  }

  function notePlaces(ids: Int32Array, length: number): void {
    const rows = state.identity.kind.length;
    if (placeOf.length < rows) placeOf = new Int32Array(rows);
    for (let place = 0; place < length; place++) placeOf[ids[place]] = place;
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

  /** Marks the candidates from one place to another of which all tests are true. */
  function markAll(all: readonly QuickAnswers[], outer: number, ids: Int32Array, from: number, to: number, marks: Uint8Array): void {
    marks.fill(1, from, to);
    for (const each of all) {
      if (each.near === undefined) markQuick(each, outer, from, to, marks);
      else markNear(state, balls, each.near.holders[outer], each.near.most, ids, from, to, marks);
    }
  }

  function answerNear({ key, most: jumps }: Nearness, outers: Outers): QuickAnswers {
    const found = evaluator.evaluate(key, rowsOver(sourceSlot, outers.ids, outers.length, outers.kind));
    const holders = holdersOf(idsOrNone(found, outers.length, scratch), outers.length, evaluator);
    return { own: undefined, equal: [], near: { holders, most: jumps } };
  }

  function answerQuick({ own: tests, equal }: Quick, outers: Outers, ids: Int32Array, length: number): QuickAnswers {
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
    return { own: marks, near: undefined, equal: equal.map(({ key, value }) => ({ keys: codesOf(key, keyRows, absentKey), values: codesOf(value, rows, absentValue) })) };
  }

  /** Codes, and another number where they are absent. */
  function codesOf(term: Term, rows: Rows, instead: number): Int32Array {
    const { codes, absence } = evaluator.evaluate(term, rows);
    if (absence === undefined) return codes;
    const into = scratch.codes(rows.length);
    for (let i = 0; i < rows.length; i++) into[i] = absence[i] === 0 ? codes[i] : instead;
    return into;
  }

  /** Puts the places of candidates that are near, ascending, into `spots` and returns how many there are; -1 where nothing asks for nearness, or they are not few. */
  function spotsFor({ near, ids }: Candidates, outer: number, from: number, to: number): number {
    if (near === undefined || near.most < 0 || near.holders[outer] === 0 || state.place[near.holders[outer]] !== placeKind.node) return -1;
    const { nodes } = balls.within(near.holders[outer], near.most);
    if (nodes.length * searchSteps > to - from) return -1;
    if (spots.length < nodes.length) spots = new Int32Array(2 * nodes.length);
    return findPlaces(nodes, ids, placeOf, from, to, spots);
  }

  /** Adds the first of the candidates from one place to another that pass. */
  function addFirst(outer: number, id: number, list: Candidates, from: number, to: number): void {
    const { ids, answered, single, marks } = list;
    let place = 0;
    if (single !== undefined) {
      const { own: others, equal: [{ keys, values }] } = single;
      const key = keys[outer];
      for (let at = from; at < to && place < most; at++) if (values[at] === key || others?.[at] === 1) pairs.add(outer, id, ids[at], place++);
      return;
    }
    const count = spotsFor(list, outer, from, to);
    if (count >= 0) {
      for (let i = 0; i < count && place < most; i++) if (passesAt(answered, outer, spots[i])) pairs.add(outer, id, ids[spots[i]], place++);
      return;
    }
    if (answered.length > 0) markAll(answered, outer, ids, from, to, marks);
    for (let at = from; at < to && place < most; at++) if (answered.length === 0 || marks[at] === 1) pairs.add(outer, id, ids[at], place++);
  }

  /** Puts the candidates from one place to another that pass behind those there are; returns how many there are then. */
  function putFitting(outer: number, list: Candidates, from: number, to: number, into: Int32Array, used: number): number {
    const { ids, answered, single, marks } = list;
    if (single !== undefined) {
      const { own: others, equal: [{ keys, values }] } = single;
      return others === undefined ? putEqual(ids, from, to, values, keys[outer], into, used) : putEither(ids, from, to, others, values, keys[outer], into, used);
    }
    if (answered.length === 0) return putAll(ids, from, to, into, used);
    const count = spotsFor(list, outer, from, to);
    if (count >= 0) {
      let end = used;
      for (let i = 0; i < count; i++) if (passesAt(answered, outer, spots[i])) into[end++] = ids[spots[i]];
      return end;
    }
    markAll(answered, outer, ids, from, to, marks);
    return putMarked(ids, from, to, marks, into, used);
  }

  /** Adds those pairs that pass what is left to ask. Uses the lists up. */
  function addFitting(numbers: Int32Array, sources: Int32Array, targets: Int32Array, count: number, outerKind: number): void {
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
  function addChosen(numbers: Int32Array, sources: Int32Array, targets: Int32Array, length: number, outerKind: number): void {
    if (orderTerm !== undefined) {
      const mark = scratch.mark();
      addInOrder(orderTerm, numbers, sources, targets, length, outerKind);
      scratch.release(mark);
      return;
    }
    let place = 0;
    for (let i = 0; i < length; i++) {
      place = i > 0 && numbers[i] === numbers[i - 1] ? place + 1 : 0;
      if (place < most) pairs.add(numbers[i], sources[i], targets[i], place);
    }
  }

  function addInOrder(term: Term, numbers: Int32Array, sources: Int32Array, targets: Int32Array, length: number, outerKind: number): void {
    const keys = scratch.numbers(length);
    const chosen = scratch.codes(Math.min(most, length));
    const values = evaluator.evaluate(term, rowsOfPairs(3, sources, targets, outerKind, kind, length));
    const { absence } = values;
    // What has no order comes last, like what is infinitely large.
    for (let i = 0; i < length; i++) keys[i] = Number.isNaN(values.numbers[i]) || (absence !== undefined && absence[i] !== 0) ? Infinity : values.numbers[i];
    for (let from = 0, to = 0; from < length; from = to) {
      while (to < length && numbers[to] === numbers[from]) to++;
      const count = firstPlaces(keys, from, to, most, chosen);
      for (let place = 0; place < count; place++) pairs.add(numbers[from], sources[from], targets[chosen[place]], place);
    }
  }
}

/** No code is less than 0. */
const absentKey = -1;
const absentValue = -2;

/** `isNode`: candidates are nodes. */
function partsOf(term: Term | undefined, isNode: boolean): Parts {
  const terms = term === undefined ? [] : term.node.op === 'and' ? [...term.args] : [term];
  const tests = terms.sort(byCost).map((each): Test => ({ term: each, wanted: 'true' }));
  const gates = tests.filter(({ term: each }) => isOf(each, 1 << sourceSlot));
  const own = tests.filter((test) => isOf(test.term, 1 << targetSlot) && !gates.includes(test));
  const both = tests.filter((test) => !gates.includes(test) && !own.includes(test));
  const quick = both.map(({ term: each }) => quickOf(each) ?? (isNode ? nearOf(each) : undefined));
  return { gates, own, quick: quick.filter((each) => each !== undefined), rest: both.filter((_, i) => quick[i] === undefined) };
}

function isOf({ free, draws }: Term, bits: number): boolean {
  return !draws && (free & ~bits) === 0;
}

function nearOf(term: Term): Near | undefined {
  const near = nearnessOf(term);
  return near === undefined ? undefined : { near };
}

function quickOf(term: Term): Quick | undefined {
  const alternatives = term.node.op === 'or' ? term.args : [term];
  const own = alternatives.filter((each) => isOf(each, 1 << targetSlot));
  const equal = alternatives.filter((each) => !own.includes(each)).map(equalityOf);
  return equal.includes(undefined) ? undefined : { own: own.map((each) => ({ term: each, wanted: 'true' })), equal: equal.filter((each) => each !== undefined) };
}

/** Reads a term as a comparison of a value of the target with a value of the source, where equal codes are equal values. */
function equalityOf({ node, args, draws }: Term): Quick['equal'][number] | undefined {
  if (draws || node.op !== 'compare' || (node.data as { readonly comparison: Comparison }).comparison !== '==' || !codeTypes.includes(args[0].node.type.name)) return undefined;
  const [key, value] = args[0].free === 1 << sourceSlot ? args : [args[1], args[0]];
  return key.free === 1 << sourceSlot && value.free === 1 << targetSlot ? { key, value } : undefined;
}

const codeTypes: readonly string[] = ['entity', 'boolean', 'kind', 'class', 'enumeration'];

function byCost({ heavy, size, id }: Term, other: Term): number {
  return Number(heavy) - Number(other.heavy) || size - other.size || id - other.id;
}
