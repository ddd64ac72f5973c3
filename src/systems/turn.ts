import { type TurnOptions, beginTurn } from '../meaning/effects/turn-context.js';
import { setTurn, turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import { type Schedule, systemsOf } from './schedule.js';

/** Told before and after each phase, so that a host can time them; it must not change the world. */
export type PhaseObserver = (phase: string, stage: 'begin' | 'end') => void;

/** Lets what listens to phases answer that one begins or has ended. */
export type PhaseBoundary = (phase: string, what: 'begins' | 'ends') => void;

/**
 * Runs one turn: every phase in order, every system of a phase in order. `settle` brings solved variables in step with
 * the world, before the first phase and behind each. What it throws leaves the turn half done; callers restore.
 */
export function runTurn(
  state: WorldState,
  schedule: Schedule,
  observer?: PhaseObserver,
  options: TurnOptions = {},
  settle?: () => void,
  boundary?: PhaseBoundary,
): void {
  setTurn(state, turnOf(state) + 1);
  const context = beginTurn(state, turnOf(state), options);
  settle?.();
  for (const phase of schedule.phases) {
    observer?.(phase, 'begin');
    try {
      boundary?.(phase, 'begins');
      for (const system of systemsOf(schedule, phase)) system.run(context);
      settle?.();
      boundary?.(phase, 'ends');
    } finally {
      observer?.(phase, 'end');
    }
  }
}
