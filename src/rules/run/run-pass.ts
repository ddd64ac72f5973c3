import { EdictError } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { ProgramPlan } from '../program-plan.js';
import type { Effect, Rule } from '../../ir/rule.js';
import type { RuleActivity } from '../../meaning/executor.js';
import type { Selector } from '../../match/select/selector.js';
import { askOfPass } from '../../meaning/moments.js';
import { type CarrierLists, type Sources, createCarrierLists } from './carrier-lists.js';
import { firePass } from './fire-rules.js';
import { type Amounts, createAmounts, evaluateAmounts } from './amounts.js';
import { type PhaseMemory, createPhaseMemory } from './phase-memory.js';
import { askRules } from './ask-rules.js';
import type { ResultMemory } from './targets.js';
import type { PassLayout, PassPlan } from '../pass-plan.js';

/** Runs passes by plans that evaluate each shared condition once. */
export function createCompiledPass(
  evaluator: Evaluator,
  selector: Selector,
  plan: ProgramPlan,
  activity: RuleActivity,
  paths: PathCounts,
): (context: TurnContext, rules: readonly Rule[]) => void {
  const memoryOf = keptBy((pass: PassPlan) => createMemory(evaluator, selector, pass, paths));
  return (context, rules) => {
    askOfPass(context, rules);
    const pass = passPlanOf(plan, rules);
    const memory = memoryOf(pass);
    if (memory.phase === undefined) runAll(context, pass, memory);
    else
      memory.phase.run(context, () => {
        runAll(context, pass, memory);
      });
  };

  function runAll(context: TurnContext, pass: PassPlan, { carriers, results, amounts }: Memory): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    context.clock?.('activation');
    const sources = carriers();
    noteAsked(activity, pass.layout, sources);
    const asked = askRules(evaluator, selector, pass, sources, results, context.clock);
    evaluateAmounts(evaluator, pass, asked, amounts);
    firePass({ ...asked, evaluator, context, plan: pass, amounts }, activity);
    context.clock?.('end');
    scratch.release(mark);
  }
}

function noteAsked({ asked }: RuleActivity, { carriedStart, carriedRules }: PassLayout, { from, to }: Sources): void {
  for (let carrier = 0; carrier + 1 < carriedStart.length; carrier++) {
    const length = to[carrier] - from[carrier];
    if (length > 0)
      for (let i = carriedStart[carrier]; i < carriedStart[carrier + 1]; i++) asked[carriedRules[i]] += length;
  }
}

interface Memory {
  readonly carriers: CarrierLists;
  readonly results: ResultMemory;
  readonly amounts: Amounts;
  /** Undefined where a pass does more than write numbers. */
  readonly phase: PhaseMemory | undefined;
}

function createMemory(evaluator: Evaluator, selector: Selector, plan: PassPlan, paths: PathCounts): Memory {
  const { carriers, rules, stamps, written } = plan;
  const isPlain = rules.every(({ rule }) => rule.effects.every(onlyWrites));
  return {
    carriers: createCarrierLists(evaluator, selector, carriers),
    results: { room: evaluator.scratch, answers: [], isOrdered: true },
    amounts: createAmounts(plan),
    phase: isPlain ? createPhaseMemory(evaluator.state, { stamps, columns: written, waits: false }, paths) : undefined,
  };
}

/** Whether an effect only writes cells of objects known from evaluation. */
function onlyWrites(effect: Effect): boolean {
  if (effect.kind === 'branch') return [...effect.then, ...effect.otherwise].every(onlyWrites);
  return effect.kind === 'modify' && effect.recipient !== 'empires';
}

/** Throws for a list that is no pass of the program. */
function passPlanOf(plan: ProgramPlan, rules: readonly Rule[]): PassPlan {
  const known = plan.passes.get(rules);
  if (known === undefined)
    throw new EdictError('foreign-rule', 'these rules are not a pass of this program; run the lists of its rule book');
  return known;
}
