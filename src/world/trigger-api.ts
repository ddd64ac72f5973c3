import type { TriggerEvent } from '../events/event.js';

export type { TriggerEvent } from '../events/event.js';

export interface TriggerOptions {
  /**
   * Told of every event. It may change the world and take snapshots of it; it may not let time pass, sweep or restore.
   */
  readonly listen?: ((event: TriggerEvent) => void) | undefined;
  /**
   * Stops after so many steps (a step: a sweep moves on to a trigger that fires, an action, an entry of the queue);
   * `resume` goes on. Default: no end.
   */
  readonly steps?: number;
}

export interface AdvanceOptions extends TriggerOptions {
  /** False: no sweeps by time; the host calls `poll`. Default true. */
  readonly sweeps?: boolean;
}

/** The part of a world that watches triggers. */
export interface Triggering {
  /** Ticks; a turn is one. Negative before the beginning. */
  readonly time: number;
  /** Sets the clock, between sweeps; delays keep what they have left. Throws unless it is a whole number of 32 bits. */
  setTime(time: number): void;
  /**
   * Lets time pass, tick by tick: the clock, the queue of delays, the sweep, then triggers that look for a rise. True
   * when all is done, false where `steps` stopped it. Throws `sweep-depth`, `list-depth`,
   * `hang:zero-delay`, `queue-corrupt`, `null-direct`, `limit-actions`, `limit-waiting`; then nothing is left running,
   * and what was done stays done.
   */
  advance(ticks?: number, options?: AdvanceOptions): boolean;
  /** Sweeps once, whatever the time is. As `advance`. */
  poll(options?: TriggerOptions): boolean;
  /** Goes on with what `steps`, or a snapshot within a list of actions, left unfinished; true when nothing is left. */
  resume(options?: TriggerOptions): boolean;
  /** Something is unfinished: `resume` goes on with it. */
  readonly isPaused: boolean;
  /** Lists of actions that wait. */
  readonly delayed: number;
  /** Whether a trigger, by name or index, is armed. */
  isArmed(trigger: string | number): boolean;
  arm(trigger: string | number, armed?: boolean): void;
  /** Whether the condition of a trigger is true now, armed or not. */
  isTrue(trigger: string | number): boolean;
  /**
   * Who is told what happens in turns, when all turns that were asked for are done: what it throws does not undo them.
   * Undefined: nobody. Copies of the world have nobody.
   */
  hear(listener: ((event: TriggerEvent) => void) | undefined): void;
}
