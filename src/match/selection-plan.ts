import {
  distinct,
  type FactionTest,
  type Key,
  commonKinds,
  factionTestOf,
  keysOf,
  kindsDemanded,
  termKey,
} from './keys.js';
import { fact } from '../model/stamps.js';
import { kept } from '../kernel/maps.js';
import type { AmongData, Range } from '../eval/ops/range.js';
import { among } from '../eval/ops/among.js';
import { nearby } from '../eval/ops/space.js';
import { mayBeUnfound } from '../eval/data.js';
import {
  type Membership,
  asAggregate,
  asChoice,
  asKeyed,
  asKnown,
  asMembership,
  asNearness,
  conjuncts,
  constantValue,
  dataOf,
  disjuncts,
  isSlot,
  kindOrClass,
  withoutNot,
} from '../eval/node-shape.js';
import type { Term } from '../eval/term.js';

/** What is wanted of a term: true; false; clear (neither true nor not found); found. */
export interface Test {
  readonly term: Term;
  readonly wanted: 'true' | 'false' | 'clear' | 'found';
}

export function isTrue(term: Term): Test {
  return { term, wanted: 'true' };
}

/** A test against outer objects, with ways to answer it for many candidates at once. */
export interface OuterTest extends Test {
  readonly factions: FactionTest | undefined;
  readonly members: MemberTest | undefined;
}

/** Tests with the same keys, and so the same answer for equal keys. */
export interface KeyedTests {
  readonly keys: readonly Key[];
  readonly tests: readonly OuterTest[];
}

/** A test whether a fitting object is attached to the candidate or contained in it: answered from the members up. */
export interface MemberTest {
  readonly over: 'attached' | 'contents';
  readonly fitting: SelectionPlan;
  readonly negated: boolean;
}

/** Candidates by what depends on themselves alone: found once for all rows. */
export interface OwnPlan {
  /** The only kind, or else class, of candidates; 0: any. */
  readonly kind: number;
  readonly class: number;
  /** Where neither is known: their kinds; empty: any. */
  readonly kinds: readonly number[];
  /** By rising cost. */
  readonly tests: readonly Test[];
  /** Including the population. */
  readonly stamps: readonly number[];
}

/** How few candidates are found before tests. */
export type Generator =
  | { readonly by: 'among'; readonly keys: readonly Key[]; readonly chosen: Term<AmongData> }
  | { readonly by: 'identity'; readonly keys: readonly Key[]; readonly key: Term }
  | {
      readonly by: 'membership';
      readonly keys: readonly Key[];
      readonly members: Membership<Term>;
      readonly test: Test;
    }
  /** A value of the candidate equals one of outer objects. */
  | { readonly by: 'equality'; readonly keys: readonly Key[]; readonly key: Term; readonly value: Term }
  /** The candidate is near an outer object. `test`: the whole condition, where the generator cannot answer alone. */
  | {
      readonly by: 'jumps' | 'distance';
      readonly keys: readonly Key[];
      readonly key: Term;
      readonly bound: Term;
      /** Excludes the bound itself. */
      readonly below: boolean;
      /** Of `distance`: squares of differences and bound are compared. */
      readonly squared: boolean;
      /** Of those that are near, only some meet the test. */
      readonly isEqual: boolean;
      readonly test: Test;
    };

/** They name their candidates. */
export type NamingGenerator = Extract<Generator, { readonly by: 'identity' | 'membership' | 'among' }>;

export type NarrowingGenerator = Exclude<Generator, NamingGenerator>;

export function namesCandidates(generator: Generator | undefined): generator is NamingGenerator {
  return generator?.by === 'identity' || generator?.by === 'membership' || generator?.by === 'among';
}

/** One inclusive condition, with exclusions folded in where it is the only one. */
export interface ConjunctionPlan {
  /** Of candidates. */
  readonly slot: number;
  /** Of outer objects alone. */
  readonly gates: readonly Test[];
  readonly own: OwnPlan;
  readonly generator: Generator | undefined;
  /** Not answered by the generator, by rising cost. */
  readonly tests: readonly KeyedTests[];
  /** Of generator and tests. */
  readonly keys: readonly Key[];
  /** No test of candidates draws or reads related objects or paths. */
  readonly light: boolean;
}

/**
 * Which candidates (in one slot) fit the outer objects (in the others): a union of conjunctions, without vetoed ones.
 */
export interface SelectionPlan {
  readonly slot: number;
  readonly conjunctions: readonly ConjunctionPlan[];
  /** No outer object passes the gates of two conjunctions. */
  readonly exclusive: boolean;
  /** Tests of the union of several conjunctions. */
  readonly vetoes: readonly Test[];
  /** Taken from outer objects, gates included. */
  readonly keys: readonly Key[];
  /** Stamps of answers, including the population. */
  readonly stamps: readonly number[];
  readonly draws: boolean;
}

/**
 * Plans a scope: the union of inclusions without exclusions and without objects for which an inclusion is not found.
 * `kind`: of all candidates.
 */
export function planSelection(
  include: readonly Term[],
  exclude: readonly Term[],
  slot: number,
  kind = 0,
): SelectionPlan {
  const wanted = include.filter((term) => constantValue(term) !== 0);
  const excluded = exclude.map((term): Test => ({ term, wanted: 'clear' })).filter(isOpen);
  const all = [...wanted, ...exclude];
  const shared: Pick<SelectionPlan, 'slot' | 'stamps' | 'draws'> = {
    slot,
    stamps: union([[fact.population], ...all.map((term) => term.stamps)]),
    draws: all.some((term) => term.draws),
  };
  const parts = wanted.flatMap((term) => alternatives(term, slot));
  if (parts.length === 1) {
    const ways = waysOf(conjuncts(parts[0]).map(isTrue), slot);
    return planOf(
      shared,
      ways.map((tests) => planConjunction(tests, excluded, slot, kind)),
    );
  }
  // Not found by one condition excludes, even where another includes.
  const unfound =
    wanted.length < 2
      ? []
      : wanted.filter(({ absence }) => (absence & mayBeUnfound) !== 0).map((term): Test => ({ term, wanted: 'found' }));
  const vetoes = [...excluded, ...unfound.filter(isOpen)].sort(byCost);
  // Own vetoes are tested once, where candidates are found; the rest once per group.
  const own = vetoes.filter((test) => isOwn(test, slot));
  return planOf(
    shared,
    parts.map((part) => planConjunction(conjuncts(part).map(isTrue), own, slot, kind)),
    {
      exclusive: false,
      vetoes: vetoes.filter((test) => !isOwn(test, slot)),
      keys: distinct(all.flatMap((term) => ((term.free & (1 << slot)) === 0 ? [termKey(term)] : keysOf(term, slot)))),
    },
  );
}

/** What meets all of some tests. */
export function planTests(tests: readonly Test[], slot: number): SelectionPlan {
  const terms = tests.map(({ term }) => term);
  const stamps = union([[fact.population], ...terms.map((term) => term.stamps)]);
  return planOf({ slot, stamps, draws: terms.some((term) => term.draws) }, [planConjunction(tests, [], slot, 0)]);
}

/** Made in this one place, so that all plans have one shape. */
function planOf(
  { slot, stamps, draws }: Pick<SelectionPlan, 'slot' | 'stamps' | 'draws'>,
  conjunctions: readonly ConjunctionPlan[],
  { exclusive, vetoes, keys }: Pick<SelectionPlan, 'exclusive' | 'vetoes' | 'keys'> = oneWay,
): SelectionPlan {
  return { slot, conjunctions, exclusive, vetoes, keys, stamps, draws };
}

const oneWay: Pick<SelectionPlan, 'exclusive' | 'vetoes' | 'keys'> = { exclusive: true, vetoes: [], keys: [] };

/** The members of a range, of all objects or a class, that meet a filter; undefined where plans are no gain. */
export function planMembers(filter: Term, range: Range, slot: number): SelectionPlan | undefined {
  const plan = planSelection([filter], [], slot, range.kind);
  if (range.over === 'objects') return plan;
  // The members of a class are few, and another kind or class would take its place.
  if (plan.conjunctions.some(({ own }) => own.kind !== 0 || own.class !== 0)) return undefined;
  return planOf(
    plan,
    plan.conjunctions.map((each) => ({ ...each, own: { ...each.own, class: range.class, kinds: [] } })),
    plan,
  );
}

/** All members of a range, with the filter as one test. */
export function planScan(filter: Term, range: Range, slot: number): SelectionPlan {
  const own = { ...planOwn([], slot, range.kind), class: range.over === 'class' ? range.class : 0 };
  const tests = [{ keys: [], tests: [{ ...isTrue(filter), factions: undefined, members: undefined }] }];
  return planOf({ slot, stamps: [], draws: filter.draws }, [
    { slot, gates: [], own, generator: undefined, tests, keys: [], light: false },
  ]);
}

/** Alternatives are planned and searched separately; beyond this, one test of the whole costs less. */
const mostAlternatives = 16;

function alternatives(term: Term, slot: number): readonly Term[] {
  const isSplit = disjuncts(term).length <= mostAlternatives && (term.free & ~(1 << slot)) !== 0;
  return isSplit ? disjuncts(term) : [term];
}

/** Alternatives in which all tests hold: a choice by outer objects alone becomes a gate of either side. */
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
  kind: number,
): ConjunctionPlan {
  const { gates, own, both } = splitTests([...wanted, ...excluded], slot, kind);
  const found = both.flatMap((test) => {
    const generator = generatorOf(test, slot);
    return generator === undefined ? [] : [{ test, generator }];
  });
  const best = found.sort((a, b) => reachOf(a.generator) - reachOf(b.generator)).at(0);
  const isAnswered = best !== undefined && !('isEqual' in best.generator && best.generator.isEqual);
  const others = byKeys(
    both.filter((test) => !isAnswered || test !== best.test),
    slot,
  );
  const keys = distinct([...(best?.generator.keys ?? []), ...others.flatMap((each) => each.keys)]);
  const light = [...own.tests, ...both].every(({ term }) => !term.heavy && !term.draws);
  return { slot, gates, own: knowing(own, best?.generator), generator: best?.generator, tests: others, keys, light };
}

/** All members of a range may be of one kind. */
function knowing(own: OwnPlan, generator: Generator | undefined): OwnPlan {
  if (generator?.by !== 'membership' || own.kind !== 0 || own.class !== 0) return own;
  return { ...own, kind: generator.members.data.range.kind };
}

/** Tests of a conjunction that are not known to hold, by what they depend on: outer objects, candidates, or both. */
export function splitTests(
  all: readonly Test[],
  slot: number,
  kind: number,
): { readonly gates: readonly Test[]; readonly own: OwnPlan; readonly both: readonly Test[] } {
  const tests = all.filter(isOpen);
  const gates = tests.filter(({ term }) => (term.free & (1 << slot)) === 0);
  const own = tests.filter((test) => isOwn(test, slot));
  const both = tests.filter((test) => !gates.includes(test) && !own.includes(test));
  return { gates, own: planOwn(own, slot, kind), both };
}

function isOwn({ term: { free, draws } }: Test, slot: number): boolean {
  return free === 1 << slot && !draws;
}

function byKeys(tests: readonly Test[], slot: number): readonly KeyedTests[] {
  const found = new Map<string, { keys: readonly Key[]; tests: OuterTest[] }>();
  for (const test of [...tests].sort(byCost)) {
    const keys = keysOf(test.term, slot);
    const name = keys
      .map((key) => key.text)
      .sort()
      .join(', ');
    const outer: OuterTest = {
      term: test.term,
      wanted: test.wanted,
      factions: factionTestOf(test.term, slot),
      members: memberTestOf(test.term, slot),
    };
    kept(found, name, () => ({ keys, tests: [] })).tests.push(outer);
  }
  return [...found.values()];
}

/** A test for a member of the candidate, where the filter does not depend on the candidate. */
function memberTestOf(term: Term, slot: number): MemberTest | undefined {
  const { inner, negated } = withoutNot(term);
  const data = asAggregate(inner);
  if (data === undefined) return undefined;
  const { fold, range, slot: member } = data;
  if (fold !== 'any' || (range.over !== 'attached' && range.over !== 'contents')) return undefined;
  const [anchor, filter] = inner.args;
  if (!isSlot(anchor, slot) || (filter.free & (1 << slot)) !== 0 || filter.draws) return undefined;
  return { over: range.over, negated, fitting: planSelection([filter], [], member, range.kind) };
}

function isOpen({ term, wanted }: Test): boolean {
  const value = constantValue(term);
  return (
    value === undefined ||
    (wanted === 'true' && value === 0) ||
    ((wanted === 'clear' || wanted === 'false') && value === 1)
  );
}

function planOwn(tests: readonly Test[], slot: number, of: number): OwnPlan {
  // With a given kind, a test for a kind remains a test.
  const kind = of === 0 ? tests.find((test) => demanded(test, 'kind') !== 0) : undefined;
  const ofClass = kind === undefined && of === 0 ? tests.find((test) => demanded(test, 'class') !== 0) : undefined;
  return {
    kind: kind === undefined ? of : demanded(kind, 'kind'),
    class: ofClass === undefined ? 0 : demanded(ofClass, 'class'),
    kinds: kind === undefined && ofClass === undefined && of === 0 ? kindsLeft(tests, slot) : [],
    tests: tests.filter((test) => test !== kind && test !== ofClass).sort(byCost),
    stamps: union([[fact.population], ...tests.map(({ term }) => term.stamps)]),
  };
}

/** The kinds that all tests leave; empty: any, or none. */
function kindsLeft(tests: readonly Test[], slot: number): readonly number[] {
  return (
    commonKinds(tests.map(({ term, wanted }) => (wanted === 'true' ? kindsDemanded(term, slot) : undefined))) ?? []
  );
}

/** The kind (or class) demanded of the candidate; 0: none. */
function demanded({ term, wanted }: Test, by: 'kind' | 'class'): number {
  const known = wanted === 'true' ? asKnown(term) : undefined;
  return known !== undefined && kindOrClass(known.of) === by && isSlot(known.of.args[0]) ? known.value : 0;
}

function generatorOf(test: Test, slot: number): Generator | undefined {
  const { term, wanted } = test;
  if (wanted !== 'true') return undefined;
  return (
    choosing(term, slot) ??
    membership(test, slot) ??
    nearbyOne(test, slot) ??
    equality(term, slot) ??
    (term.draws ? undefined : nearness(test, slot))
  );
}

function equality(term: Term, slot: number): Generator | undefined {
  const keyed = asKeyed(term, slot);
  if (keyed?.comparison !== '==' || keyed.value.type.name === 'number' || keyed.value.draws) return undefined;
  const { key, value } = keyed;
  const keys: readonly Key[] = [termKey(key)];
  return isSlot(value) ? { by: 'identity', keys, key } : { by: 'equality', keys, key, value };
}

function nearness(test: Test, slot: number): Generator | undefined {
  const near = asNearness(test.term, slot);
  if (near === undefined || [near.key, near.bound].some(({ free }) => ((free >>> slot) & 1) === 1)) return undefined;
  return { ...near, keys: keysOf(test.term, slot), squared: false, test };
}

/** The candidate among some chosen without looking at it. */
function choosing(term: Term, slot: number): Generator | undefined {
  const data = dataOf(term, among);
  if (data === undefined) return undefined;
  const [object, ...others] = term.args;
  if (!isSlot(object, slot) || others.some(({ free }) => (free & (1 << slot)) !== 0)) return undefined;
  // With draws that depend on the candidate it would choose for each separately.
  if (data.choose === 'random' && data.slots > slot) return undefined;
  return { by: 'among', keys: keysOf(term, slot), chosen: term as Term<AmongData> };
}

/** The candidate among the members of a collection that is the same for all candidates. */
function membership(test: Test, slot: number): Generator | undefined {
  const { term } = test;
  const members = asMembership(term, slot);
  if (members === undefined) return undefined;
  const isAboutCandidate = [...members.outer, ...members.filters].some(({ free }) => ((free >>> slot) & 1) === 1);
  return isAboutCandidate ? undefined : { by: 'membership', keys: keysOf(term, slot), members, test };
}

/** The candidate within a distance of one object: a search whose filter only this object meets. */
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
  return {
    by: 'distance',
    keys: keysOf(test.term, slot),
    key: keyed.key,
    bound,
    below: false,
    squared,
    isEqual: false,
    test,
  };
}

const reach: Readonly<Record<Generator['by'], number>> = {
  identity: 0,
  among: 1,
  equality: 1,
  membership: 1,
  jumps: 2,
  distance: 2,
};

/** How many candidates a generator is likely to leave: of a kind there are more than near an object. */
function reachOf(generator: Generator): number {
  return generator.by === 'equality' && kindOrClass(generator.value) === 'kind'
    ? reach.distance + 1
    : reach[generator.by];
}

export function byCost({ term: a }: Test, { term: b }: Test): number {
  return Number(a.heavy) - Number(b.heavy) || a.size - b.size || a.id - b.id;
}

export function union(lists: readonly (readonly number[])[]): readonly number[] {
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
