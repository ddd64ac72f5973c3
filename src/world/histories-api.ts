import type { Snapshot } from '../kernel/snapshot.js';
import type { ContentShape } from '../model/content-shape.js';
import type { Variable } from '../model/model.js';
import type { CellValue, Handle } from './host-values.js';
import type { FailureCause, TypedValue } from './variables-api.js';

/**
 * Facts about an object that content does not name: whether it exists, its class, its owners, the object that it is
 * attached to, and its position. A meter, property, variable, set or list of the same name takes precedence.
 */
export type ObjectFact = 'exists' | 'class' | 'owner' | 'place' | 'x' | 'y';

/** A value of an object: owners and lists are handles, sets are words. Null if the object is not there. */
export type PastValue = CellValue | readonly string[] | readonly Handle[];

/** A name that `explain` accepts. */
export type Explainable<Shape extends ContentShape = ContentShape> =
  | Shape['cell']
  | Shape['set']
  | Shape['list']
  | ObjectFact
  | Variable;

/** One write of a cell, one change of another fact, or one modifier of a variable. */
export interface CellStep {
  /** Name of the rule, modifier, phase or host system that wrote. */
  readonly rule: string;
  /** The object that carries the rule or modifier; 0 where there is none. */
  readonly source: Handle;
  /** The label of the effect; for a modifier, its amount as written. */
  readonly label: string;
  readonly turn: number;
  /** Undefined for a modifier. */
  readonly phase?: string | undefined;
  /** Of the rule or modifier; undefined for a phase or host system. */
  readonly priority?: number | undefined;
  /**
   * The word of a set, or the object of a list, that was added (`after` is true) or removed (`after` is false).
   * Undefined where the whole value changed: the object was made or destroyed, or a list got another order.
   */
  readonly item?: string | Handle | undefined;
  readonly before: PastValue | undefined;
  readonly after: PastValue | undefined;
  /** How a modifier was applied. Undefined for other steps. */
  readonly modifier?: AppliedModifier | undefined;
}

/** One modifier of a variable, with the type and number tag of each value. */
export interface AppliedModifier {
  /** `add`, `multiply`, `set`, `minimum`, `maximum` and the like. */
  readonly modification: string;
  readonly priority: number;
  readonly amount: TypedValue;
  /** Why the amount has failed. */
  readonly cause?: FailureCause;
  readonly before: TypedValue;
  readonly after: TypedValue;
}

/**
 * The steps that led to a value, in order.
 *
 * For a variable, without `since`: its modifiers that are in force. For all else: the writes or changes of the last
 * turn, or of all turns since a snapshot; `initial` is the value before them, and null if the object did not exist
 * then. A failed value of a variable is undefined; with `since` it is null.
 */
export interface CellHistory {
  readonly initial: PastValue | undefined;
  readonly current: PastValue | undefined;
  readonly steps: readonly CellStep[];
  /** Number of earlier steps that are left out: the last 10,000 are kept. */
  readonly skipped: number;
  /** The values and items are handles. */
  readonly isObject: boolean;
  /** The object existed before these turns. */
  readonly existed: boolean;
}

/** Options of `explain` and `explainAll`. */
export interface ExplainOptions {
  /**
   * A snapshot of an earlier turn of this world. The turns since then run again on a copy. Throws `not-repeated` if
   * they do not lead to the present world, because the host or a player changed it between turns.
   */
  readonly since?: Snapshot;
}

/** One question of `explainAll`. */
export interface AskedFact<Shape extends ContentShape = ContentShape> {
  readonly object: Shape['object'];
  readonly name: Explainable<Shape>;
}
