import { type TurnContext, type TurnOptions, beginTurn } from '../meaning/effects/turn-context.js';
import { EdictError } from '../kernel/errors.js';
import { setTurn, turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';

/** The phases of the standard turn, in order. */
export const builtInPhases = ['reset', 'meters', 'growth', 'clamp', 'flows', 'actions', 'host', 'expire'] as const;
export type BuiltInPhase = (typeof builtInPhases)[number];

/** What happens in a phase. Systems of a phase run in the order of adding. */
export interface System {
  readonly name: string;
  readonly phase: string;
  run(context: TurnContext): void;
}

export interface Schedule {
  readonly phases: string[];
  readonly systems: System[];
}

export function createSchedule(systems: readonly System[]): Schedule {
  const schedule: Schedule = { phases: [...builtInPhases], systems: [] };
  for (const system of systems) addSystem(schedule, system);
  return schedule;
}

/** Adds a phase after another. Throws when it exists already or the other does not. */
export function addPhase(schedule: Schedule, name: string, after: string): void {
  if (schedule.phases.includes(name))
    throw new EdictError('phase', `there is a phase ${name} already; give the new one another name`);
  schedule.phases.splice(placeOf(schedule, after) + 1, 0, name);
}

/** Throws when the phase is unknown or the name is taken. */
export function addSystem(schedule: Schedule, system: System): void {
  placeOf(schedule, system.phase);
  if (schedule.systems.some((other) => other.name === system.name)) {
    throw new EdictError('system', `there is a system ${system.name} already; give the new one another name`);
  }
  schedule.systems.push(system);
}

export function systemsOf(schedule: Schedule, phase: string): readonly System[] {
  return schedule.systems.filter((system) => system.phase === phase);
}

function placeOf(schedule: Schedule, phase: string): number {
  const place = schedule.phases.indexOf(phase);
  if (place < 0)
    throw new EdictError('phase', `there is no phase ${phase}; the phases are ${schedule.phases.join(', ')}`);
  return place;
}

/** Called before and after each phase, for timing; it must not change the world. */
export type PhaseObserver = (phase: string, stage: 'begin' | 'end') => void;

/** Lets listeners to phases answer that one begins or has ended. */
export type PhaseBoundary = (phase: string, what: 'begins' | 'ends') => void;

/**
 * Runs one turn: every phase and its systems in order. `settle` brings solved variables in step with the world, before
 * the first phase and after each. An exception leaves the turn half done; callers restore.
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
