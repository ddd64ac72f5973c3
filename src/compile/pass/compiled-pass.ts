import { EdictError } from '../../kernel/errors.js';
import type { Evaluator } from '../columns/evaluator.js';
import type { TurnContext } from '../effects/turn-context.js';
import { type PhaseMemory, createPhaseMemory } from '../execute/phase-memory.js';
import type { PathCounts } from '../path-counts.js';
import type { ProgramPlan } from '../plan/program-plan.js';
import type { Effect, Rule } from '../rule.js';
import type { RuleActivity } from '../rule-activity.js';
import type { Answers } from '../select/answers.js';
import type { Selector } from '../select/selector.js';
import { activeSources } from './activations.js';
import { sourcesOf } from './carrier-lists.js';
import { firePass } from './fire-pass.js';
import { foundScopes } from './found-scopes.js';
import { operandValues, spansOf } from './operands.js';
import type { PassPlan } from '../plan/pass-plan.js';

/** Runs passes by plans that ask each condition of all who share it. */
export interface CompiledPass {
  run(context: TurnContext, rules: readonly Rule[]): void;
}

export function createCompiledPass(evaluator: Evaluator, selector: Selector, plan: ProgramPlan, activity: RuleActivity, paths: PathCounts): CompiledPass {
  const memories = new Map<PassPlan, Memory>();
  return {
    run(context, rules) {
      const pass = passPlanOf(plan, rules);
      let memory = memories.get(pass);
      if (memory === undefined) memories.set(pass, memory = createMemory(evaluator, pass, paths));
      const { answers, phase } = memory;
      if (phase === undefined) runAll(context, pass, answers);
      else phase.run(context, () => { runAll(context, pass, answers); });
    },
  };

  function runAll(context: TurnContext, pass: PassPlan, answers: Answers[]): void {
    context.clock?.('activation');
    const sources = sourcesOf(evaluator, pass.carriers);
    sources.forEach(({ length }, carrier) => {
      if (length > 0) for (const index of pass.carried[carrier]) activity.asked[index] += length;
    });
    const actives = activeSources(evaluator, pass, sources);
    context.clock?.('scope');
    const scopes = foundScopes(evaluator, selector, pass, actives, answers);
    context.clock?.('execution');
    const spans = spansOf(pass, actives, scopes);
    const operands = operandValues(evaluator, pass, spans, actives, scopes);
    firePass(evaluator, context, { plan: pass, actives, scopes, operands, spans }, activity);
    context.clock?.('end');
  }
}

/** What is kept of a pass between its runs. */
interface Memory {
  readonly answers: Answers[];
  /** Undefined where a pass does more than write numbers. */
  readonly phase: PhaseMemory | undefined;
}

function createMemory({ state }: Evaluator, { rules, stamps, written }: PassPlan, paths: PathCounts): Memory {
  const isPlain = rules.every(({ rule }) => rule.effects.every(onlyWrites));
  return { answers: [], phase: isPlain ? createPhaseMemory(state, { stamps, columns: written, waits: false }, paths) : undefined };
}

/** Whether an effect does no more than write cells, and to whom is known by what was asked. */
function onlyWrites(effect: Effect): boolean {
  if (effect.kind === 'branch') return [...effect.then, ...effect.otherwise].every(onlyWrites);
  return effect.kind === 'modify' && effect.recipient !== 'empires';
}

/** The plan of a pass over a list of rules. Throws for a list that is no pass of the program. */
function passPlanOf(plan: ProgramPlan, rules: readonly Rule[]): PassPlan {
  const known = plan.passes.get(rules);
  if (known === undefined) throw new EdictError('foreign-rule', 'these rules are no pass of this program; run the lists of its rule book');
  return known;
}
