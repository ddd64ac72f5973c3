/**
 * Scenarios of timing as they are written: plain data, what is left out left out. What that means is said by
 * `scenario-model.ts` and `lower/`.
 */

/** What a fact, a field or a test may hold; null: nothing, or nobody. */
export type Scalar = string | number | boolean | null;

/** What there is, and what is done. */
export interface Play {
  readonly given?: Given;
  readonly when: readonly When[];
}

/** The same with what must come of it. */
export interface Scenario extends Play {
  readonly id: string;
  readonly src?: string;
  readonly title?: string;
  readonly then?: Then;
  /** One log that satisfies `then`, for reading. */
  readonly log?: readonly string[];
}

export interface Given {
  /** In the order of their turns; default P1 and P2. */
  readonly players?: readonly string[];
  /** Default the first; null: it is between turns, or before the first. */
  readonly active?: string | null;
  /** Who takes the next turn. */
  readonly next?: string | null;
  readonly phase?: string | null;
  /** What there is, by name. */
  readonly entities?: Readonly<Record<string, EntityState>>;
  /** By player; default 0. */
  readonly honor?: Readonly<Record<string, number>>;
  /** In the order in which they are asked. */
  readonly abilities?: readonly Ability[];
  /** By player: what they decide, first come first. */
  readonly decisions?: Readonly<Record<string, readonly string[]>>;
  readonly policy?: Policy;
}

interface Policy {
  readonly grouping?: (typeof groupings)[number];
  readonly bornInStep?: boolean;
  readonly reactionToZero?: boolean;
}

export const groupings = ['merged', 'perOccurrence'] as const;

/** What is true of an entity, by key. Keys of no meaning of their own are flags, numbers or words. */
export interface EntityState {
  readonly controller?: string | null;
  readonly inPlay?: boolean;
  readonly bowed?: boolean;
  readonly location?: string | null;
  readonly attachedTo?: string | null;
  readonly dishonored?: boolean;
  readonly force?: number;
  readonly [key: string]: Scalar | undefined;
}

/** Fields of an occurrence; `card` names an entity, `player` a player, `target` a place or an entity. */
export interface Occurrence {
  readonly type: string;
  readonly card?: string | null;
  readonly player?: string | null;
  readonly target?: string | null;
  readonly amount?: number | null;
  readonly [field: string]: Scalar | undefined;
}

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
export const points = ['before', 'when', 'after'] as const;
type Point = (typeof points)[number];

export type Ability = Answer | Continuous;

interface AbilityBase {
  readonly id: string;
  /** Abilities of one copy are used together; default the id. */
  readonly copy?: string;
  readonly controller?: string | null;
  readonly live?: Live | readonly Live[];
  readonly until?: 'turn' | 'game';
  /** No temporary effect. */
  readonly printed?: boolean;
}

/** Answers occurrences. */
export interface Answer extends AbilityBase {
  readonly class: AbilityClass;
  /** Default: `when` for delayed ones, `before` for those that negate, prevent or substitute. */
  readonly at?: Point;
  readonly on: Subscription;
  readonly if?: readonly Test[];
  readonly next?: boolean;
  readonly choice?: boolean;
  readonly into?: Occurrence;
  readonly gold?: number;
  readonly interfered?: boolean;
  readonly do?: readonly Action[];
}

/** Holds while a flag of its card is set. */
export interface Continuous extends AbilityBase {
  readonly class: 'continuous';
  readonly card: string;
  readonly while: string;
  /** Bonus. */
  readonly force: number;
}

type Subscription = Listening | { readonly anyOf: readonly Listening[] };

export interface Listening {
  readonly type: string;
  readonly where?: Readonly<Record<string, Scalar>>;
}

/**
 * `lki`: a path from the occurrence's card, such as `attachedTo.bowed`, in its last-known state; `ent`: the present
 * state.
 */
export type Test =
  | { readonly lki: string; readonly eq: Scalar }
  | { readonly ent: string; readonly key: string; readonly eq: Scalar };

export type Live = readonly [entity: string, key: string, value: Scalar];

/** Each does one thing: it has one of these. */
export interface Action {
  readonly note?: string;
  readonly noteForce?: string;
  readonly notePhase?: boolean;
  readonly raise?: Occurrence | readonly Occurrence[];
  readonly raiseAll?: readonly Occurrence[];
  readonly negate?: boolean;
  readonly adjust?: number;
  readonly retarget?: string | null;
  readonly add?: Ability;
}

/** Each has one of these; `at`, `next` beside those that they belong to. */
export interface When {
  readonly raise?: Occurrence | readonly Occurrence[];
  readonly raiseAll?: readonly Occurrence[];
  readonly timePoint?: string;
  /** Of a time point; default `after`. */
  readonly at?: Point;
  readonly endPhase?: string;
  readonly beginPhase?: string;
  readonly endTurn?: boolean;
  /** Who takes the turn after the one that ends; default the next of the players. */
  readonly next?: string | null;
  readonly beginTurn?: string;
  readonly pay?: { readonly player: string; readonly cost: number };
}

export interface Then {
  readonly order?: readonly string[];
  readonly never?: readonly string[];
  readonly count?: Readonly<Record<string, number>>;
  readonly ent?: Readonly<Record<string, Readonly<Record<string, Scalar>>>>;
  readonly honor?: Readonly<Record<string, number>>;
}
