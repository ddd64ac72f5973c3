import { beforeEach, describe, expect, it, vi } from 'vitest';
import { measure, measureParts, timingOf } from '../../bench/measure.js';

/** Milliseconds that only the tests move: how fast this machine is must not matter. */
let clock = 0;
beforeEach(() => {
  clock = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => clock);
});

describe('measuring', () => {
  it('runs as many rounds as asked, with what comes before each', () => {
    let [runs, befores] = [0, 0];
    measure(
      () => {
        runs++;
      },
      { milliseconds: 0, rounds: 7, warmups: 2 },
      () => {
        befores++;
      },
    );
    expect({ runs, befores }).toEqual({ runs: 9, befores: 9 });
  });

  it('goes on until the time is up, a third of it unmeasured before', () => {
    let runs = 0;
    measure(
      () => {
        runs++;
        clock += 1;
      },
      { milliseconds: 30, rounds: 1, warmups: 1 },
    );
    expect(runs).toBe(40);
  });

  it('does not time what comes before a round, nor count warm-ups', () => {
    let round = 0;
    const whole = measure(
      () => {
        clock += round++ < 2 ? 500 : 5;
      },
      { milliseconds: 0, rounds: 4, warmups: 2 },
      () => {
        clock += 1_000;
      },
    );
    expect(whole).toEqual({ min: 5, median: 5, spread: 0 });
  });

  it('keeps the times of the parts apart', () => {
    let round = 0;
    const parts = measureParts(() => ({ first: ++round, second: 10 }), { milliseconds: 0, rounds: 3, warmups: 0 });
    expect(parts).toEqual({ first: { min: 1, median: 2, spread: 1 }, second: { min: 10, median: 10, spread: 0 } });
  });

  it('passes on what a round throws', () => {
    expect(() =>
      measure(
        () => {
          throw new Error('broken');
        },
        { milliseconds: 0, rounds: 1, warmups: 0 },
      ),
    ).toThrow('broken');
  });

  it('has least, median, and median distance from it', () => {
    expect(timingOf([4, 1, 2, 10, 3])).toEqual({ min: 1, median: 3, spread: 1 });
  });
});
