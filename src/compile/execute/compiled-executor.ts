import { population } from '../../components/objects.js';
import type { WorldState } from '../../components/world-state.js';
import { EdictError, blaming } from '../../kernel/errors.js';
import { createEvaluator } from '../columns/evaluate.js';
import { oneRow, rowsOver } from '../columns/rows.js';
import { fireEffects } from '../effects/fire.js';
import type { TurnContext } from '../effects/turn-context.js';
import { type Executor, type Grown, StrictTurnNeeded } from '../executor.js';
import { countTests, countVisits } from '../frame.js';
import { type Node, type Value, sourceSlot } from '../node.js';
import { createPathCounts } from '../path-counts.js';
import { type ProgramPlan, planOf } from '../plan/program-plan.js';
import type { RulePlan } from '../plan/rule-plan.js';
import { termOf } from '../plan/term-book.js';
import type { Program } from '../program.js';
import { referenceGrowth } from '../reference/reference-growth.js';
import type { Rule } from '../rule.js';
import { type Answers, createAnswers } from '../select/answers.js';
import { createSelector } from '../select/selector.js';
import { isSource } from '../sources.js';
import { type StampGuard, createGuard } from '../sets/stamp-guard.js';
import { passes } from '../sets/verdict-bits.js';
import { applyWrites } from './apply-writes.js';
import { createGrower } from './grow.js';
import { type PhaseMemory, createPhaseMemory } from './phase-memory.js';

/** What is kept of a rule between turns. */
interface RuleMemory {
  readonly guard: StampGuard;
  readonly answers: Answers;
  /** Sources that were active, by ascending id. */
  active: Int32Array;
  count: number;
  visits: number;
}

/** Runs rules by their plans: as sets over columns where nothing can be told apart from strict order, source by source where it could. */
export function compiledExecutor(program: Program, state: WorldState): Executor {
  const plan: ProgramPlan = planOf(program);
  const evaluator = createEvaluator(state);
  const nothingLent = evaluator.scratch.mark();
  const paths = createPathCounts();
  const selector = createSelector(evaluator, paths);
  const memories = new Map<Rule, RuleMemory>();
  const single = createAnswers();
  /** By the list of a phase's rules. */
  const phases = new Map<readonly Rule[], { readonly of: PhaseMemory | undefined }>();
  const grower = createGrower(evaluator, plan);
  return {
    name: 'compiled',
    paths,
    runRules(context, rules) {
      begin(context);
      paths.strict += Number(context.strict);
      let memory = phases.get(rules);
      if (memory === undefined) phases.set(rules, memory = { of: createPhaseMemory(state, rules.map(planned), paths) });
      const run = (): void => {
        for (const rule of rules) runRule(context, planned(rule));
      };
      if (memory.of === undefined) run();
      else memory.of.run(context, run);
    },
    grow(context, growth): Grown {
      begin(context);
      return context.strict ? referenceGrowth(context, growth) : grower(context, growth);
    },
  };

  /** A turn that was refused has left in the middle, with memory lent. */
  function begin(context: TurnContext): void {
    evaluator.frame = context.frame;
    evaluator.scratch.release(nothingLent);
    context.evaluate = evaluateNode;
  }

  /** What an effect that is fired by itself says: the interpreter is quick where it looks at few objects. */
  function evaluateNode(node: Node): Value {
    const term = termOf(plan.book, node);
    return term.heavy ? asValue(evaluator.uniform(term, oneRow)) : evaluator.frame.evaluate(node);
  }

  function planned(rule: Rule): RulePlan {
    const known = plan.rules.get(rule);
    if (known === undefined) throw new EdictError('foreign-rule', `rule ${rule.name} is not of this program`, rule.name);
    return known;
  }

  function runRule(context: TurnContext, rulePlan: RulePlan): void {
    const { rule } = rulePlan;
    const sources = evaluator.indexes.ofClass(rule.carrier);
    if (sources.length === 0) return;
    context.frame.rule = rule.index;
    blaming(`rule ${rule.name} (${rule.origin.file}:${rule.origin.line})`, rule.name, () => {
      const isPlain = context.watch === undefined && !context.strict && rulePlan.writes?.every(({ effect }) => !context.ledger.logs.has(effect.column)) === true;
      if (isPlain && rulePlan.together) runTogether(context, rulePlan);
      else runInTurn(context, rulePlan, sources.ids.slice(0, sources.length), isPlain);
    });
  }

  /** All sources are asked before anything is written. */
  function runTogether(context: TurnContext, rulePlan: RulePlan): void {
    paths.together++;
    const memory = remembered(context, rulePlan);
    const { frame } = context;
    frame.tests += memory.count * population(state);
    if (frame.tests > state.limits.testsPerTurn) throw new StrictTurnNeeded();
    applyWrites(evaluator, context, rulePlan, rulePlan.writes ?? [], rowsOver(sourceSlot, memory.active, memory.count), memory.answers);
  }

  /** The active sources of a rule and their answers: those of the last turn where nothing that they depend on has changed. */
  function remembered(context: TurnContext, rulePlan: RulePlan): RuleMemory {
    const { frame } = context;
    let memory = memories.get(rulePlan.rule);
    if (memory === undefined) {
      memory = { guard: createGuard(state.stamps, rulePlan.stamps), answers: createAnswers(), active: new Int32Array(0), count: 0, visits: 0 };
      memories.set(rulePlan.rule, memory);
    }
    if (rulePlan.steady && memory.guard.holds()) {
      paths.reused++;
      countVisits(frame, memory.visits);
      return memory;
    }
    const before = frame.visits;
    const isWhole = ask(context, rulePlan, memory);
    memory.visits = frame.visits - before;
    // Who was born in this turn is a source in the next, though nothing changes in between.
    if (rulePlan.steady && isWhole) memory.guard.note();
    else memory.guard.drop();
    return memory;
  }

  /** Finds active sources and their targets anew. Returns whether all objects of the class could be sources. */
  function ask(context: TurnContext, { rule, gates, selection }: RulePlan, memory: RuleMemory): boolean {
    const { scratch } = evaluator;
    const all = evaluator.indexes.ofClass(rule.carrier);
    if (memory.active.length < all.length) memory.active = new Int32Array(2 * all.length);
    const { active } = memory;
    let count = 0;
    for (let i = 0; i < all.length; i++) {
      active[count] = all.ids[i];
      count += state.created[all.ids[i]] < context.frame.turn ? 1 : 0;
    }
    const isWhole = count === all.length;
    const mark = scratch.mark();
    const passed = scratch.codes(count);
    const asking = rowsOver(sourceSlot, active, count);
    memory.count = selector.passing(gates, asking, passed);
    for (let i = 0; i < memory.count; i++) active[i] = active[passed[i]];
    scratch.release(mark);
    selector.select(selection, rowsOver(sourceSlot, active, memory.count), memory.answers, false);
    paths.shared += sharing(memory);
    return isWhole;
  }

  /** Each source is asked when its turn comes. */
  function runInTurn(context: TurnContext, rulePlan: RulePlan, sources: Int32Array, isPlain: boolean): void {
    const { frame } = context;
    const { rule, gates, selection, writes } = rulePlan;
    if (isPlain && writes !== undefined) paths.inTurn++;
    else paths.fired++;
    for (const source of sources) {
      if (!isSource(state, frame.turn, rule, source)) continue;
      frame.slots[sourceSlot] = source;
      if (!gates.every(({ term, wanted }) => passes(wanted, asValue(evaluator.uniform(term, oneRow))))) continue;
      countTests(frame, population(state));
      selector.select(selection, oneRow, single, true);
      if (isPlain && writes !== undefined) applyWrites(evaluator, context, rulePlan, writes, oneRow, single);
      else if (single.groups > 0) fireEffects(context, rule, source, { size: single.end[0] - single.start[0], at: (i) => single.ids[single.start[0] + i] });
    }
  }
}

/** Active sources that have an answer which is another's too. */
function sharing({ answers, count }: RuleMemory): number {
  let answered = 0;
  for (let i = 0; i < count; i++) answered += answers.groupOf[i] < 0 ? 0 : 1;
  return answered - answers.groups;
}

function asValue(value: number | null | undefined | symbol): number | null | undefined {
  return typeof value === 'symbol' ? undefined : value;
}
