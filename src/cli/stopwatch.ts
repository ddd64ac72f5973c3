import { kept } from '../kernel/maps.js';

export interface Spread {
  readonly median: number;
  readonly p95: number;
}

export type Stopwatch = ReturnType<typeof createStopwatch>;

export function createStopwatch() {
  const turns: number[] = [];
  const phases = new Map<string, number[]>();
  let began = 0;
  let running = new Map<string, number>();
  return {
    observer: (phase: string, stage: 'begin' | 'end'): void => {
      if (stage === 'begin') began = performance.now();
      else running.set(phase, (running.get(phase) ?? 0) + performance.now() - began);
    },
    turn(run: () => void): void {
      running = new Map();
      const start = performance.now();
      run();
      turns.push(performance.now() - start);
      for (const [phase, time] of running) kept(phases, phase, (): number[] => []).push(time);
    },
    total: () => turns.reduce((sum, time) => sum + time, 0),
    turns: () => spreadOf(turns),
    phases: () => new Map([...phases].map(([phase, times]) => [phase, spreadOf(times)])),
  };
}

function spreadOf(times: readonly number[]): Spread {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: median(times), p95: sorted.at(Math.max(0, Math.ceil(0.95 * times.length) - 1)) ?? 0 };
}

/** 0 for an empty list. */
export function median(values: readonly number[]): number {
  if (values.length === 0) return 0;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
