import type { DecisionKind, OccurrenceView } from '../events/event.js';
import type { Point } from '../ir/occurrence.js';
import type { CellValue, Handle } from './host-values.js';
import type { TriggerOptions } from './trigger-api.js';

export type { DecisionKind, OccurrenceView, TimingEvent } from '../events/event.js';

/**
 * Values of an occurrence, by the names of its fields; or in the order of its fields, as numbers are stored: objects
 * are handles. What is left out is absent, as NaN and 0 are in a list for objects, kinds, classes and words.
 */
export type OccurrenceValues = Readonly<Record<string, CellValue | null>> | readonly number[];

/** An occurrence that is about to be: a type, by name or index, and its values. */
export interface OccurrenceOption {
  readonly type: string | number;
  readonly values?: OccurrenceValues;
}

/** One thing that may be decided. */
export interface DecisionOption {
  /** Its place, from 0. */
  readonly index: number;
  /** Of an ability its name; of an occurrence the name of its type; `pass`, `yes`, `no`. */
  readonly name: string;
  /** The ability and whose it is; undefined where the option is no ability. */
  readonly ability: number | undefined;
  readonly source: Handle | null;
  /** The occurrence that it answers or takes first, by number; 0: none. */
  readonly occurrence: number;
  /** That occurrence, as it stands. */
  readonly view: OccurrenceView | undefined;
}

/** What somebody has to decide before anything goes on. */
export interface Decision {
  /** Who decides; null where nobody plays. */
  readonly player: Handle | null;
  readonly kind: DecisionKind;
  readonly at: Point;
  readonly options: readonly DecisionOption[];
}

/**
 * Takes a decision within a turn at once: gives the place of an option, or undefined to let the turn wait. It may look
 * at the decision alone.
 */
export type TurnAgent = (decision: Decision) => number | undefined;

/** Where a world stands in the course of its occurrences. */
export interface Timing {
  /**
   * Lets something occur, with everything that answers it. True when all is done; false where a decision is needed, or
   * `steps` stopped it. Throws, with the world as before the call, `unknown-name`,
   * `bad-value`, `nesting`, `limit-occurrences`, `substitutions`, `optional-loop` and what actions throw.
   */
  raise(type: string | number, values?: OccurrenceValues, options?: TriggerOptions): boolean;
  /** The same for several that occur simultaneously. */
  raiseAll(occurrences: readonly OccurrenceOption[], options?: TriggerOptions): boolean;
  /** Goes through a point of time at which nothing need happen. */
  pass(
    type: string | number,
    at: 'before' | 'when' | 'after',
    values?: OccurrenceValues,
    options?: TriggerOptions,
  ): boolean;
  /**
   * A player pays from what yields: `type` says what abilities listen to, `paid` what occurs where the cost was
   * reached.
   */
  pay(type: string | number, paid: string | number | null, values: OccurrenceValues, options?: TriggerOptions): boolean;
  /**
   * What has to be decided now; undefined where nothing has. Throws `world-changed` where the host has changed the
   * world so that what was decided in a turn that waits is no option any more: then `resume` begins the turn anew.
   */
  readonly decision: Decision | undefined;
  /**
   * How many options it has, and who decides (0: nobody), without making a list of them; 0 where nothing has to be
   * decided.
   */
  readonly optionCount: number;
  readonly decider: Handle;
  /**
   * Decides, and goes on. An option by its place, or by a name that only one has. Throws, with the world as before the
   * call, `no-decision`, `not-an-option`, `not-your-decision` where `player` is given and is not who decides, and as
   * `raise`.
   */
  decide(option: number | string, player?: Handle | null, options?: TriggerOptions): boolean;
  /**
   * Who takes decisions within turns. Without one, or where it has no answer, the turn is undone and waits: `decision`
   * says for what, and `decide` runs it again. Copies of the world have none.
   */
  answerWith(agent: TurnAgent | undefined): void;
  /** Occurrences there have been. */
  readonly occurred: number;
  /** The step of the sequence of play that is under way; null: none. */
  readonly stepOfPlay: string | null;
}
