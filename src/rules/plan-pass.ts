import { kept, keptBy } from '../kernel/maps.js';
import { withTests } from '../meaning/rule-sources.js';
import { type Fact, columnStamp, fact, factNames } from '../model/stamps.js';
import { printNode } from '../eval/make-node.js';
import { sourceSlot, targetSlot } from '../ir/node.js';
import { asComparison, asKeyed, asRead, conjuncts, constantValue, isSlot } from '../eval/node-shape.js';
import { type Test, planSelection, isTrue } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import { firesOnce, type Carrier, type Effect, type Rule } from '../ir/rule.js';
import { leavesOf, nodesOfEffect } from '../ir/effect-nodes.js';
import type { PlainEffect } from '../ir/heard-effects.js';
import {
  type ActivationPlan,
  type ActivePlan,
  type Asking,
  type CarrierPlan,
  type CountPlan,
  type NarrowingPlan,
  type PassPlan,
  type PassRule,
  type PassUnit,
  type ScopePlan,
  layoutOf,
} from './pass-plan.js';
import { type WriteShape, createOperands, readsElsewhere, shapesOf } from './plan-writes.js';
import { type Reach, bitsOf, markOf, unitsOf } from './pass-units.js';
import { planMatch } from '../match/matcher.js';
import { withSlot } from '../eval/with-slot.js';

interface Registry<T> {
  readonly list: T[];
  number(name: string, make: () => T): number;
}

function registry<T>(): Registry<T> {
  const list: T[] = [];
  const byName = new Map<string, number>();
  return {
    list,
    number: (name, make) => kept(byName, name, () => list.push(make()) - 1),
  };
}

/** Rules that are all asked before the first of them fires. */
export function planPass(book: TermBook, rules: readonly Rule[]): PassPlan {
  const isFixed = fixedUnder(new Set(rules.flatMap((rule) => rule.writes)), factsChangedBy(rules));
  const plan = planRules(book, rules, { narrows: true, shapesIn: (rule) => shapesOf(book, rule, isFixed, true) });
  return { ...plan, stamps: stampsOf(book, plan) };
}

interface PlanningWays {
  /** Whether a narrowing stands for the activation; otherwise sources keep their order. */
  readonly narrows: boolean;
  /** The effects of a rule as writes, if they are; `isOwn`: its sources are their own targets. */
  readonly shapesIn: (rule: Rule, isOwn: boolean) => readonly WriteShape[] | undefined;
}

export function planRules(
  book: TermBook,
  rules: readonly Rule[],
  { narrows, shapesIn }: PlanningWays,
): Omit<PassPlan, 'stamps'> {
  const written: ReadonlySet<number> = new Set(rules.flatMap((rule) => rule.writes));
  const questions = createQuestions(book, narrows);
  const operands = createOperands();
  const asked = rules.map(questions.of);
  const runs = rules.map((_, place) => place + 1).filter((end) => !areTogether(rules[end - 1], rules[end]));
  const shapes = asked.map(({ rule, scope }) => shapesIn(rule, questions.isOwn(scope)));
  const places = rules.length === 1 ? [[0]] : unitsOf(reachesOf(book, asked, shapes, written, questions));
  const writes = places.map(([first], unit) => shapes[first] && operands.placed(shapes[first], unit));
  const unitAt = new Map(places.flatMap((members, unit) => members.map((place) => [place, unit] as const)));
  const planned = asked.map(
    ({ rule, active, scope, asking }, place): PassRule => ({
      rule,
      active,
      scope,
      asking,
      writes: writes[unitAt.get(place) ?? 0],
    }),
  );
  const units = places.map(
    (members, unit): PassUnit => ({ rules: members.map((place) => planned[place]), writes: writes[unit] }),
  );
  const { carriers, activations, actives, scopes, askings } = questions;
  const plan = {
    units,
    firings: firingsOf(planned, runs, units),
    rules: planned,
    runs,
    askings: askings.list,
    carriers: carriers.list,
    activations: activations.list,
    actives: actives.list,
    scopes: scopes.list,
    operands: operands.list(),
    written: [...written].sort((a, b) => a - b),
  };
  return { ...plan, layout: layoutOf(plan) };
}

type AskedRule = Omit<PassRule, 'writes'>;
type Questions = ReturnType<typeof createQuestions>;

/** Shared questions of rules to carriers, sources and targets are planned once. */
function createQuestions(book: TermBook, narrows: boolean) {
  const carriers = registry<CarrierPlan>();
  const activations = registry<ActivationPlan & { readonly actives: number[] }>();
  const actives = registry<ActivePlan>();
  const scopes = registry<ScopePlan & { readonly actives: number[] }>();
  const askings = registry<Asking>();
  const carrierOf = keptBy((carrier: Carrier) =>
    carriers.number(carrierText(carrier), () => planCarrier(book, carrier)),
  );
  const isOwn = (scope: number) => scopes.list[scope].selection === undefined;
  return { carriers, activations, actives, scopes, askings, of, isOwn };

  function of(rule: Rule): AskedRule {
    const active = activeOf(activationOf(rule), carrierOf(rule.carrier));
    const scope = scopeOf(rule);
    const asking = askings.number(`${scope} ${active}`, () => ({
      scope,
      active,
      place: scopes.list[scope].actives.push(active) - 1,
    }));
    return { rule, active, scope, asking };
  }

  function activationOf(rule: Rule): number {
    const gates = rule.activation
      .map((node) => termOf(book, node))
      .flatMap(conjuncts)
      .filter((term) => constantValue(term) !== 1);
    const narrowing =
      narrows && rule.narrowing ? withTests(rule.narrowing, (test) => isTrue(termOf(book, test))) : undefined;
    const drawer =
      gates.some(({ draws }) => draws) || testsOf(narrowing).some(({ term }) => term.draws) ? rule : undefined;
    return activations.number(
      `${gates.map(({ id }) => id).join(' ')} | ${narrowing === undefined ? '' : JSON.stringify(withTests(narrowing, ({ term }) => term.id))} | ${drawer?.index ?? ''}`,
      () => ({
        drawer,
        gates: gates.map(isTrue),
        narrowing,
        isNever: gates.some((term) => constantValue(term) === 0),
        actives: [],
      }),
    );
  }

  function activeOf(activation: number, carrier: number): number {
    return actives.number(`${activation} ${carrier}`, () => {
      activations.list[activation].actives.push(actives.list.length);
      return { activation, carrier };
    });
  }

  function scopeOf(rule: Rule): number {
    const include = rule.include.map((node) => termOf(book, node));
    const exclude = rule.exclude.map((node) => termOf(book, node));
    const own = ownScope(book, include, exclude);
    const drawer = own === undefined && [...include, ...exclude].some(({ draws }) => draws) ? rule : undefined;
    const name =
      own === undefined
        ? `${include.map(({ id }) => id).join(' ')} | ${exclude.map(({ id }) => id).join(' ')} | ${drawer?.index ?? ''}`
        : `own ${own.gates.map(({ id }) => id).join(' ')}`;
    return scopes.number(name, () => ({
      drawer,
      actives: [],
      selection: own === undefined ? planSelection(include, exclude, targetSlot) : undefined,
      gates: (own?.gates ?? []).map(isTrue),
    }));
  }
}

/** Whether a pass cannot change a term. */
function fixedUnder(written: ReadonlySet<number>, changes: ReadonlySet<number>): (term: Term) => boolean {
  return (term) =>
    !term.draws &&
    !term.runs &&
    !term.stamps.some((stamp) => written.has(stamp - columnStamp(0)) || (stamp < columnStamp(0) && changes.has(stamp)));
}

function reachesOf(
  book: TermBook,
  asked: readonly AskedRule[],
  shapes: readonly (readonly WriteShape[] | undefined)[],
  written: ReadonlySet<number>,
  { isOwn: isOwnScope, carriers, actives }: Questions,
): readonly Reach[] {
  const order = new Map([...written].map((column, i) => [column, i]));
  return asked.map(({ rule, active, scope }, i) => {
    const shape = shapes[i];
    const terms = rule.effects.flatMap(nodesOfEffect).map((node) => termOf(book, node));
    const reads = new Set(
      terms
        .flatMap(({ stamps }) => stamps.map((stamp) => stamp - columnStamp(0)))
        .filter((column) => written.has(column)),
    );
    const isOwn =
      isOwnScope(scope) &&
      shape?.every(({ holder }) => holder === undefined) === true &&
      !terms.some((term) => readsElsewhere(term, written, true));
    const isJoining = isOwn && rule.dispatch === 'rule' && firesOnce(rule.carrier) && !terms.some(({ draws }) => draws);
    return {
      rule,
      carrier: markOf(rule.carrier, carriers.list[actives.list[active].carrier].where),
      isOwn,
      reads: bitsOf(reads, order),
      writes: bitsOf(rule.writes, order),
      isBarrier: rule.structural || rule.effects.some((effect) => changesOf(effect).length > 0),
      does: isJoining
        ? `${scope} ${rule.claims} ${shape.map(({ effect: { column, modification }, amount }) => `${column} ${modification} ${amount.id}`).join(', ')}`
        : undefined,
    };
  });
}

function stampsOf(book: TermBook, plan: Omit<PassPlan, 'stamps'>): readonly number[] {
  const terms = [
    ...plan.carriers.flatMap(({ where, times }) => [...where, ...(times === undefined ? [] : [times])]),
    ...plan.activations.flatMap(({ gates, narrowing }) => [...gates, ...testsOf(narrowing)].map(({ term }) => term)),
    ...plan.scopes.flatMap(({ gates }) => gates.map(({ term }) => term)),
    ...plan.operands.map(({ term }) => term),
    ...plan.rules.flatMap(({ rule }) => rule.effects.flatMap(nodesOfEffect)).map((node) => termOf(book, node)),
  ];
  const stamps = new Set([
    fact.population,
    ...terms.flatMap((term) => term.stamps),
    ...plan.scopes.flatMap(({ selection }) => selection?.stamps ?? []),
    ...plan.carriers.flatMap(({ carrier }) =>
      carrier.by === 'seat' ? [fact.availability, columnStamp(carrier.column)] : [],
    ),
  ]);
  return [...stamps].sort((a, b) => a - b);
}

/** Units in firing order; those of a run dispatched by source stay together. */
function firingsOf(
  rules: readonly PassRule[],
  runs: readonly number[],
  units: readonly PassUnit[],
): PassPlan['firings'] {
  const unitOf = new Map(units.flatMap((unit, number) => unit.rules.map((rule) => [rule, number] as const)));
  const firings: (readonly number[])[] = [];
  let from = 0;
  for (const to of runs) {
    const numbers = rules.slice(from, to).map((rule) => unitOf.get(rule) ?? 0);
    // A unit fires where its first rule does.
    if (to - from > 1 || units[numbers[0]].rules[0] === rules[from]) firings.push(numbers);
    from = to;
  }
  return firings;
}

/** A scope that is the source itself under conditions, which become gates. */
function ownScope(
  book: TermBook,
  include: readonly Term[],
  exclude: readonly Term[],
): { readonly gates: readonly Term[] } | undefined {
  if (include.length !== 1 || exclude.length > 0) return undefined;
  const parts = conjuncts(include[0]);
  const self = parts.find(isSelf);
  if (self === undefined || parts.some(({ draws }) => draws)) return undefined;
  return { gates: parts.filter((part) => part !== self).map((part) => withSlot(book, part, targetSlot, sourceSlot)) };
}

/** `target == source`. */
function isSelf(term: Term): boolean {
  const keyed = asKeyed(term, targetSlot);
  return keyed?.comparison === '==' && isSlot(keyed.value) && isSlot(keyed.key, sourceSlot);
}

function planCarrier(book: TermBook, carrier: Carrier): CarrierPlan {
  if (carrier.by !== 'condition') return { carrier, where: [], matches: [], times: undefined, counted: undefined };
  const where = carrier.where.map((node) => termOf(book, node)).flatMap(conjuncts);
  const times = carrier.times === undefined ? undefined : termOf(book, carrier.times);
  const kinds = carrier.kinds.length === 0 ? [0] : carrier.kinds;
  return {
    carrier,
    where,
    matches: kinds.map((kind) => planMatch(where, kind, sourceSlot)),
    times,
    counted: times === undefined || kinds.length > 1 ? undefined : planCount(where, times, kinds[0]),
  };
}

/** A number read through a reference of the source, a missing one counting as 0, and no other condition. */
function planCount(where: readonly Term[], times: Term, kind: number): CountPlan | undefined {
  const [of] = times.args;
  const count = asRead(times);
  const reference = count && asRead(of);
  if (count === undefined || reference === undefined || times.type.name !== 'number' || !isSlot(of.args[0]))
    return undefined;
  if (count.climb || reference.climb || count.absent !== 'zero' || reference.absent !== 'zero') return undefined;
  return where.every((term) => isPositive(term, times))
    ? { kind, reference: reference.column, count: count.column }
    : undefined;
}

/** `times > 0`, which objects left out by `times` fail anyway. */
function isPositive(term: Term, times: Term): boolean {
  const compared = asComparison(term);
  return compared?.comparison === '>' && compared.left === times && constantValue(compared.right) === 0;
}

function carrierText(carrier: Carrier): string {
  switch (carrier.by) {
    case 'class':
      return `class ${carrier.class}`;
    case 'seat':
      return `seat ${carrier.class} ${carrier.column}`;
    case 'condition':
      return `condition ${carrier.kinds.join(' ')} | ${carrier.where.map(printNode).join(' ')} | ${carrier.times === undefined ? '' : printNode(carrier.times)}`;
  }
}

function testsOf(plan: NarrowingPlan | undefined): readonly Test[] {
  const tests: Test[] = [];
  if (plan !== undefined) withTests(plan, (test) => tests.push(test));
  return tests;
}

export function factsChangedBy(rules: readonly Rule[]): ReadonlySet<number> {
  const changed = new Set<number>();
  for (const { effects } of rules) for (const name of effects.flatMap(changesOf)) changed.add(fact[name]);
  return changed;
}

const anything = factNames.filter((name) => name !== 'clock');

const changes: Readonly<Record<PlainEffect['kind'], readonly Fact[]>> = {
  modify: [],
  step: [],
  sight: [],
  message: [],
  availability: ['availability'],
  hold: ['holding'],
  give: ['owner'],
  move: ['place'],
  put: ['place'],
  lane: ['lanes'],
  bind: ['role'],
  become: ['population', 'holding'],
  // Answers to occurrences may do anything.
  raise: anything,
  create: anything,
  destroy: anything,
};

function changesOf(effect: Effect): readonly Fact[] {
  return leavesOf([effect]).flatMap(({ kind }) => changes[kind]);
}

function areTogether(rule: Rule, next: Rule | undefined): boolean {
  return rule.dispatch === 'source' && next?.dispatch === 'source' && rule.priority === next.priority;
}
