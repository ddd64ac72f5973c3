import type { Node, Raised } from './node.js';

/** Each object in scope, the source once, or each empire of the scope once. */
export type Recipient = 'target' | 'source' | 'empires';

export type Modification = 'set' | 'add' | 'multiply' | 'divide' | 'minimum' | 'maximum';

interface AnyEffect<Kind extends string> {
  readonly kind: Kind;
  readonly recipient: Recipient;
  /** 0: always fires; otherwise once per number, object and turn. */
  readonly stacking: number;
  /** Shown by explain; empty: the rule's label. */
  readonly label: string;
}

interface EffectBase<Kind extends string> extends AnyEffect<Kind> {
  /**
   * The object that it fires on for a recipient, over slots 0 (source) and 1 (the recipient); left out: the recipient.
   * Absent or none: it fires on nobody. Slot 1 holds the recipient in all other expressions, too.
   */
  readonly holder?: Node | undefined;
}

/** The amount has the column's type; its `value` is the present value of the cell. */
export interface ModifyEffect extends EffectBase<'modify'> {
  readonly column: number;
  readonly modification: Modification;
  readonly amount: Node;
}

/** Moves an ordered enumeration, with its companion, by places rounded toward zero, held at the ends. */
export interface StepEffect extends EffectBase<'step'> {
  readonly column: number;
  readonly by: Node;
}

/** By default at the place of the recipient, and for its owner. */
export interface CreateEffect extends EffectBase<'create'> {
  readonly class: Node;
  /** Rounded toward zero; below 1: none. */
  readonly count: Node;
  /** First values; evaluated before the first object is created. */
  readonly initial: readonly { readonly column: number; readonly value: Node }[];
  /** Of this kind and of no class; `class` is not evaluated. */
  readonly bare?: number;
  /** Left out: the place of the recipient. None or absent: nothing is created. */
  readonly into?: Node | undefined;
  readonly owner?: Node | undefined;
  /** Created in each of them, from the same source and target. */
  readonly inside?: readonly CreateEffect[] | undefined;
  /** Fired on each of them once it exists. */
  readonly then?: readonly Effect[] | undefined;
}

/** Of a class (a tech, a building class, a ship class). */
export interface AvailabilityEffect extends EffectBase<'availability'> {
  readonly class: Node;
  readonly available: Node;
}

export interface HoldEffect extends EffectBase<'hold'> {
  readonly holding: number;
  /** Of the holding's enumeration; none or absent: nothing is changed. */
  readonly word: Node;
  readonly held: Node;
}

/** None: to nobody. */
export interface GiveEffect extends EffectBase<'give'> {
  readonly owner: Node;
}

/** None: to nobody. A number of no role does nothing. */
export interface BindEffect extends EffectBase<'bind'> {
  /** Index of the role, rounded toward zero. */
  readonly role: Node;
  readonly object: Node;
}

/** Within its kind; resets some columns and sets to the initial values of the new class. */
export interface BecomeEffect extends EffectBase<'become'> {
  readonly class: Node;
  readonly columns: readonly number[];
  readonly holdings: readonly number[];
}

/** To the place of another: attached as that one is, or to it where its kind can be. */
export interface MoveEffect extends EffectBase<'move'> {
  readonly to: Node;
}

/** The objects of a kind (0: any) for which the condition is true; the slot holds the object tested. */
export interface Members {
  readonly kind: number;
  readonly slot: number;
  readonly condition: Node;
}

/** Between the recipient and others; objects that are no nodes are ignored. */
export interface LaneEffect extends EffectBase<'lane'> {
  readonly ends: Members;
  readonly connect: boolean;
}

/** Of some members, or the recipient; from the end of the pass on. */
export interface SightEffect extends EffectBase<'sight'> {
  readonly observer: Node;
  /** Bound to their slot in turn; left out: evaluated once. */
  readonly observers?: Members | undefined;
  readonly objects: Members | undefined;
  /** Evaluated with each object in the target's slot. */
  readonly seen: Node;
}

export interface PutEffect extends EffectBase<'put'> {
  /** An object on a lane stays on it, at that point. */
  readonly keepsLane?: boolean;
  readonly x: Node;
  readonly y: Node;
}

/** A message for the host; without effect in the kernel. */
export interface MessageEffect extends EffectBase<'message'> {
  readonly text: string;
  readonly values: readonly { readonly name: string; readonly value: Node }[];
}

/** Of one effect on all its recipients, with all that answers them, before the next effect. */
export interface RaiseEffect extends EffectBase<'raise'> {
  /** For each recipient whose holder is there, over slots 0 (source) and 1 (the recipient). */
  readonly occurrences: readonly Raised[];
}

/**
 * Where the condition is true when the branch is reached, and on the rest. Each list has a scope of its own: effects on
 * the source fire if that is not empty, those on empires on the empires of its objects at that time.
 */
export interface BranchEffect extends AnyEffect<'branch'> {
  /** Over slots 0 (source) and 1 (the recipient); absent counts as false. */
  readonly condition: Node;
  readonly then: readonly Effect[];
  readonly otherwise: readonly Effect[];
}

export type Effect =
  | ModifyEffect
  | BranchEffect
  | LaneEffect
  | SightEffect
  | PutEffect
  | MessageEffect
  | RaiseEffect
  | StepEffect
  | CreateEffect
  | EffectBase<'destroy'>
  | AvailabilityEffect
  | HoldEffect
  | GiveEffect
  | MoveEffect
  | BindEffect
  | BecomeEffect;
