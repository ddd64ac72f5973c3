import { columnBytes } from '../kernel/arena.js';
import type { Executor } from '../meaning/executor.js';
import type { World } from './api.js';
import { insideOf } from './core.js';

/** Figures of a world for tests, tuning and debugging. They are no part of its state. */
export interface Inspection {
  /**
   * The executor's `name`; in `paths`, how often it took which way, such as rules run together or answers used again;
   * in `activity`, sources and targets of each rule. Both count on, and stay the same objects.
   */
  readonly executor: Pick<Executor, 'name' | 'paths' | 'activity'>;
  /** Objects that the world has room for now. */
  readonly capacity: number;
  /** Bytes of its columns. */
  readonly bytes: number;
}

/** Figures of a world at the time of the call. */
export function inspect(world: World): Inspection {
  const { executor, state } = insideOf(world).core;
  const { name, paths, activity } = executor;
  return {
    executor: { name, paths, activity },
    capacity: state.arena.sizes[0] - 1,
    bytes: columnBytes(state.arena),
  };
}
