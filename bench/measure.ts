import { Bench } from 'tinybench';
import { median } from '../src/cli/stopwatch.js';

/** Milliseconds of one round. `spread` is the median distance of a round from the median. */
export interface Timing {
  readonly min: number;
  readonly median: number;
  readonly spread: number;
}

/**
 * How long something is measured: until both are reached. Before that it runs unmeasured for a third of it, at least
 * `warmups` times.
 */
export interface Effort {
  readonly milliseconds: number;
  readonly rounds: number;
  readonly warmups: number;
}

/** Times of the named parts of one round, in milliseconds. */
export type Parts<Name extends string> = Readonly<Record<Name, number>>;

/** Times a function as a whole. `before` runs ahead of every round and is not timed. */
export function measure(run: () => void, effort: Effort, before?: () => void): Timing {
  const { whole } = measureParts(
    () => {
      const start = performance.now();
      run();
      return { whole: performance.now() - start };
    },
    effort,
    before,
  );
  return whole;
}

/** Times a function that takes the times of its parts itself. `before` runs ahead of every round and is not timed. */
export function measureParts<Name extends string>(
  run: () => Parts<Name>,
  effort: Effort,
  before: () => void = () => {},
): Readonly<Record<Name, Timing>> {
  const samples = new Map<Name, number[]>();
  const bench = new Bench({
    iterations: effort.rounds,
    time: effort.milliseconds,
    warmup: effort.warmups > 0,
    warmupIterations: effort.warmups,
    warmupTime: effort.milliseconds / 3,
    throws: true,
  });
  bench.add(
    'round',
    () => {
      const start = performance.now();
      const parts = run();
      const cost = performance.now() - start;
      for (const [name, time] of Object.entries(parts) as [Name, number][]) {
        const list = samples.get(name);
        if (list === undefined) samples.set(name, [time]);
        else list.push(time);
      }
      return { overriddenDuration: cost, overriddenIterationCost: cost };
    },
    {
      // Said, because finding it out would run a round more.
      async: false,
      beforeAll: () => samples.clear(),
      beforeEach: () => before(),
    },
  );
  bench.runSync();
  return Object.fromEntries([...samples].map(([name, times]) => [name, timingOf(times)])) as Record<Name, Timing>;
}

/** The figures of a series of rounds. */
export function timingOf(samples: readonly number[]): Timing {
  const middle = median(samples);
  return {
    min: samples.reduce((least, time) => Math.min(least, time), Infinity),
    median: middle,
    spread: median(samples.map((time) => Math.abs(time - middle))),
  };
}
