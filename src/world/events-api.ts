import type { DecisionKind, OccurrenceView } from '../events/event.js';
import type { Point } from '../ir/occurrence.js';
import type { CellValue, Handle } from './host-values.js';
import type { TriggerOptions } from './triggers-api.js';

export type { DecisionKind, OccurrenceView, TimingEvent } from '../events/event.js';

/**
 * Values of an occurrence: by the names of its fields, or, quicker, a list of stored numbers by the places of its
 * fields in `program.rules.timing.types[type].fields`.
 *
 * Stored are handles, and places of kinds, classes and words from 1. NaN, and 0 for these types, stands for absent, as
 * does a field that is left out. Fields of one name have one place in all types, so a type may have gaps.
 */
export type OccurrenceValues = Readonly<Record<string, CellValue | null>> | readonly number[];

/** An occurrence to raise. */
export interface OccurrenceOption {
  /** Its name, or its index in `program.rules.timing.types`. */
  readonly type: string | number;
  readonly values?: OccurrenceValues;
}

/** One option of a decision. */
export interface DecisionOption {
  /** Its place, from 0. */
  readonly index: number;
  /** The name of an ability or of a type of occurrences; `pass`, `yes` or `no`. */
  readonly name: string;
  /** The index of the ability; undefined for an option that is no ability. */
  readonly ability: number | undefined;
  /** The object that has the ability. */
  readonly source: Handle | null;
  /** The number of the occurrence that it answers or takes first; 0 for none. */
  readonly occurrence: number;
  /** That occurrence as it stands. */
  readonly view: OccurrenceView | undefined;
}

/** A decision that is needed before anything continues. */
export interface Decision {
  /** The player who decides; null in a world without players. */
  readonly player: Handle | null;
  readonly kind: DecisionKind;
  /** The point of time: before, when or after; `would` for what is optional at *when*, before it applies. */
  readonly at: Point;
  readonly options: readonly DecisionOption[];
}

/**
 * Decides within a turn: returns the place of an option, or undefined to let the turn wait. It may look at the decision
 * alone.
 */
export type TurnAgent = (decision: Decision) => number | undefined;

/**
 * Occurrences, and the decisions that they need. While one is needed, calls that begin something else throw `paused`.
 *
 * `raise`, `raiseAll`, `pass`, `pay` and `decide` return true when all is done, and false where a decision is needed or
 * `steps` stopped them. Host systems may call them within a turn, without options.
 */
export interface WorldEvents {
  /**
   * Raises an occurrence, with everything that answers it.
   *
   * Throws `unknown-name`, `bad-value`, `nesting`, `limit-occurrences`, `substitutions`, `optional-loop`, and errors of
   * actions.
   */
  raise(type: string | number, values?: OccurrenceValues, options?: TriggerOptions): boolean;
  /** Raises several that occur simultaneously, at least one. Throws as `raise` does. */
  raiseAll(occurrences: readonly OccurrenceOption[], options?: TriggerOptions): boolean;
  /** Goes through a point of time at which nothing need happen. Throws as `raise` does. */
  pass(
    type: string | number,
    at: 'before' | 'when' | 'after',
    values?: OccurrenceValues,
    options?: TriggerOptions,
  ): boolean;
  /**
   * Lets a player pay from sources that yield. Abilities listen to `type`; `paid` is raised where the cost was reached.
   * Throws as `raise` does.
   */
  pay(type: string | number, paid: string | number | null, values: OccurrenceValues, options?: TriggerOptions): boolean;
  /**
   * The decision that is needed now; undefined without one.
   *
   * Throws `world-changed` when the host changed the world so that an earlier decision of a waiting turn is no option
   * any more: then `triggers.resume` starts the turn again.
   */
  readonly decision: Decision | undefined;
  /** Number of its options, without making a list of them; 0 without a decision. */
  readonly optionCount: number;
  /** The player who decides; 0 without one. */
  readonly decider: Handle;
  /**
   * Takes an option, by its place or by a name that only one has, and continues.
   *
   * Throws `no-decision`, `not-an-option`, `not-your-decision` where `player` is given and another decides, and as
   * `raise` does.
   */
  decide(option: number | string, player?: Handle | null, options?: TriggerOptions): boolean;
  /**
   * Sets the agent that decides within turns; undefined removes it. Without its answer the turn is undone and waits:
   * `decision` gives the question, and `decide` runs the turn again. Copies of the world have no agent.
   */
  answerWith(agent: TurnAgent | undefined): void;
  /** Occurrences so far. */
  readonly occurred: number;
  /** The step of the sequence of play that is under way; null for none. */
  readonly stepOfPlay: string | null;
}
