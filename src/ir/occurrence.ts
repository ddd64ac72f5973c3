import type { Type } from '../model/model.js';
import type { Declaration, Node, Origin, Raised } from './node.js';

export type { Raised } from './node.js';

/**
 * One thing that happens, with values by the fields of its type. Those of a batch happen simultaneously; abilities
 * answer at points of time before, when and after it.
 */
export interface OccurrenceType {
  /** From 0. */
  readonly index: number;
  /** Unique. */
  readonly name: string;
  /** Fields of one name have one place in all types; others are undefined. */
  readonly fields: readonly (OccurrenceField | undefined)[];
  /**
   * Fields of the subject, the acting or suffering player, the destination, and the amount; -1: none. An amount of 0 or
   * below is no change.
   */
  readonly subject: number;
  readonly player: number;
  readonly target: number;
  readonly amount: number;
  /**
   * Where not true, the occurrence fails. Over its fields; slot 0 is its player, slot 1 its subject. Absent counts as
   * false.
   */
  readonly possible: Node | undefined;
  readonly change: OccurrenceChange;
  /** From just before its batch applies, for abilities that answer later. */
  readonly remembers: readonly Remembered[];
  /** Undefined where nothing declares it. */
  readonly origin?: Origin | undefined;
}

/** Over the fields of an occurrence (slot 1: its subject), for the operation `remembered`. */
export interface Remembered {
  /** Unique in the content. */
  readonly number: number;
  readonly node: Node;
}

export interface OccurrenceField {
  readonly name: string;
  /** A number, a boolean, an object, a kind, a class or a word of an enumeration. */
  readonly type: Type;
  /** Of objects, the only kind allowed; left out: any. Objects of others are absent. */
  readonly kind?: number | undefined;
}

export type OccurrenceChange =
  /** Subject (slot 0): its player; direct object (slot 1): its subject. */
  | { readonly by: 'list'; readonly list: number }
  /** No change of its own. */
  | { readonly by: 'nothing' }
  /** Of the sequence of play; `field` is the word of the step. */
  | { readonly by: 'step-begins' | 'step-ends'; readonly field: number }
  /** `field` is the player whose turn begins, or who is next. At the end, what lasts for a turn lapses. */
  | { readonly by: 'turn-begins' | 'turn-ends'; readonly field: number }
  /** An effect about to fire on its subject, or a write of that amount. */
  | { readonly by: 'effect'; readonly what: HeardChange };

/**
 * An effect that abilities can listen to: a number of a column rises or falls; an object of a kind comes, goes, changes
 * hands or changes place. The type may also have fields `before`, `after` and `source`.
 */
export type HeardChange =
  | { readonly what: 'gain' | 'loss'; readonly column: number }
  | { readonly what: 'create' | 'destroy' | 'give' | 'move'; readonly kind: number };

/** Differences between formats of timing. */
interface TimingPolicy {
  /** One step B and one step C for a whole batch; or for one occurrence after the other. */
  readonly grouping: 'merged' | 'perOccurrence';
  /** An ability created during a step may answer at the same point. */
  readonly bornInStep: boolean;
  /** A reaction may reduce a change to zero, which cancels it. */
  readonly reactionToZero: boolean;
  /** Most nested batches; one more is error `nesting`. */
  readonly depth: number;
  /**
   * A decision inside itself in an equal state: nothing is taken and the host is notified; or error `optional-loop`.
   */
  readonly optionalLoop: 'break' | 'error';
}

/** The largest `depth` that content can ask for. */
export const deepestNesting = 10_000;

export const plainTiming: TimingPolicy = {
  grouping: 'merged',
  bornInStep: true,
  reactionToZero: false,
  depth: 256,
  optionalLoop: 'break',
};

export interface TimingBook {
  readonly types: readonly OccurrenceType[];
  /** In the order of their turn to answer. */
  readonly abilities: readonly Ability[];
  readonly continuous: readonly Continuous[];
  /**
   * The kind of the deciding objects, in turn by ascending id; 0: nobody decides, the first candidate goes first and no
   * reaction is taken.
   */
  readonly players: number;
  /** Roles (by index) of the active and the next player; -1: none. */
  readonly active: number;
  readonly next: number;
  /** Index of the enumeration of steps, or -1. */
  readonly steps: number;
  readonly policy: TimingPolicy;
}

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

/** `would`: the outcome is settled but may still change; `when`: as it happens. */
export const points = ['before', 'would', 'when', 'after'] as const;
export type Point = (typeof points)[number];

/** Determines the step: A negates, prevents or substitutes; C reacts; all else is B. */
export const abilityClasses = [
  'negate',
  'prevent',
  'substitute',
  'trait',
  'delayed',
  'rulebook',
  'reduction',
  'reaction',
] as const;
export type AbilityClass = (typeof abilityClasses)[number];

/**
 * Answers occurrences. Expressions see the carrier in slot 0 (`self`), the subject in slot 1, and by operations the
 * fields, remembered values and the controller.
 */
export interface Ability extends Declaration {
  readonly class: AbilityClass;
  readonly at: Point;
  /** Each type once. */
  readonly on: readonly Listening[];
  readonly carrier: AbilityCarrier;
  /** Over slot 0; left out: nobody. Created ones get theirs when created. */
  readonly controller?: Node | undefined;
  /** It exists only where this is true; over slot 0. Absent counts as false. */
  readonly live?: Node | undefined;
  /** It answers only where this is true. Absent counts as false. */
  readonly condition?: Node | undefined;
  /** Removed once it has started. */
  readonly next: boolean;
  /** Removed when the turn ends. */
  readonly lapses: boolean;
  /** It answers only the first of its occurrences (`on`, with `where`) in a turn. */
  readonly first: boolean;
  /** Its controller decides whether it happens. */
  readonly optional: boolean;
  /** Index of its list of actions: subject slot 0, direct object slot 1; -1: none. */
  readonly list: number;
  /** Of substitutes. Subject and player default to those of the replaced occurrence; other fields are absent. */
  readonly into?: Raised | undefined;
  /** For payments, which such abilities answer alone. */
  readonly yields?: Node | undefined;
  /** Using one of a number uses all. Left out: separate, for each object too. */
  readonly copy?: number | undefined;
}

export interface Listening {
  readonly type: number;
  /** Over slots 0 and 1 and the occurrence's fields. Absent counts as false. */
  readonly where?: Node | undefined;
}

export type AbilityCarrier =
  /** The world has it once. */
  | { readonly by: 'world' }
  /** It exists where actions create it (the task `add`). */
  | { readonly by: 'creation' }
  /** By ascending id. `own`: it answers only occurrences whose subject is that object; also after it has gone. */
  | { readonly by: 'classes'; readonly classes: ReadonlySet<number>; readonly own: boolean }
  | { readonly by: 'kind'; readonly kind: number; readonly own: boolean };

/** Holds while a condition holds; begins and ends at the *when* point of the batch that changes the condition. */
export interface Continuous extends Declaration {
  readonly carrier: Exclude<AbilityCarrier, { readonly by: 'world' | 'creation' }>;
  /** Over slot 0. Absent counts as false. */
  readonly condition: Node;
  /** A boolean column of its carriers that is true while it holds. */
  readonly column: number;
  /** Lists run with the carrier in slots 0 and 1; -1: none. */
  readonly begins: number;
  readonly ends: number;
}
