import type { DecisionKind, OccurrenceView } from '../events/event.js';
import type { Point } from '../ir/occurrence.js';
import type { CellValue, Handle } from './host-values.js';
import type { TriggerOptions } from './triggers-api.js';

export type { DecisionKind, OccurrenceView, TimingEvent } from '../events/event.js';

/**
 * Values of an occurrence, as an object by field name or as a list. The list is faster: it has one stored number for
 * each place of a field in `program.rules.timing.types[type].fields`.
 *
 * Stored numbers are handles, and indexes of kinds, classes and words, from 1. NaN, 0 for these types, or a missing
 * element means absent. Fields with the same name have the same place in all types, so the list of a type may have
 * gaps.
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
export interface WorldEvents {
  /**
   * Raises an occurrence and resolves all abilities that answer it.
   *
   * Throws `unknown-name`, `bad-value`, `nesting`, `limit-occurrences`, `substitutions`, `optional-loop`, and errors of
   * actions.
   */
  raise(type: string | number, values?: OccurrenceValues, options?: TriggerOptions): boolean;
  /** Raises one or more occurrences that happen at the same time. Throws the errors of `raise`. */
  raiseAll(occurrences: readonly OccurrenceOption[], options?: TriggerOptions): boolean;
  /**
   * Runs the abilities that answer a point of time of a type; no occurrence of the type need happen. Throws the errors
   * of `raise`.
   */
  pass(
    type: string | number,
    at: 'before' | 'when' | 'after',
    values?: OccurrenceValues,
    options?: TriggerOptions,
  ): boolean;
  /**
   * Lets a player pay a cost. The sources are abilities with `yields` that listen to `type`. Raises `paid` if they
   * reach the cost. Throws the errors of `raise`.
   */
  pay(type: string | number, paid: string | number | null, values: OccurrenceValues, options?: TriggerOptions): boolean;
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
  decide(option: number | string, player?: Handle | null, options?: TriggerOptions): boolean;
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
