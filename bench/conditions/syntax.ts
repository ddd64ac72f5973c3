import type {
  Action,
  Base,
  Condition,
  Counter,
  Initial,
  Level,
  Reference,
  When,
} from '../../src/content/antares/syntax.js';

/** Levels of the benchmark are made, not read: everything stands at the same place. */
const at = { line: 1, column: 1 };
const place = { at, path: 'benchmark' };

type Without<Kind, Fields extends PropertyKey> = Kind extends unknown ? Omit<Kind, Fields> : never;

/** What a condition looks at, without where it stands. */
export type Look = Without<When, 'at' | 'path'>;

export function lookAt(look: Look): When {
  return { ...place, ...look };
}

export function initial(index: number): Reference {
  return { at, by: 'initial', index };
}

const plain = { ...place, filter: undefined, override: { subject: undefined, direct: undefined }, reflexive: false };

export function score(counter: Counter, value: number): Action {
  return { ...plain, type: 'score', counter, value, fields: { value } };
}

/** `value`: raw units. */
export function pay(player: number, value: number): Action {
  return { ...plain, type: 'pay', player, value, fields: { value } };
}

export function enable(...conditions: readonly number[]): Action {
  return { ...plain, type: 'condition', enable: conditions, disable: [], fields: { enable: conditions } };
}

/** `duration`: ticks. */
export function delay(duration: number): Action {
  return { ...plain, type: 'delay', duration, fields: { duration } };
}

export function check(): Action {
  return { ...plain, type: 'check', fields: {} };
}

export interface ConditionOptions {
  readonly persistent?: boolean;
  /** Initials. */
  readonly subject?: number;
  readonly direct?: number;
}

export function conditionOf(
  index: number,
  when: When,
  action: readonly Action[],
  { persistent = false, subject, direct }: ConditionOptions = {},
): Condition {
  return {
    at,
    path: `conditions[${String(index)}]`,
    disabled: false,
    persistent,
    when,
    action,
    subject: subject === undefined ? undefined : initial(subject),
    direct: direct === undefined ? undefined : initial(direct),
  };
}

/** The only base: it moves, and nothing happens when it goes. */
const base: Base = {
  name: 'body',
  maxHealth: 1_000,
  maxSpeed: 8,
  destination: false,
  occupyCount: undefined,
  attributes: new Set(),
  tags: new Set(),
  destroyAction: [],
  dies: true,
};

/** An initial at a point; `owner` -1: nobody. */
export function bodyAt(x: number, y: number, owner: number, health: number): Initial {
  return {
    at,
    base: base.name,
    owner: owner < 0 ? undefined : owner,
    position: [x, y],
    hidden: false,
    flagship: false,
    target: undefined,
    build: [],
    velocity: [0, 0],
    health,
  };
}

export const playerCount = 4;
/** Counters of a player. */
export const counterCount = 3;

/** A level of four players, of whom the first is a human. */
export function levelOf(initials: readonly Initial[], conditions: readonly Condition[]): Level {
  return {
    players: Array.from({ length: playerCount }, (_, player) => ({
      type: player === 0 ? 'human' : 'cpu',
      cash: 1_280_000,
    })),
    startTime: undefined,
    ui: { zoom: '1:1', screen: 'main', line: 0 },
    initials,
    bases: new Map([[base.name, base]]),
    conditions,
  };
}
