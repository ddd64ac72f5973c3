/** Scenarios of timing as they are written in `timing/1`: what is there, and what is played. */
export interface Scenario {
  readonly given: Given;
  readonly when: readonly Step[];
}

export type Fact = string | number | boolean | null;
export const points = ['before', 'when', 'after'] as const;
export type Point = (typeof points)[number];
export type AbilityClass =
  | 'negate'
  | 'prevent'
  | 'substitute'
  | 'trait'
  | 'delayed'
  | 'rulebook'
  | 'reduction'
  | 'reaction'
  | 'continuous';

export interface Given {
  readonly players?: readonly string[];
  /** Null between turns and before the first. */
  readonly active?: string | null;
  readonly next?: string;
  readonly phase?: string;
  readonly entities?: Readonly<Record<string, Readonly<Record<string, Fact>>>>;
  readonly honor?: Readonly<Record<string, number>>;
  readonly abilities?: readonly Ability[];
  readonly decisions?: Readonly<Record<string, readonly string[]>>;
  readonly policy?: Policy;
}

export interface Policy {
  readonly grouping?: 'merged' | 'perOccurrence';
  readonly bornInStep?: boolean;
  readonly reactionToZero?: boolean;
}

export interface Occurrence {
  readonly type: string;
  readonly card?: string;
  readonly player?: string;
  readonly target?: string;
  readonly amount?: number;
  readonly name?: string;
}

export interface Filter {
  readonly type: string;
  readonly where?: Readonly<Record<string, string | number>>;
}

/** What an ability asks: of the state before the occurrence applied, or of the present one. */
export type Condition =
  | { readonly lki: string; readonly eq: Fact }
  | { readonly ent: string; readonly key: string; readonly eq: Fact };

export interface Ability {
  readonly id: string;
  readonly class: AbilityClass;
  readonly copy?: string;
  readonly controller?: string;
  readonly at?: Point;
  readonly on?: Filter | { readonly anyOf: readonly Filter[] };
  readonly if?: readonly Condition[];
  readonly live?: readonly (readonly [entity: string, key: string, value: Fact])[];
  readonly next?: boolean;
  readonly until?: 'game';
  readonly choice?: boolean;
  readonly into?: Occurrence;
  readonly printed?: boolean;
  readonly gold?: number;
  readonly interfered?: boolean;
  readonly card?: string;
  readonly while?: string;
  readonly force?: number;
  readonly do?: readonly Effect[];
}

export type Effect =
  | { readonly note: string }
  | { readonly noteForce: string }
  | { readonly notePhase: true }
  | { readonly raise: Occurrence }
  | { readonly raiseAll: readonly Occurrence[] }
  | { readonly negate: true }
  | { readonly adjust: number }
  | { readonly retarget: string }
  | { readonly add: Ability };

export type Step =
  | { readonly raise: Occurrence | readonly Occurrence[] }
  | { readonly timePoint: string; readonly at?: Point }
  | { readonly endPhase: string }
  | { readonly beginPhase: string }
  | { readonly endTurn: true; readonly next: string }
  | { readonly beginTurn: string }
  | { readonly pay: { readonly player: string; readonly cost: number } };
