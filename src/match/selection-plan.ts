import { type AmongData } from '../eval/ops/range.js';
import { among } from '../eval/ops/among.js';
import { nearby } from '../eval/ops/space.js';
import { mayBeUnfound } from '../eval/data.js';
import { type FactionTest, factionTestOf } from './faction-test.js';
import { type Key, keysOf, termKey } from './keys.js';
import { commonKinds, kindsDemanded } from './kinds-demanded.js';
import {
  asAggregate,
  asChoice,
  asKeyed,
  asKnown,
  asNearness,
  conjuncts,
  constantValue,
  dataOf,
  disjuncts,
  isSlot,
  sortOf,
  withoutNot,
} from '../eval/shape.js';
import type { Term } from '../eval/term.js';

/**
 * What is asked of a term: that it is true; that it is false; that it is clear, neither true nor not found; that it is
 * found.
 */
export interface Test {
  readonly term: Term;
  readonly wanted: 'true' | 'false' | 'clear' | 'found';
}

export function isTrue(term: Term): Test {
  return { term, wanted: 'true' };
}

/**
 * A test of the candidate against outer objects, with the ways in which it can be answered for many candidates at once.
 */
export interface OuterTest extends Test {
  readonly factions: FactionTest | undefined;
  readonly members: MemberTest | undefined;
}

/** Tests that take the same from outer objects: those with equal keys get one answer. */
export interface KeyedTests {
  readonly keys: readonly Key[];
  readonly tests: readonly OuterTest[];
}

/**
 * A test whether something of a kind that fits is attached to the candidate, or lies in it: answered from the members
 * up.
 */
export interface MemberTest {
  readonly over: 'attached' | 'contents';
  readonly fitting: SelectionPlan;
  /** Whether there is nothing. */
  readonly negated: boolean;
}

/** The candidates of a selection by what depends on themselves alone: found once, for all who ask. */
export interface OwnPlan {
  /** The one kind, or else class, that candidates are of; 0 where they may be of any. */
  readonly kind: number;
  readonly class: number;
  /** Where neither is known: the several kinds of which candidates are; empty where they may be of any. */
  readonly kinds: readonly number[];
  /** By rising cost. */
  readonly tests: readonly Test[];
  /** Stamps that it depends on, the population among them. */
  readonly stamps: readonly number[];
}

/** How few candidates are found before all tests are made. */
export type Generator =
  /** The candidate is one of those that an `among` chooses. */
  | { readonly by: 'among'; readonly keys: readonly Key[]; readonly chosen: Term<AmongData> }
  /** The candidate is this object. */
  | { readonly by: 'identity'; readonly keys: readonly Key[]; readonly key: Term }
  /** A value of the candidate equals a value of the outer objects. */
  | { readonly by: 'equality'; readonly keys: readonly Key[]; readonly key: Term; readonly value: Term }
  /**
   * The candidate is near an outer object. `test` is the whole condition, for where the generator cannot answer alone.
   */
  | {
      readonly by: 'jumps' | 'distance';
      readonly keys: readonly Key[];
      readonly key: Term;
      readonly bound: Term;
      /** The bound itself is too far. */
      readonly below: boolean;
      /** Of `distance`: squares are compared, of differences and of the bound. */
      readonly squared: boolean;
      readonly test: Test;
    };

/** One inclusive condition, with what excludes folded in where it is the only one. */
export interface ConjunctionPlan {
  /** Of outer objects alone. */
  readonly gates: readonly Test[];
  readonly own: OwnPlan;
  readonly generator: Generator | undefined;
  /** What the generator does not answer, by rising cost. */
  readonly tests: readonly KeyedTests[];
  /** Of the generator and the tests, each once. */
  readonly keys: readonly Key[];
  /** No test of candidates draws or looks at related objects or at paths. */
  readonly light: boolean;
}

/**
 * Which candidates (objects in one slot) fit the outer objects (in the other slots): a union of conjunctions, without
 * what is vetoed.
 */
export interface SelectionPlan {
  readonly slot: number;
  readonly conjunctions: readonly ConjunctionPlan[];
  /** No outer object passes the gates of two conjunctions. */
  readonly exclusive: boolean;
  /** Asked of the union where there are several conjunctions. */
  readonly vetoes: readonly Test[];
  /** All that is taken from outer objects, gates included. */
  readonly keys: readonly Key[];
  /** Stamps that answers depend on, the population among them. */
  readonly stamps: readonly number[];
  readonly draws: boolean;
}

/**
 * Plans a scope: the union of what conditions include, without what others exclude and without those of whom one finds
 * nothing. `kind`: of all candidates.
 */
export function planSelection(
  include: readonly Term[],
  exclude: readonly Term[],
  slot: number,
  population: number,
  kind = 0,
): SelectionPlan {
  const wanted = include.filter((term) => constantValue(term) !== 0);
  const excluded = exclude.map((term): Test => ({ term, wanted: 'clear' })).filter(isOpen);
  const all = [...wanted, ...exclude];
  const shared = {
    slot,
    stamps: union([[population], ...all.map((term) => term.stamps)]),
    draws: all.some((term) => term.draws),
  };
  const parts = wanted.flatMap((term) => alternatives(term, slot));
  if (parts.length === 1) {
    const ways = waysOf(conjuncts(parts[0]).map(isTrue), slot);
    return {
      ...shared,
      conjunctions: ways.map((tests) => planConjunction(tests, excluded, slot, population, kind)),
      exclusive: true,
      vetoes: [],
      keys: [],
    };
  }
  // What one condition does not find is excluded, though another includes it.
  const unfound = wanted.length < 2 ? [] : wanted.filter(mayLackAll).map((term): Test => ({ term, wanted: 'found' }));
  const vetoes = [...excluded, ...unfound.filter(isOpen)].sort(byCost);
  // What vetoes candidates whoever asks is asked once, where they are found; the rest once for each group.
  const own = vetoes.filter((test) => isOwn(test, slot));
  return {
    ...shared,
    exclusive: false,
    conjunctions: parts.map((part) => planConjunction(conjuncts(part).map(isTrue), own, slot, population, kind)),
    vetoes: vetoes.filter((test) => !isOwn(test, slot)),
    keys: distinct(all.flatMap((term) => ((term.free & (1 << slot)) === 0 ? [termKey(term)] : keysOf(term, slot)))),
  };
}

/**
 * Each alternative is planned, and finds its candidates, by itself; with more of them than this one test of the whole
 * costs less.
 */
const mostAlternatives = 16;

/** The ways in which a condition on outer objects can be true. */
function alternatives(term: Term, slot: number): readonly Term[] {
  const isSplit = disjuncts(term).length <= mostAlternatives && (term.free & ~(1 << slot)) !== 0;
  return isSplit ? disjuncts(term) : [term];
}

/**
 * The ways in which tests can all hold: where one of them is a choice by outer objects alone, that is a gate of either
 * side, so that each side can find candidates by itself.
 */
function waysOf(tests: readonly Test[], slot: number): readonly (readonly Test[])[] {
  const bit = 1 << slot;
  const choice = tests.find(({ term }) => {
    const asked = asChoice(term)?.[0];
    return asked !== undefined && !term.draws && (term.free & bit) !== 0 && (asked.free & bit) === 0;
  });
  if (choice === undefined) return [tests];
  const others = tests.filter((test) => test !== choice);
  const [asked, then, otherwise] = choice.term.args;
  return (
    [
      [then, 'true'],
      [otherwise, 'false'],
    ] as const
  ).map(([chosen, wanted]) => [...others, { term: asked, wanted }, ...conjuncts(chosen).map(isTrue)]);
}

function planConjunction(
  wanted: readonly Test[],
  excluded: readonly Test[],
  slot: number,
  population: number,
  kind: number,
): ConjunctionPlan {
  const tests = [...wanted.filter(isOpen), ...excluded];
  const bit = 1 << slot;
  const gates = tests.filter((test) => (test.term.free & bit) === 0);
  const own = tests.filter((test) => isOwn(test, slot));
  const rest = tests.filter((test) => (test.term.free & bit) !== 0 && !isOwn(test, slot));
  const found = rest
    .map((test) => ({ test, generator: generatorOf(test, slot) }))
    .filter((each) => each.generator !== undefined)
    .sort(byReach);
  const best = found.at(0);
  const others = byKeys(
    rest.filter((test) => test !== best?.test),
    slot,
    population,
  );
  const keys = distinct([...(best?.generator?.keys ?? []), ...others.flatMap((each) => each.keys)]);
  const light = [...own, ...rest].every(({ term }) => !term.heavy && !term.draws);
  return { gates, own: planOwn(own, slot, population, kind), generator: best?.generator, tests: others, keys, light };
}

/** Whether a test is of the candidate alone, and gives the same whoever asks. */
function isOwn({ term: { free, draws } }: Test, slot: number): boolean {
  return free === 1 << slot && !draws;
}

/** Tests together with those that take the same from outer objects. */
function byKeys(tests: readonly Test[], slot: number, population: number): readonly KeyedTests[] {
  const found = new Map<string, { keys: readonly Key[]; tests: OuterTest[] }>();
  for (const test of [...tests].sort(byCost)) {
    const keys = keysOf(test.term, slot);
    const name = keys
      .map((key) => key.text)
      .sort()
      .join(', ');
    const outer: OuterTest = {
      ...test,
      factions: factionTestOf(test.term, slot),
      members: memberTestOf(test.term, slot, population),
    };
    const known = found.get(name);
    if (known === undefined) found.set(name, { keys, tests: [outer] });
    else known.tests.push(outer);
  }
  return [...found.values()];
}

/** Reads a term as a test for something in the candidate, where what fits does not depend on the candidate. */
function memberTestOf(term: Term, slot: number, population: number): MemberTest | undefined {
  const { inner, negated } = withoutNot(term);
  const data = asAggregate(inner);
  if (data === undefined) return undefined;
  const { fold, range, slot: member } = data;
  if (fold !== 'any' || (range.over !== 'attached' && range.over !== 'contents')) return undefined;
  const [anchor, filter] = inner.args;
  if (!isSlot(anchor, slot) || (filter.free & (1 << slot)) !== 0 || filter.draws) return undefined;
  return { over: range.over, negated, fitting: planSelection([filter], [], member, population, range.kind) };
}

function distinct(keys: readonly Key[]): readonly Key[] {
  return [...new Map(keys.map((key) => [key.text, key])).values()];
}

/** Whether a term may give what is not found. */
function mayLackAll(term: Term): boolean {
  return (term.absence & mayBeUnfound) !== 0;
}

/** Whether the answer is not known before anything is asked. */
function isOpen({ term, wanted }: Test): boolean {
  const value = constantValue(term);
  return (
    value === undefined ||
    (wanted === 'true' && value === 0) ||
    ((wanted === 'clear' || wanted === 'false') && value === 1)
  );
}

function planOwn(tests: readonly Test[], slot: number, population: number, of: number): OwnPlan {
  // A kind that candidates are known to be of leaves a test for another kind to be made.
  const kind = of === 0 ? tests.find((test) => demanded(test, 'kind') !== 0) : undefined;
  const sort = kind === undefined && of === 0 ? tests.find((test) => demanded(test, 'class') !== 0) : undefined;
  return {
    kind: kind === undefined ? of : demanded(kind, 'kind'),
    class: sort === undefined ? 0 : demanded(sort, 'class'),
    kinds: kind === undefined && sort === undefined && of === 0 ? kindsLeft(tests, slot) : [],
    tests: tests.filter((test) => test !== kind && test !== sort).sort(byCost),
    stamps: union([[population], ...tests.map(({ term }) => term.stamps)]),
  };
}

/** The kinds that tests together leave to candidates; none where they leave any, or nobody. */
function kindsLeft(tests: readonly Test[], slot: number): readonly number[] {
  return (
    commonKinds(tests.map(({ term, wanted }) => (wanted === 'true' ? kindsDemanded(term, slot) : undefined))) ?? []
  );
}

/** The kind (or class) that a test demands of the candidate itself, 0 for other tests. */
function demanded({ term, wanted }: Test, sort: 'kind' | 'class'): number {
  const known = wanted === 'true' ? asKnown(term) : undefined;
  return known !== undefined && sortOf(known.of) === sort && isSlot(known.of.args[0]) ? known.value : 0;
}

function generatorOf(test: Test, slot: number): Generator | undefined {
  const { term, wanted } = test;
  if (wanted !== 'true') return undefined;
  return (
    choosing(term, slot) ??
    nearbyOne(test, slot) ??
    (term.draws ? undefined : (equality(term, slot) ?? nearness(test, slot)))
  );
}

function equality(term: Term, slot: number): Generator | undefined {
  const keyed = asKeyed(term, slot);
  if (keyed?.comparison !== '==' || keyed.value.type.name === 'number') return undefined;
  const { key, value } = keyed;
  const keys: readonly Key[] = [termKey(key)];
  return isSlot(value) ? { by: 'identity', keys, key } : { by: 'equality', keys, key, value };
}

function nearness(test: Test, slot: number): Generator | undefined {
  const near = asNearness(test.term, slot);
  return near && { ...near, keys: keysOf(test.term, slot), squared: false, test };
}

/** The candidate among some that are chosen without a look at it. */
function choosing(term: Term, slot: number): Generator | undefined {
  const data = dataOf(term, among);
  if (data === undefined) return undefined;
  const [object, ...others] = term.args;
  if (!isSlot(object, slot) || others.some(({ free }) => (free & (1 << slot)) !== 0)) return undefined;
  // Whose draws tell the candidate apart chooses for each anew.
  if (data.choose === 'random' && data.slots > slot) return undefined;
  return { by: 'among', keys: keysOf(term, slot), chosen: term as Term<AmongData> };
}

/** The candidate within a distance of one object: a search that only this object fits. */
function nearbyOne(test: Test, slot: number): Generator | undefined {
  const data = dataOf(test.term, nearby);
  if (data === undefined || test.term.draws) return undefined;
  const { by: measure, range, slot: member } = data;
  const [object, bound, filter] = test.term.args;
  const bit = 1 << slot;
  if ((measure !== 'distance' && measure !== 'squares') || range.over !== 'objects' || range.kind !== 0)
    return undefined;
  if (!isSlot(object, slot) || (bound.free & bit) !== 0) return undefined;
  const keyed = asKeyed(filter, member);
  if (keyed?.comparison !== '==' || !isSlot(keyed.value) || (keyed.key.free & bit) !== 0) return undefined;
  const squared = measure === 'squares';
  return { by: 'distance', keys: keysOf(test.term, slot), key: keyed.key, bound, below: false, squared, test };
}

const reach: Readonly<Record<Generator['by'], number>> = { identity: 0, among: 1, equality: 1, jumps: 2, distance: 2 };

function byReach(
  a: { readonly generator: Generator | undefined },
  b: { readonly generator: Generator | undefined },
): number {
  return reach[a.generator?.by ?? 'distance'] - reach[b.generator?.by ?? 'distance'];
}

export function byCost({ term: a }: Test, { term: b }: Test): number {
  return Number(a.heavy) - Number(b.heavy) || a.size - b.size || a.id - b.id;
}

export function union(lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
