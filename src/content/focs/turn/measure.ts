import { performance } from 'node:perf_hooks';
import type { PassPart, TurnOptions } from '../../../meaning/effects/turn-context.js';
import { columnStamp, touchAll, touchBack } from '../../../model/stamps.js';
import { keptColumns, type PassName, type GameSession, wholeState } from './game-session.js';

export type Measured = PassName | 'all';

export interface Effort {
  readonly warmUp: number;
  readonly repeat: number;
  /** No pass begins later; each kind runs at least once. */
  readonly milliseconds: number;
}

type PassSample = Readonly<Record<PassPart | 'total', number>>;

const mostUnchanged = 20;

/** An effort means more passes from the same state; the state ends as after one. */
export function measurePass(session: GameSession, pass: Measured, effort?: Effort) {
  const { first, work, cold, unchanged } = samplePass(session, pass, effort);
  const median = (of: (sample: PassSample) => number) => middle(cold.map(of));
  return {
    work,
    /** Milliseconds; null for parts that were not measured. */
    times: {
      /** Before anything was compiled or cached. */
      first,
      /** Medians from the same state, caches dropped. Of a whole turn, its passes together. */
      activation: median(({ activation }) => activation),
      scope: median(({ scope }) => scope),
      execute: median(({ execution }) => execution),
      total: median(({ total }) => total),
      /** Without changes since the last pass; null also for passes that change more than meters. */
      unchanged: middle(unchanged),
    },
  };
}

export function samplePass(session: GameSession, pass: Measured, effort?: Effort) {
  const restore: Restoring =
    pass === 'a' || pass === 'all' ? { cold: wholeState(session.state), warm: undefined } : keptMeters(session);
  const start = performance.now();
  const work = workOf(session, pass);
  const first = performance.now() - start;
  if (effort === undefined) return { first, work, cold: [], unchanged: [] };
  const { warmUp, repeat, milliseconds } = effort;
  const fromStart = () => {
    restore.cold();
    return timed(session, pass);
  };
  repeated(warmUp, milliseconds / 2, fromStart);
  const cold = repeated(repeat, milliseconds / 2, fromStart);
  const { warm } = restore;
  const unchanged =
    warm === undefined
      ? []
      : repeated(mostUnchanged, milliseconds / 4, () => {
          warm();
          return timed(session, pass).total;
        });
  // The first ones fill caches.
  return { first, work, cold, unchanged: unchanged.slice(unchanged.length / 2) };
}

function repeated<T>(times: number, milliseconds: number, run: () => T): readonly T[] {
  const start = performance.now();
  const results: T[] = [];
  for (let i = 0; i < times && (i === 0 || performance.now() - start < milliseconds); i++) results.push(run());
  return results;
}

function timed(session: GameSession, pass: Measured): PassSample {
  const spent: Record<PassPart, number> = { activation: 0, scope: 0, execution: 0, end: 0 };
  let part: PassPart = 'end';
  const start = performance.now();
  let since = start;
  const clock = (next: PassPart) => {
    const now = performance.now();
    spent[part] += now - since;
    part = next;
    since = now;
  };
  runOne(session, pass, { clock });
  return { ...spent, total: performance.now() - start };
}

export function runOne(session: GameSession, pass: Measured, options?: TurnOptions): void {
  if (pass === 'all') session.runTurn(options);
  else session.runPass(pass, options);
}

function workOf(session: GameSession, pass: Measured) {
  if (pass === 'all') {
    session.runTurn();
    return undefined;
  }
  const { activity } = session.executor;
  const asked = activity.asked.slice();
  const [activeBefore, targetsBefore] = [sum(activity.active), sum(activity.targets)];
  const context = session.runPass(pass);
  return {
    groups: asked.filter((before, rule) => activity.asked[rule] > before).length,
    /** An object counts once for each group. */
    pairs: sum(activity.asked) - sum(asked),
    activePairs: sum(activity.active) - activeBefore,
    /** Before stacking. */
    scopeMatches: sum(activity.targets) - targetsBefore,
    writes: context.wrote,
  };
}

interface Restoring {
  /** Derived data is outdated. */
  readonly cold: () => void;
  /** Undefined where too much changes. */
  readonly warm: (() => void) | undefined;
}

/** A reset restores all but a few columns that a pass of meters changes. */
function keptMeters({ game, state }: GameSession): Restoring {
  const kept = keptColumns(game.model).map((column) => ({ column, cells: state.cells[column].slice(), stamp: 0 }));
  return {
    cold: () => {
      touchAll(state.stamps);
      for (const each of kept) {
        state.cells[each.column].set(each.cells);
        each.stamp = state.stamps.values[columnStamp(each.column)];
      }
    },
    warm: () => {
      for (const { column, cells, stamp } of kept) {
        state.cells[column].set(cells);
        touchBack(state.stamps, columnStamp(column), stamp);
      }
    },
  };
}

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function middle(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b).at(values.length >> 1) ?? null;
}
