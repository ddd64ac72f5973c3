import { population } from '../state/objects.js';
import { blaming } from '../kernel/errors.js';
import { fireEffects } from '../meaning/effects/fire.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { type Frame, countTests } from '../ir/frame.js';
import { type RuleActivity, noteActivity } from '../meaning/rule-activity.js';
import { type Rule, ruleTitle } from '../ir/rule.js';
import { type Source, carriersOf } from '../meaning/sources.js';
import { sourceSlot } from '../ir/node.js';
import type { TargetSet } from '../meaning/target-set.js';
import { narrowed } from '../meaning/narrowing.js';
import { referenceScopes } from './reference-scopes.js';

/** A rule and a source of it that fires. */
interface Entry {
  readonly rule: Rule;
  readonly source: Source;
  readonly scope: TargetSet;
}

/** The meaning of a pass: everything is asked, then everything fires, in order of the rules and of their sources. */
export function runReferencePass(context: TurnContext, activity: RuleActivity, rules: readonly Rule[]): void {
  const entries = rules.map((rule) => naming(rule, () => ask(context, activity, rule)));
  for (const { rule, source, scope } of inDispatchOrder(rules, entries, ({ source: { rank } }) => rank)) {
    naming(rule, () => {
      context.frame.rule = rule.index;
      fireEffects(context, rule, source.id, scope);
    });
  }
}

function ask({ state, frame }: TurnContext, activity: RuleActivity, rule: Rule): readonly Entry[] {
  frame.rule = rule.index;
  const sources = carriersOf(rule.carrier, frame);
  activity.asked[rule.index] += sources.length;
  return activeSources(rule, sources, frame).map((source) => {
    countTests(frame, population(state));
    const scope = referenceScopes.scope(rule, source.id, frame);
    noteActivity(activity, rule, 1, scope.size);
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
 * What fires, in its order: rule after rule; neighbours of one priority that dispatch by source are merged by the ranks
 * of their sources. `entries`: by rule.
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
