import { keptBy } from '../kernel/maps.js';
import type { WorldState } from '../components/state.js';
import { EdictError } from '../kernel/errors.js';
import { createMatching } from '../match/evaluate.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { oneRow } from '../eval/columns/rows.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import { type Executor, type Grown, createRuleActivity } from '../meaning/executor.js';
import { profiled } from '../meaning/profiled.js';
import type { Node, Value } from '../ir/node.js';
import { type PathCounts, createPathCounts } from '../eval/path-counts.js';
import { type RulePlan, planOf } from '../rules/program-plan.js';
import { type TermBook, termOf } from '../eval/term-book.js';
import type { FlowBook, Program, Rule } from '../ir/rule.js';
import { referenceGrowth } from '../reference/reference-growth.js';
import { createGrower } from '../rules/run/run-growth.js';
import { createPhaseMemory, reachOf } from '../rules/run/phase-memory.js';
import { createCompiledPass } from '../rules/run/run-pass.js';
import { createRuleRunner } from '../rules/run/run-rule.js';

/** Makes what runs the flows of a content. */
export type MakeFlows = (
  evaluator: Evaluator,
  terms: TermBook,
  flows: FlowBook,
  paths: PathCounts,
) => (context: TurnContext) => void;

/**
 * Runs rules as sets over columns where that is indistinguishable from strict order, else source by source. `makeFlows`
 * is asked only where there are flows.
 */
export function createCompiledExecutor(program: Program, state: WorldState, makeFlows: () => MakeFlows): Executor {
  const plan = planOf(program);
  const paths = createPathCounts();
  const activity = createRuleActivity(program.rules);
  const matching = createMatching(state, paths);
  const { evaluator } = matching;
  const nothingLent = evaluator.scratch.mark();
  const runRule = createRuleRunner(plan.book, evaluator, matching, activity, paths);
  const memoryOf = keptBy((rules: readonly Rule[]) => createPhaseMemory(state, reachOf(rules.map(planned)), paths));
  const grower = createGrower(evaluator, plan);
  let flows: ReturnType<MakeFlows> | undefined;
  const pass = createCompiledPass(evaluator, matching, plan, activity, paths);
  return {
    name: 'compiled',
    paths,
    activity,
    runRules(context, rules) {
      begin(context);
      paths.strict += Number(context.strict);
      let isRun = false;
      memoryOf(rules).run(context, () => {
        isRun = true;
        for (const rule of rules)
          profiled(context, activity, rule, () => {
            runRule(context, planned(rule));
          });
      });
      if (!isRun) context.profile?.repeat(rules);
    },
    runPass(context, rules) {
      begin(context);
      pass(context, rules);
    },
    grow(context, growth): Grown {
      begin(context);
      return context.strict ? referenceGrowth(context, growth) : grower(context, growth);
    },
    flow(context) {
      begin(context);
      flows ??= makeFlows()(evaluator, plan.book, program.rules.flows, paths);
      flows(context);
    },
  };

  /** A refused turn was left in the middle, with memory lent. */
  function begin(context: TurnContext): void {
    evaluator.frame = context.frame;
    evaluator.scratch.release(nothingLent);
    context.evaluate = evaluateNode;
  }

  /** Expressions of single effects: the interpreter is fast where it looks at few objects. */
  function evaluateNode(node: Node): Value {
    const term = termOf(plan.book, node);
    return term.heavy ? asValue(evaluator.uniform(term, oneRow)) : evaluator.frame.evaluate(node);
  }

  function planned(rule: Rule): RulePlan {
    const known = plan.rules.get(rule);
    if (known === undefined)
      throw new EdictError('foreign-rule', `rule ${rule.name} is not of this program`, rule.name);
    return known;
  }
}

function asValue(value: Value | symbol): Value {
  return typeof value === 'symbol' ? undefined : value;
}
