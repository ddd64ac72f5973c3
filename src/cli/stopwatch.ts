import type { PhaseObserver } from '../systems/turn.js';
import { median, percentile } from './statistics.js';

export interface Spread {
  /** Milliseconds. */
  readonly median: number;
  readonly p95: number;
}

/** Takes the time of turns and of their phases. */
export interface Stopwatch {
  readonly observer: PhaseObserver;
  /** Runs a turn under the watch. */
  readonly turn: (run: () => void) => void;
  /** Milliseconds of all turns. */
  total(): number;
  turns(): Spread;
  /** By phase, in the order in which they run. */
  phases(): ReadonlyMap<string, Spread>;
}

export function createStopwatch(): Stopwatch {
  const turns: number[] = [];
  const phases = new Map<string, number[]>();
  let began = 0;
  let running = new Map<string, number>();
  return {
    observer(phase, stage) {
      if (stage === 'begin') {
        began = performance.now();
        return;
      }
      running.set(phase, (running.get(phase) ?? 0) + performance.now() - began);
    },
    turn(run) {
      running = new Map();
      const start = performance.now();
      run();
      turns.push(performance.now() - start);
      for (const [phase, time] of running) {
        const times = phases.get(phase);
        if (times === undefined) phases.set(phase, [time]);
        else times.push(time);
      }
    },
    total: () => turns.reduce((sum, time) => sum + time, 0),
    turns: () => spreadOf(turns),
    phases: () => new Map([...phases].map(([phase, times]) => [phase, spreadOf(times)])),
  };
}

function spreadOf(times: readonly number[]): Spread {
  return { median: median(times), p95: percentile(times, 0.95) };
}
