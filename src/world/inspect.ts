import { columnBytes } from '../kernel/arena.js';
import type { Executor } from '../meaning/executor.js';
import type { World } from './api.js';
import { insideOf } from './core.js';

/** Statistics of a world for tests, tuning and debugging. They are not part of its state. */
export interface Inspection {
  /**
   * The executor. `name` is its name. `paths` counts its choices, such as rules that ran together or results that it
   * reused. `activity` has the sources and targets of each rule. Both objects stay the same, and their counts keep
   * rising.
   */
  readonly executor: Pick<Executor, 'name' | 'paths' | 'activity'>;
  /** Number of objects that fit into the world at its current size. */
  readonly capacity: number;
  /** Size of its columns in bytes. */
  readonly bytes: number;
}

/** Returns statistics of a world. The counts of the executor keep rising after the call. */
export function inspect(world: World): Inspection {
  const { executor, state } = insideOf(world).core;
  const { name, paths, activity } = executor;
  return {
    executor: { name, paths, activity },
    capacity: state.arena.sizes[0] - 1,
    bytes: columnBytes(state.arena),
  };
}
