import { population } from '../state/objects.js';
import type { WorldState } from '../components/state.js';
import { EdictError, blaming } from '../kernel/errors.js';
import type { Division } from '../kernel/identity.js';
import type { Evaluator } from '../eval/columns/evaluator.js';
import { createEvaluator } from '../match/evaluate.js';
import { oneRow, rowsOver } from '../eval/columns/rows.js';
import { fireEffects } from '../meaning/effects/fire.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import {
  type Executor,
  type Grown,
  type RuleActivity,
  StrictTurnNeeded,
  createRuleActivity,
  noteActivity,
} from '../meaning/executor.js';
import { type Node, type Value, countTests, countVisits, sourceSlot } from '../ir/node.js';
import { type PathCounts, createPathCounts } from '../eval/path-counts.js';
import { type AheadPlan, type ProgramPlan, type RulePlan, planOf } from '../rules/program-plan.js';
import type { Test } from '../match/selection-plan.js';
import { termOf } from '../eval/term-book.js';
import { type Program, type Rule, ruleTitle } from '../ir/rule.js';
import { referenceFlows } from '../reference/reference-flows.js';
import { referenceGrowth } from '../reference/reference-executor.js';
import { type Answers, createAnswers } from '../match/select/answers.js';
import { type Selector, createSelector } from '../match/select/selector.js';
import { isSource } from '../meaning/sources.js';
import type { IdList } from '../indexes/indexes.js';
import { roomyCodes } from '../indexes/scratch.js';
import { type Freshness, freshness } from '../model/stamps.js';
import { applyWrites } from '../rules/run/apply-writes.js';
import { createCompiledPass } from '../rules/pass/compiled-pass.js';
import { createFlowSolver } from '../flow/flow-solver.js';
import { fireAhead } from '../rules/run/write-cells.js';
import {
  type PhaseMemory,
  type Sources,
  createGrower,
  createPhaseMemory,
  createSourceLists,
  reachOf,
} from '../rules/run/phases.js';

interface RuleMemory {
  readonly found: Freshness;
  readonly answers: Answers;
  /** Active sources, by ascending id. */
  active: Int32Array;
  count: number;
  visits: number;
}

function createMemory(found: Freshness): RuleMemory {
  return { found, answers: createAnswers(), active: new Int32Array(0), count: 0, visits: 0 };
}

/**
 * Runs rules by their plans: as sets over columns where that is indistinguishable from strict order, else source by
 * source.
 */
export function compiledExecutor(program: Program, state: WorldState): Executor {
  const plan: ProgramPlan = planOf(program);
  const paths = createPathCounts();
  const activity = createRuleActivity(program.rules);
  const evaluator = createEvaluator(state, paths);
  const nothingLent = evaluator.scratch.mark();
  const selector = createSelector(evaluator, paths);
  const runRule = createRuleRunner(evaluator, createAsking(evaluator, selector, paths), activity, paths);
  /** By the list of a phase's rules. */
  const phases = new Map<readonly Rule[], { readonly of: PhaseMemory | undefined }>();
  const grower = createGrower(evaluator, plan);
  let flows: ReturnType<typeof createFlowSolver> | undefined;
  const pass = createCompiledPass(evaluator, selector, plan, activity, paths);
  return {
    name: 'compiled',
    paths,
    activity,
    runRules(context, rules) {
      begin(context);
      paths.strict += Number(context.strict);
      let memory = phases.get(rules);
      if (memory === undefined) {
        const reach = reachOf(rules.map(planned));
        phases.set(rules, (memory = { of: reach === undefined ? undefined : createPhaseMemory(state, reach, paths) }));
      }
      const run = (): void => {
        for (const rule of rules) runRule(context, planned(rule));
      };
      if (memory.of === undefined) run();
      else memory.of.run(context, run);
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
      flows ??= createFlowSolver(evaluator, plan.book, program.rules.flows, paths, referenceFlows);
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

interface Asking {
  /** Finds active sources and their targets; `ordered`: those of each source must ascend. */
  ask(plan: RulePlan, all: IdList, memory: RuleMemory, ordered: boolean): void;
  /** The active sources of a rule and their answers: those of the last turn where their inputs have not changed. */
  remembered(context: TurnContext, plan: RulePlan, all: Sources): RuleMemory;
}

function createAsking(evaluator: Evaluator, selector: Selector, paths: PathCounts): Asking {
  const { state } = evaluator;
  const memories = new Map<Rule, RuleMemory>();
  return { ask, remembered };

  function remembered({ frame }: TurnContext, rulePlan: RulePlan, all: Sources): RuleMemory {
    let memory = memories.get(rulePlan.rule);
    if (memory === undefined) {
      memory = createMemory(freshness(state.stamps, rulePlan.stamps));
      memories.set(rulePlan.rule, memory);
    }
    if (rulePlan.steady && memory.found.isFresh()) {
      paths.reused++;
      countVisits(frame, memory.visits);
      return memory;
    }
    const before = frame.visits;
    ask(rulePlan, all, memory, false);
    memory.visits = frame.visits - before;
    // Objects born in this turn are sources in the next, though nothing changes in between.
    if (rulePlan.steady && all.isWhole) memory.found.note();
    else memory.found.drop();
    return memory;
  }

  function ask({ kind, gates, selection }: RulePlan, all: IdList, memory: RuleMemory, ordered: boolean): void {
    keepActive(gates, all, memory, kind);
    selector.select(selection, rowsOver(sourceSlot, memory.active, memory.count, kind), memory.answers, ordered);
    if (!ordered) paths.shared += sharing(memory);
  }

  /** Stores the active ones of some sources, of a kind or (0) of any. */
  function keepActive(gates: readonly Test[], { ids, length }: IdList, memory: RuleMemory, kind: number): void {
    const { scratch } = evaluator;
    memory.active = roomyCodes(memory.active, length);
    const { active } = memory;
    const mark = scratch.mark();
    const passed = scratch.codes(length);
    memory.count = selector.passing(gates, rowsOver(sourceSlot, ids, length, kind), passed);
    for (let i = 0; i < memory.count; i++) active[i] = ids[passed[i]];
    scratch.release(mark);
  }
}

/** Runs a rule in the fastest way that is indistinguishable from strict order. */
function createRuleRunner(
  evaluator: Evaluator,
  asking: Asking,
  activity: RuleActivity,
  paths: PathCounts,
): (context: TurnContext, rulePlan: RulePlan) => void {
  const { state } = evaluator;
  const sources = createSourceLists(evaluator);
  /** Of the rule whose sources fire in sequence. */
  const single: RuleMemory = createMemory(freshness(state.stamps, []));
  const { inTurn, inRounds } = createTurns(evaluator, asking, single, activity, paths);
  return runRule;

  function runRule(context: TurnContext, rulePlan: RulePlan): void {
    const { rule } = rulePlan;
    const all = sources(context, rule);
    if (all.length === 0) return;
    context.frame.rule = rule.index;
    blaming(ruleTitle(rule), rule.name, () => {
      const isPlain =
        context.watch === undefined &&
        !context.strict &&
        rulePlan.writes?.every(({ effect }) => !context.ledger.logs.has(effect.column)) === true;
      if (isPlain && rulePlan.together) runTogether(context, rulePlan, all);
      else if (rulePlan.ahead !== undefined && isUnwatched(context)) runAhead(context, rulePlan, rulePlan.ahead, all);
      else if (state.identity.division === undefined) inTurn(context, rulePlan, isPlain, all);
      else inRounds(context, rulePlan, isPlain, all, state.identity.division);
    });
  }

  /** All sources are evaluated before the first write. */
  function runTogether(context: TurnContext, rulePlan: RulePlan, all: Sources): void {
    paths.together++;
    const memory = asking.remembered(context, rulePlan, all);
    countTogether(context, rulePlan.rule, memory);
    applyWrites(
      evaluator,
      context,
      rulePlan,
      rulePlan.writes ?? [],
      rowsOver(sourceSlot, memory.active, memory.count, rulePlan.kind),
      memory.answers,
    );
  }

  /** All sources and values are evaluated before the first firing. */
  function runAhead(context: TurnContext, rulePlan: RulePlan, ahead: AheadPlan, all: Sources): void {
    paths.fired++;
    paths.ahead++;
    asking.ask(rulePlan, all, single, true);
    countTogether(context, rulePlan.rule, single);
    fireAhead(evaluator, context, ahead, single.active, single.count, rulePlan.kind, single.answers);
  }

  function countTogether({ frame }: TurnContext, rule: Rule, memory: RuleMemory): void {
    frame.tests += memory.count * population(state);
    if (frame.tests > state.limits.testsPerTurn) throw new StrictTurnNeeded();
    noteActivity(activity, rule, memory.count, targetsOf(memory));
  }
}

/** Sources that fire in sequence. */
function createTurns(
  evaluator: Evaluator,
  asking: Asking,
  single: RuleMemory,
  activity: RuleActivity,
  paths: PathCounts,
) {
  const { state } = evaluator;
  return { inTurn, inRounds };

  /**
   * Each source fires before the next is evaluated, as far as can be observed: many are evaluated ahead, and their
   * answers are valid until an input changes. The remaining ones are then evaluated again, fewer at a time where
   * changes are frequent.
   */
  function inTurn(context: TurnContext, rulePlan: RulePlan, isPlain: boolean, { ids, length }: Sources): void {
    const { rule, writes } = rulePlan;
    if (isPlain && writes !== undefined) paths.inTurn++;
    else paths.fired++;
    const answers = freshness(state.stamps, rulePlan.asked);
    const asked = new Int32Array(length);
    let ahead = length;
    for (let at = 0; at < length; ) {
      const end = Math.min(length, at + ahead);
      let count = 0;
      for (let i = at; i < end; i++) if (isSource(context, rule, ids[i])) asked[count++] = ids[i];
      asking.ask(rulePlan, { ids: asked, length: count }, single, !isPlain || writes === undefined);
      answers.note();
      let next = at;
      let served = 0;
      for (; served < single.count && answers.isFresh(); served++) {
        fireOne(context, rulePlan, isPlain, served);
        while (ids[next] !== single.active[served]) next++;
        next++;
      }
      const isHeld = answers.isFresh();
      at = isHeld ? end : next;
      ahead = isHeld ? length : Math.max(fewestAhead, 2 * served);
    }
  }

  /**
   * The same in a world of several instances, none of which sees what another does: changes by a source concern its own
   * instance alone. So each round evaluates all instances together and fires the next source of each; there are as many
   * rounds as one instance needs. Within an instance the order is the same.
   */
  function inRounds(
    context: TurnContext,
    rulePlan: RulePlan,
    isPlain: boolean,
    all: Sources,
    { stride, firstFree }: Division,
  ): void {
    const { rule, writes } = rulePlan;
    if (isPlain && writes !== undefined) paths.inTurn++;
    else paths.fired++;
    const answers = freshness(state.stamps, rulePlan.asked);
    // By instance, the source that changed it in this round; 0: none.
    const changedBy = new Int32Array(firstFree.length);
    for (let waiting: IdList = all; waiting.length > 0; ) {
      asking.ask(rulePlan, waiting, single, !isPlain || writes === undefined);
      answers.note();
      let changes = 0;
      for (let served = 0; served < single.count; served++) {
        const instance = Math.floor(single.active[served] / stride);
        if (changedBy[instance] !== 0) continue;
        fireOne(context, rulePlan, isPlain, served);
        if (answers.isFresh()) continue;
        changedBy[instance] = single.active[served];
        changes++;
        answers.note();
      }
      if (changes === 0) return;
      waiting = behind(waiting, changedBy, stride, (source) => isSource(context, rule, source));
      changedBy.fill(0);
    }
  }

  function fireOne(context: TurnContext, rulePlan: RulePlan, isPlain: boolean, row: number): void {
    const { frame } = context;
    const { answers, active } = single;
    const source = active[row];
    frame.slots[sourceSlot] = source;
    countTests(frame, population(state));
    const group = answers.groupOf[row];
    noteActivity(activity, rulePlan.rule, 1, group < 0 ? 0 : answers.end[group] - answers.start[group]);
    if (group < 0) return;
    if (isPlain && rulePlan.writes !== undefined)
      return applyWrites(evaluator, context, rulePlan, rulePlan.writes, oneRow, answers, row);
    const start = answers.start[group];
    fireEffects(context, rulePlan.rule, source, {
      size: answers.end[group] - start,
      at: (i) => answers.ids[start + i],
    });
  }
}

/** Sources after one that changed their instance, if they are sources yet. */
function behind(
  { ids, length }: IdList,
  changedBy: Int32Array,
  stride: number,
  isYet: (source: number) => boolean,
): IdList {
  const left: number[] = [];
  for (let i = 0; i < length; i++) {
    const by = changedBy[Math.floor(ids[i] / stride)];
    if (by !== 0 && ids[i] > by && isYet(ids[i])) left.push(ids[i]);
  }
  return { ids: Int32Array.from(left), length: left.length };
}

/** Whether nobody watches single firings. */
function isUnwatched({ observe, occur, strict }: TurnContext): boolean {
  return observe === undefined && occur === undefined && !strict;
}

/** Fewest sources evaluated ahead. */
const fewestAhead = 4;

function targetsOf({ answers: { groupOf, start, end }, count }: RuleMemory): number {
  let sum = 0;
  for (let row = 0; row < count; row++) if (groupOf[row] >= 0) sum += end[groupOf[row]] - start[groupOf[row]];
  return sum;
}

/** Active sources that share another's answer. */
function sharing({ answers, count }: RuleMemory): number {
  let answered = 0;
  for (let i = 0; i < count; i++) answered += answers.groupOf[i] < 0 ? 0 : 1;
  return answered - answers.groups;
}

function asValue(value: number | null | undefined | symbol): number | null | undefined {
  return typeof value === 'symbol' ? undefined : value;
}
