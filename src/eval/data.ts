import type { Type } from '../model/model.js';
import type { Comparison } from '../kernel/comparison.js';

/** What nodes hold besides their arguments, of operations that planning looks into. */

export interface SlotData {
  readonly slot: number;
}

export interface ConstantData {
  readonly value: number;
  readonly type: Type;
}

export interface CompareData {
  readonly comparison: Comparison;
}

/**
 * What a read gives when the object lacks the column: an absence (see node.ts), zero, or the column's initial value.
 */
export type WhenAbsent = 'missing' | 'notFound' | 'zero' | 'initial';

export interface ReadData {
  readonly column: number;
  readonly type: Type;
  /** Look at what the object hangs on, upward, until one has it. */
  readonly climb: boolean;
  readonly absent: WhenAbsent;
}

export interface SolvedData {
  /** Index among the variables of the model. */
  readonly variable: number;
  readonly type: Type;
  /** Where nothing upward from the object is of the variable's kind. A cell whose formula failed is missing. */
  readonly absent: WhenAbsent;
}

export interface FollowData {
  /** `ancestor` is the nearest object of a kind, the object itself first. */
  readonly relation: 'owner' | 'parent' | 'ancestor';
  /** The kind, for `ancestor`. */
  readonly kind: number;
}

export interface HoldsData {
  /** Index among the holdings of the model. */
  readonly holding: number;
  /** A member of the holding's enumeration, from 1. */
  readonly word: number;
}

export type AffiliationMode = 'empire-inclusive' | 'empire-exclusive' | 'enemies-inclusive' | 'enemies-exclusive';

/** How a value may be absent, in bits. */
export type Absence = number;
export const mayMiss: Absence = 1;
export const mayBeUnfound: Absence = 2;

/** Absent in no way; in all ways of the arguments, and missing. */
export const present = (): Absence => 0;
export const missingToo = (args: readonly Absence[]): Absence => anyOf(args) | mayMiss;

/** Of what is read where there may be none, by its policy. */
export const absenceBy: Readonly<Record<WhenAbsent, Absence>> = {
  missing: mayMiss,
  notFound: mayBeUnfound,
  zero: 0,
  initial: 0,
};

export function anyOf(absences: readonly Absence[]): Absence {
  return absences.reduce((all, each) => all | each, 0);
}
