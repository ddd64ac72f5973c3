import type { Effect } from './effect.js';
import type { Declaration, Node, Raised } from './node.js';

/**
 * Waits for its condition and then runs a list of actions. Sweeps test triggers in their order, each on the present
 * world.
 */
export interface Trigger extends Declaration {
  /** Without slots: it reaches objects by roles. Absent counts as false. */
  readonly when: Node;
  /** `sweep`: in every sweep while the condition is true. `rise`: at the end of every tick in which it became true. */
  readonly looks: 'sweep' | 'rise';
  /** Armed at first. Firing disarms before its actions run, unless persistent. */
  readonly armed: boolean;
  readonly persistent: boolean;
  /** Initial roles, evaluated when it fires; left out or absent: nobody. */
  readonly subject?: Node | undefined;
  readonly direct?: Node | undefined;
  readonly list: number;
}

/** In sequence: of triggers, groups, class changes, or parts of one action. */
export interface ActionList {
  readonly index: number;
  /** For errors and explanations. */
  readonly name: string;
  readonly actions: readonly Action[];
}

/** For the host. */
export interface Fields {
  readonly [name: string]: FieldValue;
}
export type FieldValue = null | boolean | number | bigint | string | readonly FieldValue[] | Fields;

/**
 * Subject and direct object default to those of the list; an empty direct object to the subject, except in silent
 * actions. A filter that is not true skips the action, unless it is a group with another list for that. Then roles are
 * swapped if `swaps`, the host is notified, and the task is done.
 */
export interface Action {
  readonly name: string;
  /** Over slots 0 (the list's subject) and 1 (its direct object). Absent or none empties the role. */
  readonly subject?: Node | undefined;
  readonly direct?: Node | undefined;
  /** Over slots 0 (subject) and 1 (direct object), before the swap; absent counts as false. */
  readonly filter?: Node | undefined;
  readonly swaps: boolean;
  /** Part of another action: the host is not notified. */
  readonly silent: boolean;
  /** Meaningless without a direct object: see the policy. */
  readonly needsDirect: boolean;
  /** Passed to the host with the roles. */
  readonly fields?: Fields | undefined;
  readonly task: Task;
}

export type Task =
  /**
   * Source (slot 0) is the subject, target (slot 1) the direct object. Without that only those fire that name their
   * `holder`, those with recipient `source`, and branches.
   */
  | { readonly by: 'effects'; readonly effects: readonly Effect[] }
  /** Sweeps all triggers before the list goes on. */
  | { readonly by: 'poll' }
  /** Arms triggers, then disarms others, by index. */
  | { readonly by: 'arm'; readonly arm: readonly number[]; readonly disarm: readonly number[] }
  /** Parks the rest of this list and of the enclosing ones; negative counts as 0. */
  | { readonly by: 'delay'; readonly ticks: number }
  /** Runs a list as part of this one, with this action's roles; `otherwise`: where its filter is not true. */
  | { readonly by: 'group'; readonly list: number; readonly otherwise?: number | undefined }
  /**
   * To its end before this list goes on. Roles: this action's, or nodes over slots 0 and 1. `ofClass`: by the class of
   * an object; none for other classes.
   */
  | { readonly by: 'start'; readonly list: number | OfClass; readonly subject?: Node; readonly direct?: Node }
  /** Nothing: its meaning is up to the host. */
  | { readonly by: 'tell' }
  /** Simultaneously; all consequences come before the list goes on. */
  | { readonly by: 'raise'; readonly occurrences: readonly Raised[] }
  /** Passes one point of time at which nothing need happen. */
  | { readonly by: 'point'; readonly at: 'before' | 'when' | 'after'; readonly occurrence: Raised }
  /** Of the answered occurrence. Ignored where it has applied or lacks the field. */
  | { readonly by: 'cancel' }
  | { readonly by: 'adjust'; readonly amount: Node }
  | { readonly by: 'retarget'; readonly to: Node }
  /** Source and controller default to those of the running ability, or nobody. */
  | {
      readonly by: 'add';
      readonly ability: number;
      readonly source?: Node | undefined;
      readonly controller?: Node | undefined;
    }
  /**
   * The player gathers the amount from abilities that yield, one by one; once reached, `paid` (by the same player)
   * occurs; -1: nothing does.
   */
  | { readonly by: 'pay'; readonly occurrence: Raised; readonly paid: number };

interface OfClass {
  /** Over slots 0 and 1. */
  readonly object: Node;
  readonly lists: ReadonlyMap<number, number>;
}

/** Differences between formats of triggers. */
export interface TriggerPolicy {
  /** The first of delays that end together: the first or the last queued. */
  readonly ties: 'first' | 'last';
  /**
   * A delay at the end of its list: the enclosing list goes on after it; or that is lost, and the entry blocks the
   * queue.
   */
  readonly trailing: 'continue' | 'lost';
  /** Most queued delays; further ones are dropped. Infinity: no limit. */
  readonly capacity: number;
  /**
   * Queued while delayed lists run: waits for the next look, or may run in the same. Then one due before the running
   * one is error `hang:zero-delay`.
   */
  readonly zero: 'wait' | 'same-step';
  /** An action that lacks its direct object: skipped, and the host notified; or error `null-direct`. */
  readonly missingDirect: 'skip' | 'error';
  /** Most nested sweeps; one more is error `sweep-depth`. */
  readonly depth: number;
  /** Of delayed lists dropped because a role is destroyed. */
  readonly tellsDropped: boolean;
}

/** When things happen on their own, in ticks. */
export interface TriggerTiming {
  /** Delays are examined when this divides the time. At least 1. */
  readonly granularity: number;
  /** Sweeps when this divides the time; 0: only on request. */
  readonly period: number;
}

export interface TriggerBook {
  readonly triggers: readonly Trigger[];
  readonly lists: readonly ActionList[];
  readonly policy: TriggerPolicy;
  readonly timing: TriggerTiming;
}

/** Delays in sequence, nothing lost, no limit of the queue. */
export const plainPolicy: TriggerPolicy = {
  ties: 'first',
  trailing: 'continue',
  capacity: Infinity,
  zero: 'wait',
  missingDirect: 'skip',
  depth: 64,
  tellsDropped: true,
};

export const noTriggers: TriggerBook = {
  triggers: [],
  lists: [],
  policy: plainPolicy,
  timing: { granularity: 1, period: 1 },
};
