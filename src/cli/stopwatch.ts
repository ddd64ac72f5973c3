import type { PhaseObserver } from '../systems/turn.js';

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

/** The value in the middle, or halfway between the two there; 0 of nothing. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The least value that so large a part of all does not exceed (nearest rank); 0 of nothing. */
function percentile(values: readonly number[], part: number): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
}
