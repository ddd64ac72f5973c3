/** What the frames of triggers do. The numbers are part of saved worlds. */
export const frameSort = {
  /** Lets ticks pass: `list` ticks are left, `stage` parts of the present one are done, `at` is 1 where it sweeps. */
  clock: 1,
  /** Looks at the queue: `stage` see below, `at` entries may still run, `list` is what the running one has left, `depth` the place that it takes. */
  queue: 2,
  /** Sweeps from trigger `at` on. */
  sweep: 3,
  /** Looks for rises from trigger `at` on. */
  rise: 4,
  /** Runs a list from action `at` on, by itself. */
  run: 5,
  /** Runs a list as a part of the one below it. */
  part: 6,
} as const;

export const clockStage = { next: 0, queue: 1, sweep: 2, rise: 3 } as const;
export const queueStage = { count: 0, idle: 1, running: 2 } as const;
export const actionStage = { reached: 0, told: 1 } as const;
