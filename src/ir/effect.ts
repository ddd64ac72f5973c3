import type { Node } from './node.js';
import type { Raised } from './raised.js';

/**
 * Where an effect lands: on each object in scope, on the source once, or once on each empire that the scope stands for.
 */
export type Recipient = 'target' | 'source' | 'empires';

export type Modification = 'set' | 'add' | 'multiply' | 'divide' | 'minimum' | 'maximum';

interface EffectBase {
  readonly recipient: Recipient;
  /** 0: always fires; otherwise once per number, object and turn. */
  readonly stacking: number;
  /** What explain prints for it; the rule's label where it is empty. */
  readonly label: string;
}

/** Writes a meter or property. The amount has the column's type; `value` in it is the cell's present value. */
export interface ModifyEffect extends EffectBase {
  readonly kind: 'modify';
  readonly column: number;
  /**
   * The object whose cell is written, as the source (slot 0) and what is fired on (slot 1) see it; what is fired on
   * itself where it is left out. Absent or none: nothing is written.
   */
  readonly holder?: Node;
  readonly modification: Modification;
  readonly amount: Node;
}

/** Moves an ordered enumeration by a number of places (rounded toward zero), held at the ends, with its companion. */
export interface StepEffect extends EffectBase {
  readonly kind: 'step';
  readonly column: number;
  readonly by: Node;
}

/** Creates objects, where the object fired on is and for its owner unless something else is said. */
export interface CreateEffect extends EffectBase {
  readonly kind: 'create';
  /** A class. */
  readonly class: Node;
  /** Rounded toward zero; below 1: none. */
  readonly count: Node;
  /** First values, by column; evaluated before the first is created. */
  readonly initial: readonly { readonly column: number; readonly value: Node }[];
  /** The kind of objects of no class: then no class is asked for. */
  readonly bare?: number;
  /**
   * What they are put on or into; where the object fired on is, where that is left out. None or absent: nothing is
   * created.
   */
  readonly into?: Node | undefined;
  /** Their owner, or none. */
  readonly owner?: Node;
  /** What is created in each of them, from the same source and target. */
  readonly inside?: readonly CreateEffect[];
  /** What is fired on each of them when it is there. */
  readonly then?: readonly Effect[];
}

export interface DestroyEffect extends EffectBase {
  readonly kind: 'destroy';
}

/** Makes a class (a tech, a building class, a ship class) available to a faction or not. */
export interface AvailabilityEffect extends EffectBase {
  readonly kind: 'availability';
  /**
   * The faction, as the source (slot 0) and what is fired on (slot 1) see it; what is fired on itself where it is left
   * out.
   */
  readonly holder?: Node;
  readonly class: Node;
  readonly available: Node;
}

/** Puts a word into a set of an object, or takes it out. */
export interface HoldEffect extends EffectBase {
  readonly kind: 'hold';
  /** Index among the holdings of the model. */
  readonly holding: number;
  /**
   * The object that has the set, as the source (slot 0) and what is fired on (slot 1) see it; what is fired on itself
   * where it is left out.
   */
  readonly holder?: Node;
  /** Of the holding's enumeration; none or absent: nothing is changed. */
  readonly word: Node;
  readonly held: Node;
}

/** Gives the object to a faction, or to nobody (none). */
export interface GiveEffect extends EffectBase {
  readonly kind: 'give';
  readonly owner: Node;
}

/** Binds a role to an object (none: to nobody). Nothing happens where the number is that of no role. */
export interface BindEffect extends EffectBase {
  readonly kind: 'bind';
  /** The place of the role among all, from 0; rounded toward zero. */
  readonly role: Node;
  readonly object: Node;
}

/**
 * Makes the object one of another class of its kind, and gives it again what its new class has at first in some columns
 * and sets. The rest stays.
 */
export interface BecomeEffect extends EffectBase {
  readonly kind: 'become';
  readonly class: Node;
  readonly columns: readonly number[];
  readonly holdings: readonly number[];
}

/** Moves the object to where another one is: attached as that one is attached, or to it where its kind can be. */
export interface MoveEffect extends EffectBase {
  readonly kind: 'move';
  readonly to: Node;
}

/** Objects of a kind (0: any) of whom a condition is true; the slot holds the object while it is asked. */
export interface Members {
  readonly kind: number;
  readonly slot: number;
  readonly condition: Node;
}

/** Joins the object fired on by lanes to others, or takes their lanes away; what is no node stays out of it. */
export interface LaneEffect extends EffectBase {
  readonly kind: 'lane';
  readonly ends: Members;
  readonly connect: boolean;
}

/** Lets a faction see objects or not, from the end of the pass on: some members, or the object fired on. */
export interface SightEffect extends EffectBase {
  readonly kind: 'sight';
  readonly observer: Node;
  /**
   * Who is bound to their slot in turn, so that the observer and what it sees can be asked of each; asked once where
   * that is left out.
   */
  readonly observers?: Members;
  readonly objects: Members | undefined;
  /** Asked with each object in the slot of the target. */
  readonly seen: Node;
}

/** Puts the object fired on at a point of the plane. */
export interface PutEffect extends EffectBase {
  readonly kind: 'put';
  /** One that is on a lane stays on it, at that point. */
  readonly keepsLane?: boolean;
  readonly x: Node;
  readonly y: Node;
}

/** Tells the host something; the kernel makes nothing of it. */
export interface MessageEffect extends EffectBase {
  readonly kind: 'message';
  readonly text: string;
  readonly values: readonly { readonly name: string; readonly value: Node }[];
}

/**
 * Lets occurrences happen: of one effect on all that it lands on, with all that answers them, before the next effect.
 */
export interface RaiseEffect extends EffectBase {
  readonly kind: 'raise';
  /** What occurs on account of each object that it lands on, over slots 0 (source) and 1 (that object). */
  readonly occurrences: readonly Raised[];
}

/** Fires some effects on what a condition is true of at the moment when it is its turn, and others on the rest. */
export interface BranchEffect extends EffectBase {
  readonly kind: 'branch';
  /** Over slots 0 (source) and 1 (what is fired on); absent counts as false. */
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
  | DestroyEffect
  | AvailabilityEffect
  | HoldEffect
  | GiveEffect
  | MoveEffect
  | BindEffect
  | BecomeEffect;
