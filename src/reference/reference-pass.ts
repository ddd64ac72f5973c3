import { population } from '../state/objects.js';
import { blaming } from '../kernel/errors.js';
import { fireEffects } from '../rules/effects/fire.js';
import type { TurnContext } from '../rules/effects/turn-context.js';
import { type Frame, countTests } from '../ir/frame.js';
import { type RuleActivity, noteActivity } from '../rules/rule-activity.js';
import type { Rule } from '../ir/rule.js';
import { type Source, carriersOf } from '../rules/sources.js';
import { sourceSlot } from '../ir/node.js';
import type { TargetSet } from '../match/target-set.js';
import { inDispatchOrder } from '../rules/dispatch.js';
import { narrowed } from '../rules/pass/narrowing.js';
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
  return blaming(`rule ${rule.name} (${rule.origin.file}:${rule.origin.line})`, rule.name, act);
}
