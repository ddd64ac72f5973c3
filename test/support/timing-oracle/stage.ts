import type { Ability, Fact, Occurrence, Policy, Scenario } from './scenario.js';

/** All there is while a scenario is played. */
export interface Stage {
  readonly players: readonly string[];
  active: string | undefined;
  next: string | undefined;
  phase: string | undefined;
  readonly entities: Map<string, State>;
  readonly honor: Map<string, number>;
  /** In the order in which they came; one that is gone stays in the list. */
  readonly abilities: Standing[];
  readonly decisions: ReadonlyMap<string, string[]>;
  readonly policy: Policy;
  readonly log: string[];
  /** Questions that had more than one answer. */
  readonly asked: Question[];
  depth: number;
}

export type State = Map<string, Fact>;

export interface Standing {
  readonly ability: Ability;
  isGone: boolean;
}

export interface Question {
  readonly player: string;
  readonly options: readonly string[];
}

/** One thing that happens, while it does. */
export interface Happening {
  readonly fields: { -readonly [Key in keyof Occurrence]: Occurrence[Key] };
  status: 'live' | 'cancelled' | 'replaced' | 'zero' | 'failed';
  hasApplied: boolean;
  /** Copies that have answered it, or what it stands in for. */
  readonly used: Set<string>;
  memory?: Memory;
  /** What takes place, where it is no change of a card or of honor. */
  readonly boundary?: () => void;
}

/** The last-known state of a subject and of what it was attached to. */
export interface Memory {
  readonly own: State | undefined;
  readonly host: State | undefined;
}

/** The scenario has no end within reason, or asks what the rules do not say; it shows nothing. */
export class OutOfScope extends Error {}

export function openStage({ given }: Scenario): Stage {
  const players = given.players ?? ['P1', 'P2'];
  return {
    players,
    active: given.active === undefined ? 'P1' : (given.active ?? undefined),
    next: given.next,
    phase: given.phase,
    entities: new Map(
      Object.entries(given.entities ?? {}).map(([name, state]) => [name, new Map(Object.entries(state))]),
    ),
    honor: new Map([...players.map((player) => [player, 0] as const), ...Object.entries(given.honor ?? {})]),
    abilities: (given.abilities ?? []).map(standing),
    decisions: new Map(Object.entries(given.decisions ?? {}).map(([player, queue]) => [player, [...queue]])),
    policy: given.policy ?? {},
    log: [],
    asked: [],
    depth: 0,
  };
}

export function standing(ability: Ability): Standing {
  return { ability, isGone: false };
}

export function happening(fields: Occurrence, more: Partial<Happening> = {}): Happening {
  return { fields: { ...fields }, status: 'live', hasApplied: false, used: new Set(), ...more };
}

export function nameOf({ fields: { type, card, player } }: Happening): string {
  return [type, card, player].filter((part) => part !== undefined).join(':');
}

export function copyOf({ id, copy }: Ability): string {
  return copy ?? id;
}

/** Who decides between conflicting abilities. */
export function ordererOf({ active, next, players }: Stage): string {
  return active ?? next ?? players[0];
}

export function entityOf(stage: Stage, name: string): State {
  const there = stage.entities.get(name) ?? new Map<string, Fact>();
  stage.entities.set(name, there);
  return there;
}

/** A card is in play unless it is said not to be; what else is not said is not so. */
export function factOf(state: State | undefined, key: string): Fact {
  return state?.get(key) ?? (key === 'inPlay' && state !== undefined ? true : null);
}

export function isSame(fact: Fact, wanted: Fact): boolean {
  return fact === wanted || (fact === null && wanted === false);
}

export function forceOf(stage: Stage, card: string): number {
  const base = factOf(entityOf(stage, card), 'force');
  const bonuses = stage.abilities.map(({ ability }) =>
    ability.class === 'continuous' &&
    ability.card === card &&
    isThere(stage, ability) &&
    factOf(entityOf(stage, card), ability.while ?? '') === true
      ? (ability.force ?? 0)
      : 0,
  );
  return bonuses.reduce((sum, bonus) => sum + bonus, typeof base === 'number' ? base : 0);
}

/** Whether an ability exists at all, as things are now. */
export function isThere(stage: Stage, { live = [] }: Ability): boolean {
  return live.every(([entity, key, value]) => isSame(factOf(entityOf(stage, entity), key), value));
}
