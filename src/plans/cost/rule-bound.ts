import { createTermBook } from '../../eval/term-book.js';
import { type Node, targetSlot } from '../../ir/node.js';

import { type Rule, kindOfCarrier } from '../../ir/rule.js';
import { scopeWork } from '../../meaning/scope-work.js';
import type { Model } from '../../model/model.js';
import type { RulePlan } from '../../rules/program-plan.js';
import { type EffectsBound, type EffectsBounding, boundOfEffect } from './effects-bound.js';
import { type ScopeBound, boundOfSelection } from './scope-bound.js';
import { type Evaluations, beside, evaluations, visitsOf, visitsOfNode } from './visits-bound.js';
import { type Work, endlessWork, greaterWork, noWork, sumOfWork } from './work.js';
import { type WorldCounts, countOfClass, countOfFactions, countOfKind, withBirths } from './world-counts.js';

export type ExecutorName = 'compiled' | 'reference';

/** A part of a rule; `effect`: its place in the list. */
export interface ClauseBound {
  readonly part: 'activation' | 'scope' | 'effect';
  readonly effect: number;
  readonly work: Work;
}

export interface RuleBound {
  readonly rule: Rule;
  readonly sources: number;
  readonly work: Work;
  readonly clauses: readonly ClauseBound[];
  /** Objects that it creates, by kind. */
  readonly born: ReadonlyMap<number, number>;
  /** Why only limits bound its work, or empty. */
  readonly unbounded: string;
}

/** `stated`: at the beginning of the turn; `counts`: before the rule; `most`: objects created in a turn. */
export function boundOfRule(
  plan: RulePlan,
  model: Model,
  stated: WorldCounts,
  counts: WorldCounts,
  executor: ExecutorName,
  most: number,
): RuleBound {
  const { rule } = plan;
  if (rule.heard === true) return endless(rule, model, most, 'abilities may answer its effects');
  if (rule.carrier.by !== 'class') return endless(rule, model, most, 'conditions decide which objects carry it');
  // Objects created in this turn are no sources yet.
  const sources = countOfClass(model, stated, rule.carrier.class);
  const before = boundWith(plan, model, counts, executor, sources);
  if (sizeOf(before.born) === 0) return before;
  const again = boundWith(plan, model, withBirths(model, counts, held(before.born, most)), executor, sources);
  // Newborn objects lead to no more births.
  if (Number.isFinite(sizeOf(before.born)) && sizeOf(again.born) <= sizeOf(before.born)) return again;
  const born = held(new Map([...again.born.keys()].map((kind) => [kind, most])), most);
  const after = boundWith(plan, model, withBirths(model, counts, born), executor, sources);
  return {
    ...after,
    born,
    work: { ...after.work, created: Infinity },
    unbounded: 'the number of objects that it creates has no bound',
  };
}

/** A turn fails before more objects are created. */
function held(born: ReadonlyMap<number, number>, most: number): ReadonlyMap<number, number> {
  return new Map([...born].map(([kind, count]) => [kind, Math.min(most, count)]));
}

function sizeOf(born: ReadonlyMap<number, number>): number {
  return [...born.values()].reduce((sum, count) => sum + count, 0);
}

function endless(rule: Rule, { kinds }: Model, most: number, unbounded: string): RuleBound {
  const clauses: ClauseBound[] = [{ part: 'scope', effect: 0, work: endlessWork }];
  return {
    rule,
    sources: Infinity,
    work: endlessWork,
    clauses,
    born: new Map(kinds.map(({ index }) => [index, most])),
    unbounded,
  };
}

/** How an executor goes about it: over columns, in generated loops, or one object and one condition at a time. */
type Way = 'columns' | 'loops' | 'strict';

const ways: Readonly<Record<ExecutorName, readonly Way[]>> = { compiled: ['columns', 'loops'], reference: ['strict'] };

function boundWith(
  plan: RulePlan,
  model: Model,
  counts: WorldCounts,
  executor: ExecutorName,
  sources: number,
): RuleBound {
  const { rule } = plan;
  if (sources === 0) return { rule, sources, work: noWork, clauses: [], born: new Map(), unbounded: '' };
  const [first, ...others] = ways[executor].map((way) => boundByWay(plan, model, counts, way, sources));
  // Which way an executor takes may differ from turn to turn.
  const clauses = first.clauses.map((clause, i) => ({
    ...clause,
    work: greaterWork([clause, ...others.map((each) => each.clauses[i])].map(({ work }) => work)),
  }));
  return { rule, sources, work: sumOfWork(clauses.map(({ work }) => work)), clauses, born: first.born, unbounded: '' };
}

function boundByWay(
  plan: RulePlan,
  model: Model,
  counts: WorldCounts,
  way: Way,
  sources: number,
): Pick<RuleBound, 'clauses' | 'born'> {
  const { rule } = plan;
  const bounding: EffectsBounding = {
    model,
    counts,
    evaluation: way === 'columns' ? 'columns' : 'singly',
    book: createTermBook({ supposing: false }),
    kind: kindOfCarrier(model, rule.carrier),
  };
  const asking = evaluations(sources, [1]);
  const asks = way === 'columns' ? asksOf(plan, model, sources) : 1;
  const scope = boundOfSelection(plan.selection, asking, asks, bounding);
  const fired = effectsOf(rule, asking, scope, bounding);
  const isAsked = way !== 'loops' || plan.whole !== undefined;
  const [activation, candidates] = !isAsked
    ? [0, 0]
    : way === 'strict'
      ? strictVisits(rule, asking, bounding)
      : [asks * visitsOfActivation(plan, asking, bounding), scope.visits];
  const clauses: readonly ClauseBound[] = [
    { part: 'activation', effect: 0, work: { ...noWork, visits: activation } },
    {
      part: 'scope',
      effect: 0,
      work: { ...noWork, visits: candidates, tests: testsOfScope(rule, asking, scope, bounding) },
    },
    ...fired.map((each, effect): ClauseBound => ({ part: 'effect', effect, work: workOfEffect(each) })),
  ];
  return { clauses, born: fired.reduce(addBorn, new Map<number, number>()) };
}

function addBorn(sum: ReadonlyMap<number, number>, { born }: EffectsBound): ReadonlyMap<number, number> {
  const all = new Map(sum);
  for (const [kind, count] of born) all.set(kind, (all.get(kind) ?? 0) + count);
  return all;
}

function workOfEffect({ onTargets, onOthers, visits: visited, created }: EffectsBound): Work {
  return { tests: 0, visits: visited, effects: onTargets + onOthers, created };
}

function effectsOf(
  rule: Rule,
  asking: Evaluations,
  { targets }: ScopeBound,
  bounding: EffectsBounding,
): readonly EffectsBound[] {
  const firings = {
    target: targets,
    source: asking,
    empires: beside(asking, targetSlot, countOfFactions(bounding.model, bounding.counts)),
  };
  return rule.effects.map((effect) => {
    const bound = boundOfEffect(effect, firings, bounding);
    // Amounts that depend on the source alone are evaluated for sources without targets, too.
    const alone = boundOfEffect(effect, { ...firings, target: asking }, bounding);
    return { ...bound, visits: Math.max(bound.visits, alone.visits) };
  });
}

function visitsOfActivation({ gates }: RulePlan, asking: Evaluations, bounding: EffectsBounding): number {
  return gates.reduce((sum, { term }) => sum + visitsOf(term, asking, bounding), 0);
}

/** Every condition as written, of every object. */
function strictVisits(
  { activation, include, exclude }: Rule,
  asking: Evaluations,
  bounding: EffectsBounding,
): readonly [activation: number, scope: number] {
  const everyone = beside(asking, targetSlot, countOfKind(bounding.counts, 0));
  const sumOf = (nodes: readonly Node[], given: Evaluations) =>
    nodes.reduce((sum, node) => sum + visitsOfNode(node, given, bounding), 0);
  return [sumOf(activation, asking), sumOf([...include, ...exclude], everyone)];
}

function testsOfScope(rule: Rule, asking: Evaluations, { targets }: ScopeBound, { counts }: EffectsBounding): number {
  const counted = scopeWork(rule);
  return asking.times * (counted.single + counted.all * countOfKind(counts, 0)) + counted.targets * targets.times;
}

/** Sources from which on a rule that can be one loop is one. */
const hotSources = 300;

/**
 * How often sources are asked, on average. A rule that changes what it asks is asked ahead, and again after changes: of
 * all that remain, for each fifth source at worst (`inTurn`), and once more for tests that are made late.
 */
function asksOf({ rule, together, whole }: RulePlan, { stacking }: Model, sources: number): number {
  if (together || rule.order === 'simultaneous') return 1;
  const again = (of: number) => 1 + Math.min((of + 1) / 2, of / 10 + 8);
  if (whole === undefined || stacking.size > 0) return again(sources);
  const cold = Math.min(sources, hotSources);
  return Math.max(1, (cold * again(cold)) / sources);
}
