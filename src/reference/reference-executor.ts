import { population } from '../state/objects.js';
import { blaming } from '../kernel/errors.js';
import { fireEffects } from '../meaning/effects/fire.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Executor } from '../meaning/executor.js';
import { countTests } from '../ir/frame.js';
import { createPathCounts } from '../eval/path-counts.js';
import type { Program } from '../ir/program.js';
import { type Rule, ruleTitle } from '../ir/rule.js';
import { type RuleActivity, createRuleActivity, noteActivity } from '../meaning/rule-activity.js';
import { carriersOf, isSource } from '../meaning/sources.js';
import { referenceFlows } from './reference-flows.js';
import { runReferencePass } from './reference-pass.js';
import { referenceGrowth } from './reference-growth.js';
import { referenceScopes } from './reference-scopes.js';

/** Rules in strict order, one source, one target, one effect at a time: the meaning of rules. */
export function referenceExecutor({ rules: book }: Program): Executor {
  const activity = createRuleActivity(book);
  return {
    name: 'reference',
    paths: createPathCounts(),
    activity,
    runRules(context, rules) {
      for (const rule of rules) {
        for (const { id } of carriersOf(rule.carrier, context.frame)) {
          if (isSource(context, rule, id)) runRule(context, activity, rule, id);
        }
      }
    },
    runPass: (context, rules) => {
      runReferencePass(context, activity, rules);
    },
    grow: referenceGrowth,
    flow: (context) => {
      referenceFlows(context, book.flows);
    },
  };
}

function runRule(context: TurnContext, activity: RuleActivity, rule: Rule, source: number): void {
  const { frame } = context;
  frame.rule = rule.index;
  blaming(ruleTitle(rule), rule.name, () => {
    if (!referenceScopes.isActive(rule, source, frame)) return;
    // By the number of objects, however few of them an executor really looks at: the limit must not depend on it.
    countTests(frame, population(context.state));
    const scope = referenceScopes.scope(rule, source, frame);
    noteActivity(activity, rule, 1, scope.size);
    fireEffects(context, rule, source, scope);
  });
}
