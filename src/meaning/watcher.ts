import type { Frame } from '../ir/frame.js';

/** Knows which triggers are true. Whatever it does to be quick, it answers as the world is when it is asked. */
export interface Watcher {
  /**
   * The first armed trigger from an index on that looks in sweeps and whose condition is true; -1: none. `frame`: in
   * which conditions are evaluated.
   */
  next(from: number, frame: Frame): number;
  /** The first trigger from an index on that looks for rises and whose condition is no longer as it was; -1: none. */
  nextChanged(from: number, frame: Frame): number;
  isTrue(trigger: number, frame: Frame): boolean;
}
