import type { Expression } from './expression.js';
import { type FlowBook, noFlows } from './flow.js';
import type { Names } from './names.js';
import type { Node } from './node.js';
import type { Origin } from './origin.js';

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
  /** The object whose cell is written, as the source (slot 0) and what is fired on (slot 1) see it; what is fired on itself where it is left out. Absent or none: nothing is written. */
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
  /** What they are put on or into; where the object fired on is, where that is left out. None or absent: nothing is created. */
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
  /** The faction, as the source (slot 0) and what is fired on (slot 1) see it; what is fired on itself where it is left out. */
  readonly holder?: Node;
  readonly class: Node;
  readonly available: Node;
}

/** Puts a word into a set of an object, or takes it out. */
export interface HoldEffect extends EffectBase {
  readonly kind: 'hold';
  /** Index among the holdings of the model. */
  readonly holding: number;
  /** The object that has the set, as the source (slot 0) and what is fired on (slot 1) see it; what is fired on itself where it is left out. */
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
  /** Who is bound to their slot in turn, so that the observer and what it sees can be asked of each; asked once where that is left out. */
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
  | StepEffect
  | CreateEffect
  | DestroyEffect
  | AvailabilityEffect
  | HoldEffect
  | GiveEffect
  | MoveEffect;

export type { Origin } from './origin.js';

/**
 * A condition as it is asked of a list of sources, part by part: what passes stays, and each that goes leaves a hole which the last of the list fills. Who fires first follows
 * from it where a dialect says so.
 */
export type Narrowing =
  | { readonly by: 'all' | 'any'; readonly parts: readonly Narrowing[] }
  | { readonly by: 'not'; readonly part: Narrowing }
  | { readonly by: 'test'; readonly test: Node };

/** Which objects carry a rule, in the order in which they fire. */
export type Carrier =
  /** The objects of a class, by ascending id. */
  | { readonly by: 'class'; readonly class: number }
  /**
   * Objects of whom conditions over slot 0 are true: those of the first kind by ascending id, then those of the next; no kinds: all. With `times`, a number
   * over slot 0, each as often as that says.
   */
  | { readonly by: 'condition'; readonly kinds: readonly number[]; readonly where: readonly Node[]; readonly times: Node | undefined }
  /** For each faction to which a class (a tech) is available, by ascending id, the object that a reference of the faction names. */
  | { readonly by: 'seat'; readonly class: number; readonly column: number };

/** An effects group: what an object of a class does, when, and to which objects. */
export interface Rule {
  /** Place in definition order; draws and traces use it. */
  readonly index: number;
  /** Unique: `class/group`. */
  readonly name: string;
  readonly label: string;
  readonly carrier: Carrier;
  readonly phase: 'meters' | 'actions';
  /** Lower first. */
  readonly priority: number;
  /** All must hold of the source. */
  readonly activation: readonly Node[];
  /** The activation again, where it decides the order of the sources too; otherwise they fire in the carrier's order. */
  readonly narrowing?: Narrowing;
  /** Union, then difference; conditions over slots 0 (source) and 1 (candidate). */
  readonly include: readonly Node[];
  readonly exclude: readonly Node[];
  /** The conditions as they were written, for people; left out by makers of rules that have no text. */
  readonly texts?: Readonly<Record<'activation' | 'include' | 'exclude', readonly string[]>>;
  readonly effects: readonly Effect[];
  /** Not 0: passes over objects that a rule with the same number has had in its scope in this phase already, from whatever source. */
  readonly claims: number;
  /** Of neighbouring rules of one priority that dispatch by source, the first source fires all, then the next. */
  readonly dispatch: 'rule' | 'source';
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

/** Who carries a modifier: objects of a class, or every object of a kind. What kinds carry comes before what classes carry. */
export type ModifierCarrier = { readonly by: 'class'; readonly class: number } | { readonly by: 'kind'; readonly kind: number };

/** Objects under the same root (what hangs on nothing) as the carrier, the carrier among them, all granted. */
export interface Grouping {
  readonly kind: number;
  readonly which: { readonly by: 'all' } | { readonly by: 'group'; readonly group: string } | { readonly by: 'class'; readonly class: number };
}

/**
 * A modifier of a solved variable, in force while its carrier is granted. Modifiers of a cell apply by user priority, then inherent priority (see
 * solve/inherent.ts), then those of kinds by definition, then those of classes by when their carrier was first granted and by definition.
 */
export interface CellModifier {
  /** Place in definition order. */
  readonly index: number;
  /** What explain prints for it. */
  readonly name: string;
  readonly variable: number;
  readonly carrier: ModifierCarrier;
  /** Whose cell is changed: that of each of these objects, or of what it hangs on. Left out: the carrier's own. */
  readonly others?: Grouping;
  readonly modification: CellModification;
  /** Over slot 0: the carrier, or with `others` the object that is reached. `running` in it is the value before this modifier. */
  readonly amount: Node;
  /** The amount as it was written, for people. */
  readonly text: string;
  /** Of the user, lower first. */
  readonly priority: number;
  /** What an amount that is absent does: the modifier is passed over, or the cell fails and all that needs it. */
  readonly whenAbsent: 'skip' | 'fail';
  readonly origin: Origin;
}

/** `union` appends to an array what it does not hold. */
export type CellModification = Modification | 'union';

/** Rules that run together, all asked before the first fires; by priority, then definition. */
export interface RulePass {
  readonly name: string;
  readonly rules: readonly Rule[];
}

/** Everything that a world needs to know of its rules, in the order in which they run. */
export interface RuleBook {
  /** Of the phases, by phase order, priority, definition. */
  readonly rules: readonly Rule[];
  /** Of turns that are made of passes. */
  readonly passes: readonly RulePass[];
  readonly growths: readonly Growth[];
  /** Of solved variables, by definition. */
  readonly modifiers: readonly CellModifier[];
  /** What hosts ask by name. */
  readonly expressions: readonly Expression[];
  readonly flows: FlowBook;
  /** What texts may name besides the model; left out where there is nothing. */
  readonly names?: Names;
}

/** A book without rules. */
export const noRules: RuleBook = { rules: [], passes: [], growths: [], modifiers: [], expressions: [], flows: noFlows };
