import { performance } from 'node:perf_hooks';
import type { PassPart } from '../../compile/effects/turn-context.js';
import { columnStamp, touchAll, touchBack } from '../../components/stamps.js';
import { keptColumns } from './passes.js';
import type { GameSession } from './session.js';
import type { PassName } from './passes.js';

/** Milliseconds of the parts of a pass. */
export interface PassTimes {
  /** Of the first pass, before anything had been compiled or kept. */
  readonly first: number;
  /** Medians of passes from the same state, with everything that was kept of answers dropped before each. */
  readonly activation: number;
  readonly scope: number;
  readonly execute: number;
  readonly total: number;
  /** Median of passes in which nothing has changed since the last one. */
  readonly unchanged: number;
}

/** What a pass did. */
export interface PassWork {
  readonly groups: number;
  /** Sources of all groups. */
  readonly pairs: number;
  readonly activePairs: number;
  /** Targets of all active sources. */
  readonly scopeMatches: number;
  /** Cells written. */
  readonly writes: number;
}

const warmUp = 20;
const unchangedRuns = 20;

/** Runs a pass once, and measures it over `repeat` more, all from the same state; the state is as after one pass. Passes that change more than meters are run once. */
export function measurePass(session: GameSession, pass: PassName, repeat: number): { readonly times: PassTimes; readonly work: PassWork } {
  const restore = keptMeters(session);
  const start = performance.now();
  const work = workOf(session, pass);
  const first = performance.now() - start;
  const samples: Sample[] = [];
  for (let i = 0; i < (repeat > 1 ? warmUp + repeat : 0); i++) {
    restore(true);
    const sample = timed(session, pass);
    if (i >= warmUp) samples.push(sample);
  }
  const unchanged: number[] = [];
  for (let i = 0; i < (repeat > 1 ? unchangedRuns : 0); i++) {
    restore(false);
    unchanged.push(timed(session, pass).total);
  }
  const median = (of: (sample: Sample) => number): number => middle(samples.map(of)) ?? 0;
  return {
    work,
    times: {
      first, activation: median(({ activation }) => activation), scope: median(({ scope }) => scope), execute: median(({ execute }) => execute),
      total: samples.length === 0 ? first : median(({ total }) => total), unchanged: middle(unchanged.slice(unchangedRuns / 2)) ?? 0,
    },
  };
}

interface Sample {
  readonly activation: number;
  readonly scope: number;
  readonly execute: number;
  readonly total: number;
}

function timed(session: GameSession, pass: PassName): Sample {
  const at: Partial<Record<PassPart, number>> = {};
  const start = performance.now();
  session.runPass(pass, { clock: (part) => { at[part] = performance.now(); } });
  const end = performance.now();
  const { activation = start, scope = start, execution = start, end: done = start } = at;
  return { activation: scope - activation, scope: execution - scope, execute: done - execution, total: end - start };
}

function workOf(session: GameSession, pass: PassName): PassWork {
  const { activity } = session.executor;
  const [activeBefore, targetsBefore, askedBefore] = [sum(activity.active), sum(activity.targets), sum(activity.asked)];
  const context = session.runPass(pass);
  const rules = session.game.program.rules.passes.find(({ name }) => name === (pass === 'a' ? 'effects' : 'meters'))?.rules ?? [];
  return {
    groups: rules.filter(({ index }) => activity.asked[index] > 0).length, pairs: sum(activity.asked) - askedBefore,
    activePairs: sum(activity.active) - activeBefore, scopeMatches: sum(activity.targets) - targetsBefore, writes: context.wrote,
  };
}

/** Puts back what a pass changes and no reset makes anew, so that each pass begins from the same state. */
function keptMeters({ game, state }: GameSession): (forget: boolean) => void {
  const kept = keptColumns(game.model).map((column) => ({ column, cells: state.cells[column].slice(), stamp: 0 }));
  return (forget) => {
    // Everything that was derived from the state counts as out of date.
    if (forget) touchAll(state.stamps);
    for (const each of kept) {
      state.cells[each.column].set(each.cells);
      if (forget) each.stamp = state.stamps.values[columnStamp(each.column)];
      else touchBack(state.stamps, columnStamp(each.column), each.stamp);
    }
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function middle(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted.at(Math.floor(sorted.length / 2));
}
