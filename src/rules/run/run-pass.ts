import { EdictError } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { ProgramPlan, RulePlan } from '../program-plan.js';
import type { Effect, Rule } from '../../ir/rule.js';
import { type RuleActivity, StrictTurnNeeded } from '../../meaning/executor.js';
import type { Answers } from '../../match/select/answers.js';
import type { Selector } from '../../match/select/selector.js';
import { activeSources } from './active.js';
import { type CarrierLists, type Sources, createCarrierLists } from './carrier-lists.js';
import { firePass } from './fire-rules.js';
import { type Amounts, createAmounts, evaluateAmounts } from './amounts.js';
import { foundScopes, spansOf } from './targets.js';
import type { PassLayout, PassPlan } from '../pass-plan.js';
import { columnStamp, fact, freshness, touchBack } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import type { ColumnArray } from '../../kernel/arena.js';
import { idLimit } from '../../kernel/identity.js';
import { union } from '../../match/selection-plan.js';

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
    const pass = passPlanOf(plan, rules);
    const memory = memoryOf(pass);
    if (memory.phase === undefined) runAll(context, pass, memory);
    else
      memory.phase.run(context, () => {
        runAll(context, pass, memory);
      });
  };

  function runAll(context: TurnContext, pass: PassPlan, { carriers, answers, amounts }: Memory): void {
    const { scratch } = evaluator;
    const mark = scratch.mark();
    context.clock?.('activation');
    const sources = carriers();
    noteAsked(activity, pass.layout, sources);
    const actives = activeSources(evaluator, pass, sources);
    context.clock?.('scope');
    const scopes = foundScopes(evaluator, selector, pass, actives, answers);
    context.clock?.('execution');
    const spans = spansOf(evaluator, pass, actives, scopes);
    evaluateAmounts(evaluator, pass, { kinds: actives.kinds, scopes, spans }, amounts);
    firePass({ evaluator, context, plan: pass, actives, scopes, amounts, spans }, activity);
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
  readonly answers: Answers[];
  readonly amounts: Amounts;
  /** Undefined where a pass does more than write numbers. */
  readonly phase: PhaseMemory | undefined;
}

function createMemory(evaluator: Evaluator, selector: Selector, plan: PassPlan, paths: PathCounts): Memory {
  const { carriers, rules, stamps, written } = plan;
  const isPlain = rules.every(({ rule }) => rule.effects.every(onlyWrites));
  return {
    carriers: createCarrierLists(evaluator, selector, carriers),
    answers: [],
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
    throw new EdictError('foreign-rule', 'these rules are no pass of this program; run the lists of its rule book');
  return known;
}

/**
 * The results of a phase: when it would read the same again, its written columns are restored. They are copied only in
 * the second turn with the same inputs, so that a world in motion does not pay.
 */
interface PhaseMemory {
  run(context: TurnContext, run: () => void): void;
}

interface Saved {
  readonly column: number;
  cells: ColumnArray;
  stamp: number;
}

interface PhaseReach {
  readonly stamps: readonly number[];
  readonly columns: readonly number[];
  /** Objects born in the turn take part only in the next. */
  readonly waits: boolean;
}

/** The reach of rules; undefined where results depend on more than stamps, or rules do more than write numbers. */
export function reachOf(plans: readonly RulePlan[]): PhaseReach | undefined {
  if (plans.length === 0 || !plans.every((plan) => plan.steady && plan.writes !== undefined)) return undefined;
  return {
    stamps: union(plans.map((plan) => plan.stamps)),
    columns: union(plans.map(({ rule }) => rule.writes)),
    waits: true,
  };
}

/** Without a reach nothing is kept. */
export function createPhaseMemory(state: WorldState, reach: PhaseReach | undefined, paths: PathCounts): PhaseMemory {
  return reach === undefined ? forgetful : rememberPhase(state, reach, paths);
}

const forgetful: PhaseMemory = {
  run: (_context, run) => {
    run();
  },
};

function rememberPhase(state: WorldState, { stamps, columns, waits }: PhaseReach, paths: PathCounts): PhaseMemory {
  const read = freshness(state.stamps, union([[fact.population], columns.map(columnStamp), stamps]));
  const saved = columns.map((column): Saved => ({ column, cells: new Float64Array(0), stamp: 0 }));
  const counts = { tests: 0, visits: 0, fired: 0, wrote: 0 };
  let isSaved = false;
  return {
    run(context, run) {
      if (context.watch !== undefined || context.observe !== undefined || context.strict) {
        run();
        return;
      }
      const isSame = read.isFresh();
      if (isSame && isSaved) {
        putBack(context);
        return;
      }
      read.note();
      isSaved = false;
      const before = countsOf(context);
      run();
      if (isSame && isSettled(context)) save(context, before);
    },
  };

  function putBack(context: TurnContext): void {
    const { frame } = context;
    paths.putBack++;
    frame.tests += counts.tests;
    frame.visits += counts.visits;
    context.fired += counts.fired;
    context.wrote += counts.wrote;
    const { testsPerTurn, visitsPerTurn, effectsPerTurn } = state.limits;
    if (frame.tests > testsPerTurn || frame.visits > visitsPerTurn || context.fired > effectsPerTurn)
      throw new StrictTurnNeeded();
    for (const { column, cells, stamp } of saved) {
      state.cells[column].set(cells);
      touchBack(state.stamps, columnStamp(column), stamp);
    }
  }

  /** Whether sources stay the same in the next turn: objects born in this turn are not sources yet. */
  function isSettled({ frame }: TurnContext): boolean {
    const limit = waits ? idLimit(state.identity) : 0;
    for (let id = 1; id < limit; id++) if (state.created[id] >= frame.turn) return false;
    return true;
  }

  function save(context: TurnContext, before: Counts): void {
    const limit = idLimit(state.identity);
    for (const each of saved) {
      each.cells = state.cells[each.column].slice(0, limit);
      each.stamp = state.stamps.values[columnStamp(each.column)];
    }
    const after = countsOf(context);
    Object.assign(counts, {
      tests: after.tests - before.tests,
      visits: after.visits - before.visits,
      fired: after.fired - before.fired,
      wrote: after.wrote - before.wrote,
    });
    isSaved = true;
  }
}

type Counts = ReturnType<typeof countsOf>;

function countsOf({ frame, fired, wrote }: TurnContext) {
  return { tests: frame.tests, visits: frame.visits, fired, wrote };
}
