import type { SelectionPlan, Test } from '../match/selection-plan.js';
import type { Term } from '../eval/term.js';
import type { Carrier, ModifyEffect, Rule } from '../ir/rule.js';
import type { Link } from './chain.js';

/** A carrier of one or more rules. */
export interface CarrierPlan {
  readonly carrier: Carrier;
  readonly where: readonly Term[];
  readonly times: Term | undefined;
}

/**
 * How activation is asked: tests of sources one after the other. With a narrowing, that is what is asked, and in its
 * order.
 */
export interface ActivationPlan {
  /** The one rule that asks, where it draws; otherwise any may. */
  readonly drawer: Rule | undefined;
  readonly gates: readonly Test[];
  readonly narrowing: NarrowingPlan | undefined;
  /** Some gate is false whatever the world is like. */
  readonly isNever: boolean;
  /** Numbers of the actives that it leaves over. */
  readonly actives: readonly number[];
}

export type NarrowingPlan =
  | { readonly by: 'all' | 'any'; readonly parts: readonly NarrowingPlan[] }
  | { readonly by: 'not'; readonly part: NarrowingPlan }
  | { readonly by: 'test'; readonly test: Test };

/** Sources of a carrier that an activation leaves over. */
export interface ActivePlan {
  readonly activation: number;
  readonly carrier: number;
}

/** A scope and those who ask it. Where there is no selection, each source is its own scope if gates hold of it. */
export interface ScopePlan {
  /** The one rule that asks, where it draws. */
  readonly drawer: Rule | undefined;
  readonly selection: SelectionPlan | undefined;
  readonly gates: readonly Test[];
  /** Numbers of actives, each once. */
  readonly actives: readonly number[];
}

/** A number that effects use, known before anything fires, for all who use it. */
export interface OperandPlan {
  readonly term: Term;
  /** Numbers of the units for whose sources and targets it is wanted. */
  readonly uses: readonly number[];
  /** The number of its first use among those of all operands; its others follow. */
  readonly firstUse: number;
}

/** An active that asks a scope. */
export interface Asking {
  readonly scope: number;
  readonly active: number;
  /** Its place among the actives of the scope. */
  readonly place: number;
}

/** Where an operand is to be found: a constant, or the use of an operand. */
export type OperandPlace = { readonly constant: number } | { readonly operand: number; readonly use: number };

export interface ChainLink {
  readonly operation: Link['operation'];
  readonly operand: OperandPlace | undefined;
}

export interface WriteStep {
  readonly effect: ModifyEffect;
  /** The object written, where that is not the target. */
  readonly holder: OperandPlace | undefined;
  /** The amount as a chain of known numbers; undefined where it is to be evaluated when its turn comes. */
  readonly chain: readonly ChainLink[] | undefined;
  readonly amount: Term;
}

export interface PassRule {
  readonly rule: Rule;
  readonly active: number;
  readonly scope: number;
  /** Number of its asking. */
  readonly asking: number;
  /** Its effects as writes of numbers, as its unit has them; undefined where each must be fired by itself. */
  readonly writes: readonly WriteStep[] | undefined;
}

/** Rules that fire as one, mostly one alone: all do the same, in the scopes of their own sources. */
export interface PassUnit {
  readonly rules: readonly PassRule[];
  /** Their effects as writes of numbers; undefined where each must be fired by itself. */
  readonly writes: readonly WriteStep[] | undefined;
}

/** Units that fire one after the other, or, where there are several, by the ranks of their sources. */
export interface PassFiring {
  readonly units: readonly number[];
}

/**
 * By carrier the indices of its rules, from `carriedStart[c]` to `carriedStart[c + 1]`, and by asking those of its own
 * likewise; by active its carrier; by rule its asking; by asking its scope, active and place; by unit the askings of
 * its rules, from `unitStart[u]` to `unitStart[u + 1]`; by firing its unit, −1 for several.
 */
export interface PassLayout {
  /** Uses of all operands together. */
  readonly useCount: number;
  readonly carriedStart: Int32Array;
  readonly carriedRules: Int32Array;
  readonly askedStart: Int32Array;
  readonly askedRules: Int32Array;
  readonly carrierOfActive: Int32Array;
  readonly askingOfRule: Int32Array;
  readonly scope: Int32Array;
  readonly active: Int32Array;
  readonly place: Int32Array;
  readonly unitStart: Int32Array;
  readonly unitAskings: Int32Array;
  readonly unitOfFiring: Int32Array;
}

/** How the rules of a pass are asked together and fired. */
export interface PassPlan {
  readonly rules: readonly PassRule[];
  /** Where each run of rules that are dispatched together ends; most are of one. */
  readonly runs: readonly number[];
  readonly units: readonly PassUnit[];
  readonly firings: readonly PassFiring[];
  /** The same as numbers side by side, which are walked in every pass. */
  readonly layout: PassLayout;
  readonly askings: readonly Asking[];
  readonly carriers: readonly CarrierPlan[];
  readonly activations: readonly ActivationPlan[];
  readonly actives: readonly ActivePlan[];
  readonly scopes: readonly ScopePlan[];
  readonly operands: readonly OperandPlan[];
  /** Stamps that anything asked depends on. */
  readonly stamps: readonly number[];
  /** Columns that are written. */
  readonly written: readonly number[];
}
