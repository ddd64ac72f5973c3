import type { ColumnArray } from '../../kernel/arena.js';
import { idLimit } from '../../kernel/identity.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { StrictTurnNeeded } from '../../meaning/executor.js';
import { union } from '../../match/selection-plan.js';
import { columnStamp, fact, freshness, touchBack } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import type { RulePlan } from '../program-plan.js';

/**
 * The results of a phase, restored when it would read the same again. They are copied only in the second turn with the
 * same inputs, so that a world in motion does not pay.
 */
export interface PhaseMemory {
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
      // A new profile knows nothing of the turns before.
      const isNewProfile = context.profile?.turns === 0;
      if (context.watch !== undefined || context.observe !== undefined || context.strict || isNewProfile) {
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
    const { tests, effects } = state.turnLimits;
    if (frame.tests > tests || frame.visits > state.limits.visitsPerTurn || context.fired > effects)
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
