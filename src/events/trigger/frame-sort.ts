import type { WorldState } from '../../components/state.js';
import type { Point } from '../../ir/occurrence.js';
import type { Step } from '../../meaning/finder.js';

/** Sorts of frames; the numbers are part of saved worlds. */
export const frameSort = {
  /** Time: `list` ticks are left, `stage` parts of this one are done, `at` is 1 where it sweeps. */
  clock: 1,
  /**
   * The queue: `stage` see below, `at` entries may still run, `list` is what is left of the running one, `depth` its
   * place.
   */
  queue: 2,
  /** A sweep from trigger `at` on. */
  sweep: 3,
  /** Rises from trigger `at` on. */
  rise: 4,
  /** A list of its own, from action `at` on. */
  run: 5,
  /** A list as a part of the one below. */
  part: 6,
  /**
   * A batch: `list` is the row of the first occurrence, `at` how many, `depth` nested batches, `stage` see
   * timing/batch.ts, `mark` and `memo` uses and memories before.
   */
  batch: 7,
  /**
   * A point of time of the batch below: `list`, `at`, `depth`, `mark` as there, `memo` a count, `occurrence` the one
   * taken alone, `stage` see timing/point.ts; `direct` is the point, `subject` the player to move, `actSubject` the
   * answer from 1, `actDirect` the copies born before.
   */
  point: 8,
  /**
   * An optional ability: `list` is the ability, `subject` its source, `direct` the number of its copy, `occurrence`
   * what it answers.
   */
  choice: 9,
  /** A payment: `occurrence` is its reason, `at` the type that follows, `direct` the sum so far. */
  payment: 10,
  /** Continuous abilities from `at` on; `occurrence` objects of it are done. */
  changes: 11,
} as const;

export const clockStage = { next: 0, queue: 1, sweep: 2, rise: 3 } as const;
export const queueStage = { count: 0, idle: 1, running: 2 } as const;
export const actionStage = { reached: 0, told: 1, firing: 2 } as const;

/** By number, as in frames. */
export const points: readonly Point[] = ['before', 'would', 'when', 'after'];

export function pointNumber(at: Point): number {
  // A table by name would be too slow.
  switch (at) {
    case 'before':
      return 0;
    case 'would':
      return 1;
    case 'when':
      return 2;
    case 'after':
      return 3;
  }
}

export const stepCount = 4;

export function stepNumber(step: Step): number {
  switch (step) {
    case 'A':
      return 0;
    case 'B':
      return 1;
    case 'C':
      return 2;
    case 'pay':
      return 3;
  }
}

/** The nearest point of a frame or below it. */
export function pointOfFrame({ frames }: WorldState, row: number): Point {
  for (let at = row; at > 0; at--) if (frames.does[at] === frameSort.point) return points[frames.direct[at]];
  return 'when';
}
