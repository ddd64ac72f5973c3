import type { DecisionKind, OccurrenceView, TriggerEvent } from '../events/event.js';
import type { Point } from '../ir/occurrence.js';
import type { ContentShape } from '../model/content-shape.js';
import type { CellValue, Handle } from './host-values.js';

export type { DecisionKind, OccurrenceView, TimingEvent, TriggerEvent } from '../events/event.js';

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
export interface WorldTriggers<Shape extends ContentShape = ContentShape> {
  /** The clock, in ticks; a turn is one tick. It may be negative. */
  readonly time: number;
  /** Sets the clock, between sweeps. Delays keep their remaining ticks. Takes a 32-bit integer. */
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
  isArmed(trigger: Shape['trigger'] | number): boolean;
  /** Arms a trigger, or disarms it. Default true. */
  arm(trigger: Shape['trigger'] | number, armed?: boolean): void;
  /** True if the condition of a trigger is true now, whether the trigger is armed or not. */
  isTrue(trigger: Shape['trigger'] | number): boolean;
  /**
   * Sets the listener for the events of turns; undefined removes it. Edict calls it for each event, in order, when all
   * turns of a `step` or `run` are done. Copies of the world have no listener.
   *
   * An error that the listener throws reaches the caller of `step` or `run`. The turns remain done, and later events
   * are lost.
   */
  hear(listener: ((event: TriggerEvent) => void) | undefined): void;
}

/**
 * Values of an occurrence, as an object by field name or as a list. The list is faster: it has one stored number for
 * each place of a field in `program.rules.timing.types[type].fields`.
 *
 * Stored numbers are handles, and indexes of kinds, classes and words, from 1. NaN, 0 for these types, or a missing
 * element means absent. Fields with the same name have the same place in all types, so the list of a type may have
 * gaps.
 */
export type OccurrenceValues<Field extends string = string> =
  | (string extends Field ? Readonly<Record<string, CellValue>> : { readonly [Name in Field]?: CellValue })
  | readonly number[];

/** An occurrence to raise. */
export interface OccurrenceOption<Shape extends ContentShape = ContentShape> {
  /** Its name, or its index in `program.rules.timing.types`. */
  readonly type: Shape['occurrence'] | number;
  readonly values?: OccurrenceValues;
}

/** One option of a decision. */
export interface DecisionOption {
  /** Index of the option, from 0. */
  readonly index: number;
  /** The name of an ability or of a type of occurrences; `pass`, `yes` or `no`. */
  readonly name: string;
  /** The index of the ability; undefined for an option that is not an ability. */
  readonly ability: number | undefined;
  /** The object that has the ability. */
  readonly source: Handle | null;
  /** The number of the occurrence that the ability answers, or that the option puts first; 0 for none. */
  readonly occurrence: number;
  /** The current state of that occurrence. */
  readonly view: OccurrenceView | undefined;
}

/** A decision that is needed before anything continues. */
export interface Decision {
  /** The player who decides; null in a world without players. */
  readonly player: Handle | null;
  readonly kind: DecisionKind;
  /**
   * The point of time: before, when or after. `would`: an optional ability `at: when` decides before the occurrence
   * applies.
   */
  readonly at: Point;
  readonly options: readonly DecisionOption[];
}

/**
 * An agent that decides within a turn. It returns the index of an option, or undefined to let the turn wait. It may
 * read only the decision.
 */
export type TurnAgent = (decision: Decision) => number | undefined;

/**
 * Occurrences, and the decisions that they need. While a decision is needed, calls that would run something else throw
 * `paused`.
 *
 * `raise`, `raiseAll`, `pass`, `pay` and `decide` return true when all is done, and false if a decision is needed or
 * the option `steps` stopped them. Host systems may call them within a turn, without options.
 */
export interface WorldEvents<Shape extends ContentShape = ContentShape> {
  /**
   * Raises an occurrence and resolves all abilities that answer it.
   *
   * Throws `unknown-name`, `bad-value`, `nesting`, `limit-occurrences`, `substitutions`, `optional-loop`, and errors of
   * actions.
   */
  raise<Type extends keyof Shape['occurrences'] & string>(
    type: Type | number,
    values?: OccurrenceValues<Shape['occurrences'][Type]>,
    options?: TriggerOptions,
  ): boolean;
  /** Raises one or more occurrences that happen at the same time. Throws the errors of `raise`. */
  raiseAll(occurrences: readonly OccurrenceOption<Shape>[], options?: TriggerOptions): boolean;
  /**
   * Runs the abilities that answer a point of time of a type; no occurrence of the type need happen. Throws the errors
   * of `raise`.
   */
  pass<Type extends keyof Shape['occurrences'] & string>(
    type: Type | number,
    at: 'before' | 'when' | 'after',
    values?: OccurrenceValues<Shape['occurrences'][Type]>,
    options?: TriggerOptions,
  ): boolean;
  /**
   * Lets a player pay a cost. The sources are abilities with `yields` that listen to `type`. Raises `paid` if they
   * reach the cost. Throws the errors of `raise`.
   */
  pay<Type extends keyof Shape['occurrences'] & string>(
    type: Type | number,
    paid: Shape['occurrence'] | number | null,
    values: OccurrenceValues<Shape['occurrences'][Type]>,
    options?: TriggerOptions,
  ): boolean;
  /**
   * The decision that is needed now, or undefined.
   *
   * Throws `world-changed` if the host changed the world so that an option chosen earlier in a waiting turn no longer
   * exists. `triggers.resume` then starts the turn again.
   */
  readonly decision: Decision | undefined;
  /** Number of options of the decision, found without a list of them; 0 without a decision. */
  readonly optionCount: number;
  /** The player who decides; 0 without a decision or player. */
  readonly decider: Handle;
  /**
   * Chooses an option, by its index or by a name that only one option has, and continues.
   *
   * Throws `no-decision`, `not-an-option`, the errors of `raise`, and `not-your-decision` if `player` is given and
   * another player decides.
   */
  decide(option: number | string, player?: Shape['object'] | null, options?: TriggerOptions): boolean;
  /**
   * Sets the agent that decides within turns; undefined removes it. Without an answer of the agent, the turn is undone
   * and waits: `decision` then has the decision, and `decide` runs the turn again. Copies of the world have no agent.
   */
  answerWith(agent: TurnAgent | undefined): void;
  /** Number of occurrences so far. */
  readonly occurred: number;
  /** The current step of play, a word of the enumeration `step`; null for none. */
  readonly stepOfPlay: string | null;
}
