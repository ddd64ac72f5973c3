import { type Model, classAt } from '../model/model.js';
import type { Effect, Modification } from './effect.js';
import type { Expression } from './expression.js';
import { type FlowBook, noFlows } from './flow.js';
import type { Names } from './names.js';
import type { Node } from './node.js';
import { type TimingBook, noTiming } from './occurrence.js';
import type { Origin } from './origin.js';
import { type TriggerBook, noTriggers } from './trigger.js';

export type * from './effect.js';
export type { Origin } from './origin.js';

/**
 * A condition as it is asked of a list of sources, part by part: what passes stays, and each that goes leaves a hole
 * which the last of the list fills. Who fires first follows from it where a dialect says so.
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
   * Objects of whom conditions over slot 0 are true: those of the first kind by ascending id, then those of the next;
   * no kinds: all. With `times`, a number over slot 0, each as often as that says.
   */
  | {
      readonly by: 'condition';
      readonly kinds: readonly number[];
      readonly where: readonly Node[];
      readonly times: Node | undefined;
    }
  /**
   * For each faction to which a class (a tech) is available, by ascending id, the object that a reference of the
   * faction names.
   */
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
  /**
   * The activation again, where it decides the order of the sources too; otherwise they fire in the carrier's order.
   */
  readonly narrowing?: Narrowing;
  /** Union, then difference; conditions over slots 0 (source) and 1 (candidate). */
  readonly include: readonly Node[];
  readonly exclude: readonly Node[];
  /** The conditions as they were written, for people; left out by makers of rules that have no text. */
  readonly texts?: Readonly<Record<'activation' | 'include' | 'exclude', readonly string[]>>;
  readonly effects: readonly Effect[];
  /**
   * Not 0: passes over objects that a rule with the same number has had in its scope in this phase already, from
   * whatever source.
   */
  readonly claims: number;
  /** Of neighbouring rules of one priority that dispatch by source, the first source fires all, then the next. */
  readonly dispatch: 'rule' | 'source';
  /** Columns that the rule's expressions read, and that its effects write; sorted indices. */
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  /**
   * Creates, destroys, moves, gives or changes objects, or binds roles to them: what follows may see other objects than
   * before.
   */
  readonly structural: boolean;
  /** Abilities may listen to one of its effects, so that each occurs by itself, and anything may come of it. */
  readonly heard?: boolean;
  readonly origin: Origin;
}

/** A meter's growth: the value it takes in the growth phase, over slot 0 (the object) and `value`. */
export interface Growth {
  readonly column: number;
  readonly formula: Node;
}

/**
 * Who carries a modifier: objects of a class, or every object of a kind. What kinds carry comes before what classes
 * carry.
 */
export type ModifierCarrier =
  | { readonly by: 'class'; readonly class: number }
  | { readonly by: 'kind'; readonly kind: number };

/** Objects under the same root (what hangs on nothing) as the carrier, the carrier among them, all granted. */
export interface Grouping {
  readonly kind: number;
  readonly which:
    | { readonly by: 'all' }
    | { readonly by: 'group'; readonly group: string }
    | { readonly by: 'class'; readonly class: number };
}

/**
 * A modifier of a solved variable, in force while its carrier is granted. Modifiers of a cell apply by user priority,
 * then inherent priority (see solve/modifier-book.ts), then those of kinds by definition, then those of classes by when
 * their carrier was first granted and by definition.
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
  /**
   * Over slot 0: the carrier, or with `others` the object that is reached. `running` in it is the value before this
   * modifier.
   */
  readonly amount: Node;
  /** The amount as it was written, for people. */
  readonly text: string;
  /** Of the user, lower first. */
  readonly priority: number;
  /** What an amount that is absent does: the modifier is passed over, or the cell fails and all that needs it. */
  readonly whenAbsent: 'skip' | 'fail';
  readonly origin: Origin;
}

/** For errors. */
export function ruleTitle({ name, origin }: Rule): string {
  return `rule ${name} (${origin.file}:${origin.line})`;
}

export function modifierTitle({ name, origin }: CellModifier): string {
  return `modifier ${name} (${origin.file}:${origin.line})`;
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
  readonly triggers: TriggerBook;
  /** Occurrences and what answers them; their lists are those of `triggers`. */
  readonly timing: TimingBook;
  /** What texts may name besides the model; left out where there is nothing. */
  readonly names?: Names;
}

/** A book without rules. */
export const noRules: RuleBook = {
  rules: [],
  passes: [],
  growths: [],
  modifiers: [],
  expressions: [],
  flows: noFlows,
  triggers: noTriggers,
  timing: noTiming,
};

/** The kind of all objects that can carry a rule, 0 where they may be of several. */
export function kindOfCarrier(model: Model, carrier: Carrier): number {
  if (carrier.by === 'class') return classAt(model, carrier.class).kind;
  return carrier.by === 'condition' && carrier.kinds.length === 1 ? carrier.kinds[0] : 0;
}

/** Whether no object is a source of a carrier twice. */
export function firesOnce(carrier: Carrier): boolean {
  switch (carrier.by) {
    case 'class':
      return true;
    case 'seat':
      return false;
    case 'condition':
      return carrier.times === undefined && new Set(carrier.kinds).size === carrier.kinds.length;
  }
}
