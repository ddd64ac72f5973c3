import { within } from '../text/tree.js';
import type { Fields } from '../../ir/trigger.js';
import type { Comparison } from '../../kernel/comparison.js';
import type { Place } from './parse/value.js';

/**
 * Where the engine does not do what its documentation says, `compat` follows the engine, and `sound` the documentation.
 */
export const policies = ['compat', 'sound'] as const;
export type Policy = (typeof policies)[number];

/** A level as written, checked and with numbers in their units. References are not resolved. */
export interface Level {
  readonly players: readonly PlayerDeclaration[];
  /** Setup in whole seconds; undefined: none. */
  readonly startTime: number | undefined;
  readonly ui: { readonly zoom: Zoom; readonly screen: Screen; readonly line: number };
  readonly initials: readonly Initial[];
  readonly bases: ReadonlyMap<string, Base>;
  readonly conditions: readonly Condition[];
}

export interface PlayerDeclaration {
  readonly type: 'human' | 'cpu';
  /** In raw units: 1/256 of 1/200. */
  readonly cash: number;
}

export interface Initial {
  readonly at: Place;
  readonly base: string;
  /** Index of a player; undefined: nobody. */
  readonly owner: number | undefined;
  readonly position: readonly [number, number];
  readonly hidden: boolean;
  readonly flagship: boolean;
  /** Index of the initial that it heads for. */
  readonly target: number | undefined;
  readonly build: readonly string[];
  /** In multiples of 1/256 per tick. */
  readonly velocity: readonly [number, number];
  /** Undefined: that of its base. */
  readonly health: number | undefined;
}

export interface Base {
  readonly name: string;
  readonly maxHealth: number;
  readonly maxSpeed: number;
  readonly destination: boolean;
  /** Undefined: the object cannot be occupied. */
  readonly occupyCount: number | undefined;
  readonly attributes: ReadonlySet<Attribute>;
  readonly tags: ReadonlySet<string>;
  readonly destroyAction: readonly Action[];
  /** The object disappears when it is destroyed. */
  readonly dies: boolean;
}

export interface Written {
  readonly at: Place;
  /** Its path in messages: `conditions[3].when`. */
  readonly path: string;
}

export interface Condition extends Written {
  readonly disabled: boolean;
  readonly persistent: boolean;
  readonly subject: Reference | undefined;
  readonly direct: Reference | undefined;
  readonly when: When;
  readonly action: readonly Action[];
}

export const referenceKinds = ['initial', 'flagship', 'control', 'target'] as const;
/** Refers to an object, through an initial or a player; `index` is any whole number. */
export interface Reference {
  readonly at: Place;
  readonly by: (typeof referenceKinds)[number];
  readonly index: number;
}

export const equalities = ['eq', 'ne'] as const;
export const orders = ['eq', 'ne', 'lt', 'gt', 'le', 'ge'] as const;
type Equality = (typeof equalities)[number];
export type Order = (typeof orders)[number];

export const comparisonOf: Readonly<Record<Order, Comparison>> = {
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
};

export const screens = ['main', 'build', 'special', 'message', 'status'] as const;
type Screen = (typeof screens)[number];
export const zooms = ['2:1', '1:1', '1:2', '1:4', '1:16', 'foe', 'object', 'all'] as const;
type Zoom = (typeof zooms)[number];

export interface Counter {
  /** Undefined: the owner of the direct object; only in actions. */
  readonly player: number | undefined;
  readonly which: number;
}

/** Fields of conditions, by type. */
export interface WhenForms {
  autopilot: { op: Equality; player: number; value: boolean };
  building: { op: Equality; player: number; value: boolean };
  /** `value`: raw units. */
  cash: { op: Order; player: number; value: number };
  computer: { op: Equality; screen: Screen; line: number | undefined };
  count: { op: Order; value: number; of: readonly When[] };
  destroyed: { op: Equality; object: Reference; value: boolean };
  /** `value`: as written. */
  distance: { op: Order; from: Reference; to: Reference; value: number };
  health: { op: Order; object: Reference; value: number };
  identity: { op: Equality; a: Reference; b: Reference };
  message: { op: Equality; id: number; page: number };
  /** `player` -1: nobody. */
  owner: { op: Equality; object: Reference; player: number };
  score: { op: Order; counter: { readonly player: number; readonly which: number }; value: number };
  ships: { op: Order; player: number; value: number };
  speed: { op: Order; object: Reference; value: number };
  target: { op: Equality; object: Reference; target: Reference };
  /** `duration`: ticks. */
  time: { op: Order; duration: number; legacyStartTime: boolean };
  zoom: { op: Order; value: Zoom };
}
export type WhenType = keyof WhenForms;

export type WhenOf<Type extends WhenType> = Written & { readonly type: Type } & Readonly<WhenForms[Type]>;
export type When = { readonly [Type in WhenType]: WhenOf<Type> }[WhenType];

export const attributes = [
  'can_be_engaged',
  'does_bounce',
  'can_be_destination',
  'can_engage',
  'can_evade',
  'can_accept_build',
  'can_accept_destination',
  'autotarget',
  'animation_cycle',
  'can_collide',
  'can_be_hit',
  'is_destination',
  'hide_effect',
  'release_energy_on_death',
  'hated',
  'occupies_space',
  'static_destination',
  'can_be_evaded',
  'neutral_death',
  'is_guided',
  'appear_on_radar',
] as const;
export type Attribute = (typeof attributes)[number];

export interface Filter {
  readonly owner: 'any' | 'same' | 'different';
  /** True: must have. False: must not have. */
  readonly tags: ReadonlyMap<string, boolean>;
  /** Must have. */
  readonly attributes: ReadonlySet<Attribute>;
}

interface ActionBase extends Written {
  readonly filter: Filter | undefined;
  readonly override: { readonly subject: Reference | undefined; readonly direct: Reference | undefined };
  readonly reflexive: boolean;
  /** Fields for the host: all but `type`, `if`, `override`, `reflexive` and `of`. */
  readonly fields: Fields;
}

/** Actions that the host carries out. */
export const hostActions = [
  'age',
  'create',
  'disable',
  'energize',
  'equip',
  'fire',
  'flash',
  'land',
  'play',
  'spark',
  'spin',
  'thrust',
  'warp',
] as const;

/** Actions without fields of their own. */
export const bareActions = ['check', 'destroy', 'remove', 'target', 'stop', 'cloak', 'hold'] as const;

/** Actions without fields, or whose fields are for the host. */
export type BareType = (typeof hostActions | typeof bareActions)[number];

export interface ActionForms extends Record<BareType, unknown> {
  condition: { enable: readonly number[]; disable: readonly number[] };
  /** Ticks. */
  delay: { duration: number };
  group: { of: readonly Action[] };
  score: { counter: Counter; value: number };
  /** Raw units. */
  pay: { value: number; player: number | undefined };
  win: { player: number | undefined };
  reveal: { initial: readonly number[] };
  capture: { player: number | undefined };
  occupy: { value: number };
  heal: { value: number };
  assume: { which: number };
  morph: { base: string };
  move: { origin: 'level' | 'subject' | 'direct'; to: readonly [number, number] };
  slow: { value: number };
  speed: { value: number; relative: boolean };
  push: { value: number | undefined };
  'cap-speed': { value: number | undefined };
  message: { id: number | undefined };
  zoom: { value: Zoom };
  select: { screen: Screen; line: number };
  key: { enable: readonly string[]; disable: readonly string[] };
}
export type ActionType = keyof ActionForms;

export type ActionOf<Type extends ActionType> = ActionBase & { readonly type: Type } & Readonly<ActionForms[Type]>;
export type Action = { readonly [Type in ActionType]: ActionOf<Type> }[ActionType];

/** Lists the members of a group after the group. */
export function actionsIn(list: readonly Action[]): Generator<Action> {
  return within(list, (action) => (action.type === 'group' ? action.of : []));
}

/** The index of a condition, or the base whose destroy action it is. */
export type Author = number | string;

export function* authoredActions({ bases, conditions }: Pick<Level, 'bases' | 'conditions'>) {
  const lists: readonly (readonly [Author, readonly Action[]])[] = [
    ...Array.from(bases.values(), ({ name, destroyAction }) => [name, destroyAction] as const),
    ...conditions.map(({ action }, index) => [index, action] as const),
  ];
  for (const [author, list] of lists) for (const action of actionsIn(list)) yield { author, action };
}

/** Includes all that it counts, in the order of the text. */
export function whensIn(when: When): Generator<When> {
  return within([when], (each) => (each.type === 'count' ? each.of : []));
}
