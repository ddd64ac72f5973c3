import type { Effect } from './effect.js';
import type { Raised } from './raised.js';
import type { Node } from './node.js';
import type { Origin } from './origin.js';

/**
 * A trigger waits for its condition and then runs a list of actions. Polled ones are looked at in sweeps: in their
 * order, each as the world is when it is its turn, so that a later one sees what an earlier one did.
 */
export interface Trigger {
  /** Place in definition order, which is the order of sweeps. */
  readonly index: number;
  /** Unique. */
  readonly name: string;
  /** Without a slot: what it is about it reaches by roles. Absent counts as false. */
  readonly when: Node;
  /**
   * `sweep`: fires in every sweep in which the condition is true. `rise`: fires at the end of every tick in which it
   * has become true.
   */
  readonly looks: 'sweep' | 'rise';
  /** Armed at first. Firing disarms, unless it is persistent; before its actions run. */
  readonly armed: boolean;
  readonly persistent: boolean;
  /** The roles that its actions begin with, looked up when it fires; left out or absent: nobody. */
  readonly subject?: Node | undefined;
  readonly direct?: Node | undefined;
  /** Index of a list. */
  readonly list: number;
  readonly origin: Origin;
}

/**
 * Actions that are done one after the other. Some lists are of triggers, others of groups, of what becomes of an
 * object, or parts of one action.
 */
export interface ActionList {
  readonly index: number;
  /** For people: errors and explanations say it. */
  readonly name: string;
  readonly actions: readonly Action[];
}

/** Values that content hands through to the host. */
export interface Fields {
  readonly [name: string]: FieldValue;
}
export type FieldValue = null | boolean | number | bigint | string | readonly FieldValue[] | Fields;

/**
 * One action of a list. Roles: subject and direct object are those of the list, where the action names no others; an
 * empty direct object becomes the subject, but not in silent actions. A filter that is not true skips the action. Then
 * roles are swapped where it says so, the host is told, and the deed is done.
 */
export interface Action {
  /** What content calls it. */
  readonly name: string;
  /**
   * Over slots 0 (the list's subject) and 1 (the list's direct object). One that is there and absent or none empties
   * the role.
   */
  readonly subject?: Node | undefined;
  readonly direct?: Node | undefined;
  /** Over slots 0 (subject) and 1 (direct object), before they are swapped; absent counts as false. */
  readonly filter?: Node | undefined;
  readonly swaps: boolean;
  /** Part of another action: the host is not told. */
  readonly silent: boolean;
  /** It means nothing without a direct object: see the policy. */
  readonly needsDirect: boolean;
  /** What the host is told beside the roles. */
  readonly fields?: Fields | undefined;
  readonly deed: Deed;
}

export type Deed =
  /**
   * Fires effects, the subject their source (slot 0), the direct object their target (slot 1). Without a direct object
   * only those fire that name whom they change (`holder`), those with recipient `source`, and branches.
   */
  | { readonly by: 'effects'; readonly effects: readonly Effect[] }
  /** Sweeps all triggers now, before the list goes on. */
  | { readonly by: 'poll' }
  /** Arms triggers, then disarms others, by index. */
  | { readonly by: 'arm'; readonly arm: readonly number[]; readonly disarm: readonly number[] }
  /** Parks the rest of this list and of those that it is part of; negative is as 0. */
  | { readonly by: 'delay'; readonly ticks: number }
  /** Runs a list as a part of this one, with this action's roles. */
  | { readonly by: 'group'; readonly list: number }
  /**
   * Runs a list by itself to its end, before this one goes on. Roles: this action's, or as nodes over slots 0 and 1
   * say. `ofClass`: the list by the class of an object; none for other classes.
   */
  | { readonly by: 'start'; readonly list: number | OfClass; readonly subject?: Node; readonly direct?: Node }
  /** Nothing: what it means is up to the host, which is told. */
  | { readonly by: 'tell' }
  /** These occur simultaneously; all that follows is done before the list goes on. */
  | { readonly by: 'raise'; readonly occurrences: readonly Raised[] }
  /** Goes through one point of time that nothing need happen at. */
  | { readonly by: 'point'; readonly at: 'before' | 'when' | 'after'; readonly occurrence: Raised }
  /**
   * Cancels the occurrence that is answered, adds to its amount, or gives it another target. Nothing happens where it
   * has applied or has no such field.
   */
  | { readonly by: 'cancel' }
  | { readonly by: 'adjust'; readonly amount: Node }
  | { readonly by: 'retarget'; readonly to: Node }
  /**
   * Creates an ability that is carried by creation. Left out: source and controller of the ability that is running, or
   * nobody.
   */
  | { readonly by: 'add'; readonly ability: number; readonly source?: Node; readonly controller?: Node }
  /**
   * The player of the occurrence gathers its amount from abilities that yield, one by one; where that is reached,
   * `paid` (by the same player) occurs; -1: nothing does.
   */
  | { readonly by: 'pay'; readonly occurrence: Raised; readonly paid: number };

interface OfClass {
  /** Over slots 0 and 1. */
  readonly object: Node;
  /** List by class. */
  readonly lists: ReadonlyMap<number, number>;
}

/** What formats of triggers do differently. */
export interface TriggerPolicy {
  /** Of delays that end at the same time: the one that was queued first goes first, or the one that was queued last. */
  readonly ties: 'first' | 'last';
  /**
   * What a delay does that is the last of its list: what it is a part of goes on behind it; or that is lost, and the
   * entry stays in the queue for ever, in the way of all behind it.
   */
  readonly trailing: 'continue' | 'lost';
  /** Delays that are queued at most; further ones are dropped. Infinity: no end. */
  readonly capacity: number;
  /**
   * A delay that is queued while delayed lists run: waits for the next look at the queue, or may run in the same. Then
   * what would go before the one that runs is error `hang:zero-delay`.
   */
  readonly zero: 'wait' | 'same-step';
  /** An action that needs a direct object and has none: is skipped, and the host told; or error `null-direct`. */
  readonly missingDirect: 'skip' | 'error';
  /** Sweeps inside one another; one more is error `sweep-depth`. */
  readonly depth: number;
  /** The host is told of delayed lists that are dropped because one of their roles is gone. */
  readonly tellsDropped: boolean;
}

/** When things happen by themselves, in ticks. */
export interface TriggerTiming {
  /** Delays are looked at whenever this divides the time. At least 1. */
  readonly granularity: number;
  /** Sweeps whenever this divides the time; 0: only when asked. */
  readonly period: number;
}

export interface TriggerBook {
  readonly triggers: readonly Trigger[];
  readonly lists: readonly ActionList[];
  readonly policy: TriggerPolicy;
  readonly timing: TriggerTiming;
}

/** Delays one after the other, nothing lost, no end to the queue. */
export const plainPolicy: TriggerPolicy = {
  ties: 'first',
  trailing: 'continue',
  capacity: Infinity,
  zero: 'wait',
  missingDirect: 'skip',
  depth: 64,
  tellsDropped: true,
};

/** A book without triggers. */
export const noTriggers: TriggerBook = {
  triggers: [],
  lists: [],
  policy: plainPolicy,
  timing: { granularity: 1, period: 1 },
};
