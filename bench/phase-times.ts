import type { PhaseObserver } from '../src/systems/schedule.js';

/** Adds up the times of phases, in milliseconds. */
export interface PhaseTimes {
  readonly observer: PhaseObserver;
  clear(): void;
  /** 0 for a phase that has not run since. */
  of(phase: string): number;
  all(): Readonly<Record<string, number>>;
}

export function createPhaseTimes(): PhaseTimes {
  const times = new Map<string, number>();
  let began = 0;
  return {
    observer(phase, stage) {
      const now = performance.now();
      if (stage === 'begin') began = now;
      else times.set(phase, (times.get(phase) ?? 0) + now - began);
    },
    clear: () => times.clear(),
    of: (phase) => times.get(phase) ?? 0,
    all: () => Object.fromEntries(times),
  };
}
