import type { Type } from '../model/model.js';
import type { Ability, Continuous } from './ability.js';
export type { Raised } from './raised.js';
import type { Node } from './node.js';
import type { Origin } from './origin.js';

/**
 * An occurrence is one thing that happens: of a type, with values by the type's fields. Those of a batch happen
 * simultaneously. Before, when and after a batch there are points of time at which abilities answer.
 */
export interface OccurrenceType {
  /** From 0. */
  readonly index: number;
  /** Unique. */
  readonly name: string;
  /** Places without a field are not used by this type: fields of one name have one place in all types. */
  readonly fields: readonly (OccurrenceField | undefined)[];
  /**
   * Which field says whom it is about, who does it or whom it befalls, where it leads, and how much; -1 where none
   * does. An amount that abilities bring to 0 or below is no change any more.
   */
  readonly subject: number;
  readonly player: number;
  readonly target: number;
  readonly amount: number;
  /**
   * Where it is not true, the occurrence cannot change anything and fails. Over its fields; slot 0 is its player, slot
   * 1 its subject. Absent counts as false.
   */
  readonly possible: Node | undefined;
  /** What it does; see `OccurrenceChange`. */
  readonly change: OccurrenceChange;
  /**
   * What is remembered of an occurrence as it was just before its batch applies, for abilities that answer from then
   * on.
   */
  readonly remembers: readonly Remembered[];
  /** Where it is declared; undefined of what nothing declares. */
  readonly origin?: Origin | undefined;
}

/**
 * An expression over the fields of an occurrence (slot 1: its subject) that the operation `remembered` names by number.
 */
export interface Remembered {
  /** Unique in the content. */
  readonly number: number;
  readonly node: Node;
}

export interface OccurrenceField {
  readonly name: string;
  /** A number, a boolean, an object, a kind, a class or a word of an enumeration. */
  readonly type: Type;
  /** Of objects, the only kind that it may be; left out: any. What is of another is absent. */
  readonly kind?: number | undefined;
}

export type OccurrenceChange =
  /** Runs a list of actions: subject (slot 0) its player, direct object (slot 1) its subject. */
  | { readonly by: 'list'; readonly list: number }
  /** It only happens. */
  | { readonly by: 'nothing' }
  /** A step of the sequence of play (a phase) begins or ends; `field` is the word of the step. */
  | { readonly by: 'step-begins' | 'step-ends'; readonly field: number }
  /**
   * A turn of a player begins or ends; `field` is the player whose turn begins, or who takes the next one. Where a turn
   * ends, what lasts for a turn lapses.
   */
  | { readonly by: 'turn-begins' | 'turn-ends'; readonly field: number }
  /** An effect that is about to fire on its subject, or a write of that amount. */
  | { readonly by: 'effect'; readonly what: HeardChange };

/**
 * What effects do that abilities can listen to: a number of a column that rises or falls, an object of a kind that
 * comes, goes, changes hands or place. The type's fields may be called `before`, `after` and `source` beside those that
 * it says itself.
 */
export type HeardChange =
  | { readonly what: 'gain' | 'loss'; readonly column: number }
  | { readonly what: 'create' | 'destroy' | 'give' | 'move'; readonly kind: number };

/** What formats of timing do differently, and what their text leaves open. */
export interface TimingPolicy {
  /**
   * Of a batch: one step B and one step C for all of it; or the orderer takes everything of one occurrence, then of the
   * next.
   */
  readonly grouping: 'merged' | 'perOccurrence';
  /** An ability that is born during a step may answer at the same point. */
  readonly bornInStep: boolean;
  /** A reaction may bring a change to zero, so that it is none. */
  readonly reactionToZero: boolean;
  /** Batches inside one another; one more is error `nesting`. */
  readonly depth: number;
  /**
   * A decision that comes again inside itself with everything as it was: nothing is taken, and the host is told; or
   * error `optional-loop`.
   */
  readonly optionalLoop: 'break' | 'error';
}

export const plainTiming: TimingPolicy = {
  grouping: 'merged',
  bornInStep: true,
  reactionToZero: false,
  depth: 256,
  optionalLoop: 'break',
};

export interface TimingBook {
  readonly types: readonly OccurrenceType[];
  /** In the order in which they are asked. */
  readonly abilities: readonly Ability[];
  readonly continuous: readonly Continuous[];
  /**
   * The kind of those who decide, by ascending id their order of turns; 0: nobody decides, the first candidate goes
   * first and no reaction is taken.
   */
  readonly players: number;
  /** Roles (by index) of the active player and of the one who takes the next turn; -1: there is none. */
  readonly active: number;
  readonly next: number;
  /** Index of the enumeration of steps, or -1. */
  readonly steps: number;
  readonly policy: TimingPolicy;
}

/** A book in which nothing occurs. */
export const noTiming: TimingBook = {
  types: [],
  abilities: [],
  continuous: [],
  players: 0,
  active: -1,
  next: -1,
  steps: -1,
  policy: plainTiming,
};
