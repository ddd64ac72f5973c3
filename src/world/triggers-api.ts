import type { TriggerEvent } from '../events/event.js';

export type { TriggerEvent } from '../events/event.js';

/** Options of calls that may run actions. */
export interface TriggerOptions {
  /**
   * Called with each event as it happens. It may read, change and copy the world. Calls that let time pass, sweep or
   * restore throw `polling`. An error that it throws stops the call and comes out of it.
   */
  readonly listen?: ((event: TriggerEvent) => void) | undefined;
  /**
   * Stops after so many steps; `resume` continues. A step is a trigger that fires in a sweep, an action, or an entry of
   * the queue of delays. Default: no end.
   */
  readonly steps?: number;
}

/** Options of `advance`. */
export interface AdvanceOptions extends TriggerOptions {
  /** False: time makes no sweeps; the host calls `poll`. Default true. */
  readonly sweeps?: boolean;
}

/**
 * The clock, and triggers that fire as time passes. Triggers are named as in content, or by their place in
 * `program.model.triggers`.
 */
export interface WorldTriggers {
  /** The clock, in ticks: a turn is one. It may be negative. */
  readonly time: number;
  /** Sets the clock, between sweeps; delays keep the ticks that are left. Takes a whole number of 32 bits. */
  setTime(time: number): void;
  /**
   * Lets time pass without a turn. In each tick the clock moves on, due delays end, triggers are swept, and then those
   * that wait for a rise are tested. True when all is done, false where `steps` stopped it. Default one tick.
   *
   * Throws `sweep-depth`, `list-depth`, `hang:zero-delay`, `queue-corrupt`, `null-direct`, `limit-actions` and
   * `limit-waiting`. Then nothing is left running, and completed actions stay.
   */
  advance(ticks?: number, options?: AdvanceOptions): boolean;
  /** Sweeps once, at whatever time. Returns and throws as `advance` does. */
  poll(options?: TriggerOptions): boolean;
  /**
   * Continues an unfinished call, also in a copy that was made in between; true when nothing is left. Throws as
   * `advance` does.
   */
  resume(options?: TriggerOptions): boolean;
  /** Something is unfinished: `resume` or a decision continues it. */
  readonly isPaused: boolean;
  /** Lists of actions that wait for their delay. */
  readonly delayed: number;
  /** Whether a trigger may fire. */
  isArmed(trigger: string | number): boolean;
  /** Arms a trigger, or disarms it. Default true. */
  arm(trigger: string | number, armed?: boolean): void;
  /** Whether the condition of a trigger is true now, armed or not. */
  isTrue(trigger: string | number): boolean;
  /**
   * Sets the listener to events of turns; undefined removes it. It is called when all turns of a `step` or `run` are
   * done, with their events in order. Copies of the world have no listener.
   *
   * An error that it throws comes out of `step` or `run`; the turns stay, and later events are lost.
   */
  hear(listener: ((event: TriggerEvent) => void) | undefined): void;
}
