import type { WorldState } from '../../components/state.js';
import type { Point } from '../../ir/ability.js';
import type { Step } from '../../meaning/finder.js';

/** What the frames of triggers do. The numbers are part of saved worlds. */
export const frameSort = {
  /** Lets ticks pass: `list` ticks are left, `stage` parts of the present one are done, `at` is 1 where it sweeps. */
  clock: 1,
  /**
   * Looks at the queue: `stage` see below, `at` entries may still run, `list` is what the running one has left, `depth`
   * the place that it takes.
   */
  queue: 2,
  /** Sweeps from trigger `at` on. */
  sweep: 3,
  /** Looks for rises from trigger `at` on. */
  rise: 4,
  /** Runs a list from action `at` on, by itself. */
  run: 5,
  /** Runs a list as a part of the one below it. */
  part: 6,
  /**
   * Resolves a batch of occurrences: `list` is the row of the first, `at` how many, `depth` batches inside one another,
   * `stage` see timing/batch.ts, `mark` and `memo` how many uses and memories there were.
   */
  batch: 7,
  /**
   * A point of time of the batch below: `list`, `at`, `depth`, `mark` as there, `memo` a count, `occurrence` the one
   * that is taken by itself, `stage` see timing/point.ts; `direct` is the point, `subject` the player whose turn it is,
   * `actSubject` the answer from 1, `actDirect` the copies that were born before.
   */
  point: 8,
  /**
   * Asks whether an ability is to be: `list` is the ability, `subject` whose, `direct` the number of its copy,
   * `occurrence` what it answers.
   */
  choice: 9,
  /**
   * Gathers a payment: `occurrence` is what is paid for, `at` the type that follows, `direct` what has been gathered.
   */
  payment: 10,
  /** Begins and ends what holds while a condition holds: from `at` on, `occurrence` objects of it are done. */
  changes: 11,
} as const;

export const clockStage = { next: 0, queue: 1, sweep: 2, rise: 3 } as const;
export const queueStage = { count: 0, idle: 1, running: 2 } as const;
export const actionStage = { reached: 0, told: 1, firing: 2 } as const;

/** Points of time by number, as frames hold them. */
export const points: readonly Point[] = ['before', 'would', 'when', 'after'];

/** The number of a point. */
export function pointNumber(at: Point): number {
  // Asked so often that a table by name would be dear.
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

/** The point of time that a frame is in: its own, or that of the nearest one below it. */
export function pointOfFrame({ frames }: WorldState, row: number): Point {
  for (let at = row; at > 0; at--) if (frames.does[at] === frameSort.point) return points[frames.direct[at]];
  return 'when';
}
