import type { Node } from './node.js';

/** Where an effect lands: on each object in scope, on the source once, or once on each empire that the scope stands for. */
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
  readonly modification: Modification;
  readonly amount: Node;
}

/** Moves an ordered enumeration by a number of places (rounded toward zero), held at the ends, with its companion. */
export interface StepEffect extends EffectBase {
  readonly kind: 'step';
  readonly column: number;
  readonly by: Node;
}

/** Creates objects; place and owner are those of the object fired on. */
export interface CreateEffect extends EffectBase {
  readonly kind: 'create';
  /** A class. */
  readonly class: Node;
  /** Rounded toward zero; below 1: none. */
  readonly count: Node;
  /** First values, by column; evaluated before the first is created. */
  readonly initial: readonly { readonly column: number; readonly value: Node }[];
}

export interface DestroyEffect extends EffectBase {
  readonly kind: 'destroy';
}

/** Makes a class (a tech, a building class, a ship class) available to a faction or not. */
export interface AvailabilityEffect extends EffectBase {
  readonly kind: 'availability';
  readonly class: Node;
  readonly available: Node;
}

/** Gives the object to a faction, or to nobody (none). */
export interface GiveEffect extends EffectBase {
  readonly kind: 'give';
  readonly owner: Node;
}

/** Moves the object to where another one is: attached as that one is attached, or to it where its kind can be. */
export interface MoveEffect extends EffectBase {
  readonly kind: 'move';
  readonly to: Node;
}

export type Effect =
  | ModifyEffect
  | StepEffect
  | CreateEffect
  | DestroyEffect
  | AvailabilityEffect
  | GiveEffect
  | MoveEffect;

/** A point in a content file, for messages. Lines and columns from 1. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** An effects group: what an object of a class does, when, and to which objects. */
export interface Rule {
  /** Place in definition order; draws and traces use it. */
  readonly index: number;
  /** Unique: `class/group`. */
  readonly name: string;
  readonly label: string;
  /** Index of the class that carries it. */
  readonly carrier: number;
  readonly phase: 'meters' | 'actions';
  /** Lower first. */
  readonly priority: number;
  /** All must hold of the source. */
  readonly activation: readonly Node[];
  /** Union, then difference; conditions over slots 0 (source) and 1 (candidate). */
  readonly include: readonly Node[];
  readonly exclude: readonly Node[];
  /** The conditions as they were written, for people; left out by makers of rules that have no text. */
  readonly texts?: Readonly<Record<'activation' | 'include' | 'exclude', readonly string[]>>;
  readonly effects: readonly Effect[];
  /** Columns that the rule's expressions read, and that its effects write; sorted indices. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /** Creates, destroys, moves or gives objects: what follows may see other objects than before. */
  readonly structural: boolean;
  readonly origin: Origin;
}

/** A meter's growth: the value it takes in the growth phase, over slot 0 (the object) and `value`. */
export interface Growth {
  readonly column: number;
  readonly formula: Node;
}

/** Everything that a world needs to know of its rules, in the order in which they run. */
export interface RuleBook {
  /** By phase order, priority, definition. */
  readonly rules: readonly Rule[];
  readonly growths: readonly Growth[];
}
