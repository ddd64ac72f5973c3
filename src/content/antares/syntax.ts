import type { Place } from './value.js';
import type { Fields } from '../../ir/trigger.js';

/** Levels as they are written, checked and with numbers in their units; nothing is looked up yet. */

export interface Level {
  readonly players: readonly PlayerDeclaration[];
  /** Whole seconds of setup; undefined: none. */
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
  /** Index of the initial that it is under way to. */
  readonly target: number | undefined;
  readonly build: readonly string[];
  /** A tick, in multiples of 1/256. */
  readonly velocity: readonly [number, number];
  /** Undefined: that of its base. */
  readonly health: number | undefined;
}

export interface Base {
  readonly name: string;
  readonly maxHealth: number;
  readonly maxSpeed: number;
  readonly destination: boolean;
  /** Undefined: it cannot be occupied. */
  readonly occupyCount: number | undefined;
  readonly attributes: ReadonlySet<Attribute>;
  readonly tags: ReadonlySet<string>;
  readonly destroyAction: readonly Action[];
  /** Goes when it is destroyed. */
  readonly dies: boolean;
}

export interface Condition {
  readonly at: Place;
  /** What error messages call it: `conditions[3]`. */
  readonly path: string;
  readonly disabled: boolean;
  readonly persistent: boolean;
  readonly subject: Reference | undefined;
  readonly direct: Reference | undefined;
  readonly when: When;
  readonly action: readonly Action[];
}

export const referenceKinds = ['initial', 'flagship', 'control', 'target'] as const;
/** An object by way of an initial or a player; `index` is any whole number. */
export interface Reference {
  readonly at: Place;
  readonly by: (typeof referenceKinds)[number];
  readonly index: number;
}

export const equalities = ['eq', 'ne'] as const;
export const orders = ['eq', 'ne', 'lt', 'gt', 'le', 'ge'] as const;
export type Equality = (typeof equalities)[number];
export type Order = (typeof orders)[number];

export const screens = ['main', 'build', 'special', 'message', 'status'] as const;
export type Screen = (typeof screens)[number];
/** In their order. */
export const zooms = ['2:1', '1:1', '1:2', '1:4', '1:16', 'foe', 'object', 'all'] as const;
export type Zoom = (typeof zooms)[number];

export interface Counter {
  /** Undefined: the owner of the direct object; only in actions. */
  readonly player: number | undefined;
  readonly which: number;
}

interface WhenBase {
  readonly at: Place;
  readonly path: string;
}

export type When = WhenBase &
  (
    | { readonly type: 'autopilot'; readonly op: Equality; readonly player: number; readonly value: boolean }
    | { readonly type: 'building'; readonly op: Equality; readonly player: number; readonly value: boolean }
    /** `value`: raw units. */
    | { readonly type: 'cash'; readonly op: Order; readonly player: number; readonly value: number }
    | { readonly type: 'computer'; readonly op: Equality; readonly screen: Screen; readonly line: number | undefined }
    | { readonly type: 'count'; readonly op: Order; readonly value: number; readonly of: readonly When[] }
    | { readonly type: 'destroyed'; readonly op: Equality; readonly object: Reference; readonly value: boolean }
    /** `value`: as written. */
    | {
        readonly type: 'distance';
        readonly op: Order;
        readonly from: Reference;
        readonly to: Reference;
        readonly value: number;
      }
    | { readonly type: 'health'; readonly op: Order; readonly object: Reference; readonly value: number }
    | { readonly type: 'identity'; readonly op: Equality; readonly a: Reference; readonly b: Reference }
    | { readonly type: 'message'; readonly op: Equality; readonly id: number; readonly page: number }
    /** `player` -1: nobody. */
    | { readonly type: 'owner'; readonly op: Equality; readonly object: Reference; readonly player: number }
    | {
        readonly type: 'score';
        readonly op: Order;
        readonly counter: { readonly player: number; readonly which: number };
        readonly value: number;
      }
    | { readonly type: 'ships'; readonly op: Order; readonly player: number; readonly value: number }
    | { readonly type: 'speed'; readonly op: Order; readonly object: Reference; readonly value: number }
    | { readonly type: 'target'; readonly op: Equality; readonly object: Reference; readonly target: Reference }
    /** Ticks. */
    | { readonly type: 'time'; readonly op: Order; readonly duration: number; readonly legacyStartTime: boolean }
    | { readonly type: 'zoom'; readonly op: Order; readonly value: Zoom }
  );
export type WhenType = When['type'];

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
  /** True: must have. False: must not. What is ignored is left out. */
  readonly tags: ReadonlyMap<string, boolean>;
  /** Must have. */
  readonly attributes: ReadonlySet<Attribute>;
}

interface ActionBase {
  readonly at: Place;
  readonly path: string;
  readonly filter: Filter | undefined;
  readonly override: { readonly subject: Reference | undefined; readonly direct: Reference | undefined };
  readonly reflexive: boolean;
  /** As the host is told: everything that the action says but `type`, `if`, `override`, `reflexive`, `of`. */
  readonly fields: Fields;
}

/** Of actions whose meaning is the host's. */
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

export type Action = ActionBase &
  (
    | { readonly type: 'check' | 'destroy' | 'remove' | 'target' | 'stop' | 'cloak' | 'hold' }
    | { readonly type: 'condition'; readonly enable: readonly number[]; readonly disable: readonly number[] }
    /** Ticks. */
    | { readonly type: 'delay'; readonly duration: number }
    | { readonly type: 'group'; readonly of: readonly Action[] }
    | { readonly type: 'score'; readonly counter: Counter; readonly value: number }
    /** Raw units. */
    | { readonly type: 'pay'; readonly value: number; readonly player: number | undefined }
    | { readonly type: 'win'; readonly player: number | undefined }
    | { readonly type: 'reveal'; readonly initial: readonly number[] }
    | { readonly type: 'capture'; readonly player: number | undefined }
    | { readonly type: 'occupy' | 'heal'; readonly value: number }
    | { readonly type: 'assume'; readonly which: number }
    | { readonly type: 'morph'; readonly base: string; readonly keepAmmo: boolean }
    | {
        readonly type: 'move';
        readonly origin: 'level' | 'subject' | 'direct';
        readonly to: readonly [number, number];
        readonly distance: number;
      }
    | { readonly type: 'slow'; readonly value: number }
    | { readonly type: 'speed'; readonly value: number; readonly relative: boolean }
    | { readonly type: 'push' | 'cap-speed'; readonly value: number | undefined }
    | { readonly type: 'message'; readonly id: number | undefined }
    | { readonly type: 'zoom'; readonly value: Zoom }
    | { readonly type: 'select'; readonly screen: Screen; readonly line: number }
    | { readonly type: 'key'; readonly enable: readonly string[]; readonly disable: readonly string[] }
    | { readonly type: (typeof hostActions)[number] }
  );
export type ActionType = Action['type'];

/**
 * How levels mean what the engine does otherwise than documented: just as the engine was measured, or as its
 * documentation intends.
 */
export type Policy = 'compat' | 'sound';

export const policies: readonly Policy[] = ['compat', 'sound'];
