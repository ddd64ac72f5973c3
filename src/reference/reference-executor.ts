import { liveIds } from '../components/live-objects.js';
import { blaming } from '../kernel/errors.js';
import { type Firing, fireAtOnce } from '../meaning/effects/fire-at-once.js';
import { fireEffects } from '../meaning/effects/fire-effects.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { type Executor, type RuleActivity, createRuleActivity, noteActivity } from '../meaning/executor.js';
import { type Frame, type Node, countTests, notFound, sourceSlot, targetSlot } from '../ir/node.js';
import { createPathCounts } from '../eval/path-counts.js';
import { type Program, type Rule, ruleTitle } from '../ir/rule.js';
import { type Source, carriersOf, isSource, narrowed } from '../meaning/rule-sources.js';
import { askOfPass, placeAsked } from '../meaning/moments.js';
import { profiled } from '../meaning/profiled.js';
import { testsOfScopes } from '../meaning/scope-work.js';
import { inRandomOrder } from '../meaning/source-order.js';
import { referenceFlows } from './reference-flows.js';
import { referenceGrowth } from './reference-growth.js';

/** Rules in strict order, one source, one target, one effect at a time: the meaning of rules. */
export function referenceExecutor({ rules: book }: Program): Executor {
  const activity = createRuleActivity(book);
  return {
    name: 'reference',
    paths: createPathCounts(),
    activity,
    runRules(context, rules) {
      for (const rule of rules)
        profiled(context, activity, rule, () => {
          runEach(context, activity, rule);
        });
    },
    runPass: (context, rules) => {
      askOfPass(context, rules);
      runReferencePass(context, activity, rules);
    },
    grow: referenceGrowth,
    flow: (context) => {
      referenceFlows(context, book.flows);
    },
  };
}

function runEach(context: TurnContext, activity: RuleActivity, rule: Rule): void {
  const moment = context.moments?.get(rule);
  if (context.profile !== undefined) {
    const { created } = context.state;
    const carriers = carriersOf(rule.carrier, context.frame);
    context.profile.rules.now.asked[rule.index] += carriers.filter(({ id }) => created[id] < context.frame.turn).length;
  }
  if (rule.order === 'simultaneous') {
    moment?.ask();
    runAtOnce(context, activity, rule);
    return;
  }
  const ids = sourcesOf(rule, context);
  const asked = placeAsked(context, rule, ids);
  for (const [place, id] of ids.entries()) {
    if (place === asked) moment?.ask();
    if (isSource(context, rule, id)) runRule(context, activity, rule, id);
  }
  if (ids.length === asked) moment?.ask();
}

function sourcesOf(rule: Rule, { frame }: TurnContext): readonly number[] {
  const ids = carriersOf(rule.carrier, frame).map(({ id }) => id);
  frame.rule = rule.index;
  return rule.order === 'random' ? inRandomOrder(ids, frame) : ids;
}

function runAtOnce(context: TurnContext, activity: RuleActivity, rule: Rule): void {
  const { frame } = context;
  const sources = sourcesOf(rule, context).filter((id) => isSource(context, rule, id));
  naming(rule, () => {
    fireAtOnce(context, rule, firings());
  });

  /** One by one: nothing fires before the last is asked. */
  function* firings(): Generator<Firing> {
    for (const source of sources) {
      if (!referenceScopes.isActive(rule, source, frame)) continue;
      const targets = scopeOf(rule, source, context);
      noteActivity(activity, rule, 1, targets.length);
      yield { source, targets };
    }
  }
}

function runRule(context: TurnContext, activity: RuleActivity, rule: Rule, source: number): void {
  const { frame } = context;
  frame.rule = rule.index;
  naming(rule, () => {
    if (!referenceScopes.isActive(rule, source, frame)) return;
    const scope = scopeOf(rule, source, context);
    noteActivity(activity, rule, 1, scope.length);
    fireEffects(context, rule, source, scope);
  });
}

interface Entry {
  readonly rule: Rule;
  readonly source: Source;
  readonly scope: readonly number[];
}

/** The meaning of a pass: everything is evaluated, then everything fires, in order of rules and sources. */
function runReferencePass(context: TurnContext, activity: RuleActivity, rules: readonly Rule[]): void {
  const entries = rules.map((rule) => naming(rule, () => ask(context, activity, rule)));
  for (const { rule, source, scope } of inDispatchOrder(rules, entries, ({ source: { rank } }) => rank)) {
    naming(rule, () => {
      context.frame.rule = rule.index;
      fireEffects(context, rule, source.id, scope);
    });
  }
}

/** Counts what is known to be tested before it tests. */
function scopeOf(rule: Rule, source: number, { frame, state }: TurnContext): readonly number[] {
  countTests(frame, testsOfScopes(rule, state, 1, 0));
  const scope = referenceScopes.scope(rule, source, frame);
  countTests(frame, testsOfScopes(rule, state, 0, scope.length));
  return scope;
}

function ask(context: TurnContext, activity: RuleActivity, rule: Rule): readonly Entry[] {
  const { frame } = context;
  frame.rule = rule.index;
  const sources = carriersOf(rule.carrier, frame);
  activity.asked[rule.index] += sources.length;
  return activeSources(rule, sources, frame).map((source) => {
    const scope = scopeOf(rule, source.id, context);
    noteActivity(activity, rule, 1, scope.length);
    return { rule, source, scope };
  });
}

function activeSources(rule: Rule, sources: readonly Source[], frame: Frame): readonly Source[] {
  if (rule.narrowing === undefined) return sources.filter(({ id }) => referenceScopes.isActive(rule, id, frame));
  return narrowed(rule.narrowing, sources, (test, { id }) => {
    frame.slots[sourceSlot] = id;
    return frame.evaluate(test) === 1;
  });
}

function naming<T>(rule: Rule, act: () => T): T {
  return blaming(ruleTitle(rule), rule.name, act);
}

/**
 * Firing order: rule after rule; neighbours of one priority dispatched by source are merged by rank of source.
 * `entries`: by rule.
 */
export function inDispatchOrder<T>(
  rules: readonly Rule[],
  entries: readonly (readonly T[])[],
  rankOf: (entry: T) => number,
): readonly T[] {
  const runs: (readonly T[])[][] = [];
  for (const [i, { dispatch, priority }] of rules.entries()) {
    const before = rules[i - 1];
    const isNext = dispatch === 'source' && before?.dispatch === 'source' && before.priority === priority;
    if (isNext) runs[runs.length - 1].push(entries[i]);
    else runs.push([entries[i]]);
  }
  return runs.flatMap((run) => (run.length > 1 ? run.flat().sort((a, b) => rankOf(a) - rankOf(b)) : run[0]));
}

/** The meaning of activation and scope: every condition on every object in turn. */
export const referenceScopes = {
  isActive(rule: Rule, source: number, frame: Frame): boolean {
    frame.slots[sourceSlot] = source;
    return rule.activation.every((condition) => frame.evaluate(condition) === 1);
  },
  scope(rule: Rule, source: number, frame: Frame): readonly number[] {
    frame.slots[sourceSlot] = source;
    const ids: number[] = [];
    for (const id of liveIds(frame.state)) {
      frame.slots[targetSlot] = id;
      if (isInScope(rule.include, rule.exclude, frame)) ids.push(id);
    }
    return ids;
  },
};

/** Any inclusion adds, any exclusion removes, and objects that lack a property asked for are excluded by either. */
function isInScope(include: readonly Node[], exclude: readonly Node[], frame: Frame): boolean {
  let included = false;
  for (const condition of include) {
    const value = frame.evaluate(condition);
    if (value === notFound) return false;
    if (value === 1) included = true;
  }
  if (!included) return false;
  for (const condition of exclude) {
    const value = frame.evaluate(condition);
    if (value === notFound || value === 1) return false;
  }
  return true;
}
