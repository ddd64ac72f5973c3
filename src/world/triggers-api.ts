import type { TriggerEvent } from '../events/event.js';

export type { TriggerEvent } from '../events/event.js';

/** Options of calls that may run actions. */
export interface TriggerOptions {
  /**
   * A function that Edict calls with each event when it happens. It may read, change and copy the world. Within it,
   * calls that let time pass, sweep or restore throw `polling`. An error that it throws stops the call and reaches the
   * caller.
   */
  readonly listen?: ((event: TriggerEvent) => void) | undefined;
  /**
   * Stops the call after this number of steps; `resume` continues it. A step is a trigger that fires in a sweep, an
   * action, or an entry of the queue of delays. Default: no limit.
   */
  readonly steps?: number;
}

/** Options of `advance`. */
export interface AdvanceOptions extends TriggerOptions {
  /** False: ticks do not sweep triggers, and the host calls `poll` instead. Default true. */
  readonly sweeps?: boolean;
}

/**
 * The clock, and triggers that fire as time passes. Calls take triggers by their name in content, or by their index in
 * `program.model.triggers`.
 */
export interface WorldTriggers {
  /** The clock, in ticks; a turn is one tick. It may be negative. */
  readonly time: number;
  /** Sets the clock, between sweeps. Delays keep their remaining ticks. Takes a whole number of 32 bits. */
  setTime(time: number): void;
  /**
   * Lets time pass without a turn. In each tick the clock advances, due delays end, a sweep tests the triggers, and
   * then the triggers with `looks: rise` are tested. Returns true when all is done, and false if `steps` stopped it.
   * Default: one tick.
   *
   * Throws `sweep-depth`, `list-depth`, `hang:zero-delay`, `queue-corrupt`, `null-direct`, `limit-actions` and
   * `limit-waiting`. After such an error no action is left running, and completed actions stay.
   */
  advance(ticks?: number, options?: AdvanceOptions): boolean;
  /** Runs one sweep, without a change of the clock. Returns and throws as `advance` does. */
  poll(options?: TriggerOptions): boolean;
  /**
   * Continues an unfinished call, also in a copy of the world that was made in between. Returns true when all is done.
   * Throws the errors of `advance`.
   */
  resume(options?: TriggerOptions): boolean;
  /** True if a call is unfinished: `resume` or a decision continues it. */
  readonly isPaused: boolean;
  /** Number of lists of actions that wait for their delay. */
  readonly delayed: number;
  /** True if a trigger may fire. */
  isArmed(trigger: string | number): boolean;
  /** Arms a trigger, or disarms it. Default true. */
  arm(trigger: string | number, armed?: boolean): void;
  /** True if the condition of a trigger is true now, whether the trigger is armed or not. */
  isTrue(trigger: string | number): boolean;
  /**
   * Sets the listener for the events of turns; undefined removes it. Edict calls it for each event, in order, when all
   * turns of a `step` or `run` are done. Copies of the world have no listener.
   *
   * An error that the listener throws reaches the caller of `step` or `run`. The turns remain done, and later events
   * are lost.
   */
  hear(listener: ((event: TriggerEvent) => void) | undefined): void;
}
