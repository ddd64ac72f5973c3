import { population } from '../../components/objects.js';
import { blaming } from '../../kernel/errors.js';
import { fireEffects } from '../effects/fire.js';
import type { TurnContext } from '../effects/turn-context.js';
import type { Executor } from '../executor.js';
import { countTests } from '../frame.js';
import { createPathCounts } from '../path-counts.js';
import type { Program } from '../program.js';
import type { Rule } from '../rule.js';
import { type RuleActivity, createRuleActivity, noteActivity } from '../rule-activity.js';
import { isSource, sourcesByClass } from '../sources.js';
import { referenceGrowth } from './reference-growth.js';
import { referenceScopes } from './reference-scopes.js';

/** Rules in strict order, one source, one target, one effect at a time: the meaning of rules. */
export function referenceExecutor({ rules: { rules: all } }: Program): Executor {
  const activity = createRuleActivity(all);
  return {
    name: 'reference',
    paths: createPathCounts(),
    activity,
    runRules(context, rules) {
      const sources = sourcesByClass(context);
      for (const rule of rules) {
        for (const source of sources.get(rule.carrier) ?? []) {
          if (isSource(context.state, context.frame.turn, rule, source)) runRule(context, activity, rule, source);
        }
      }
    },
    grow: referenceGrowth,
  };
}

function runRule(context: TurnContext, activity: RuleActivity, rule: Rule, source: number): void {
  const { frame } = context;
  frame.rule = rule.index;
  blaming(`rule ${rule.name} (${rule.origin.file}:${rule.origin.line})`, rule.name, () => {
    if (!referenceScopes.isActive(rule, source, frame)) return;
    // By the number of objects, however few of them an executor really looks at: the limit must not depend on it.
    countTests(frame, population(context.state));
    const scope = referenceScopes.scope(rule, source, frame);
    noteActivity(activity, rule, 1, scope.size);
    fireEffects(context, rule, source, scope);
  });
}
