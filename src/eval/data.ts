import type { Type } from '../model/model.js';
import { type Comparison, comparisons } from '../kernel/comparison.js';
import { word } from '../ir/shape.js';
import { record } from '../ir/record-shape.js';

/** Of operations that planning knows. */

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

/** When the object lacks the column: an absence (see node.ts), zero, or the column's initial value. */
export type WhenAbsent = 'missing' | 'notFound' | 'zero' | 'initial';

export interface ReadData {
  readonly column: number;
  readonly type: Type;
  /** Searches upward for an object that has it. */
  readonly climb: boolean;
  readonly absent: WhenAbsent;
}

export interface SolvedData {
  readonly variable: number;
  readonly type: Type;
  /** Where nothing upward from the object is of the variable's kind. A cell whose formula failed is missing. */
  readonly absent: WhenAbsent;
}

export interface FollowData {
  /** `ancestor`: the nearest object of a kind, the object itself first. */
  readonly relation: 'owner' | 'parent' | 'ancestor';
  /** For `ancestor`. */
  readonly kind: number;
}

export interface HoldsData {
  readonly holding: number;
  /** A member of the holding's enumeration, from 1. */
  readonly word: number;
}

export type AffiliationMode = 'empire-inclusive' | 'empire-exclusive' | 'enemies-inclusive' | 'enemies-exclusive';

/** Bits of the ways in which a value may be absent; alone, an absence in columns and code (see rows.ts). */
export type Absence = number;
export const mayMiss: Absence = 1;
export const mayBeUnfound: Absence = 2;

/** Never absent; absent as the arguments are, or missing. */
export const present = (): Absence => 0;
export const missingToo = (args: readonly Absence[]): Absence => anyOf(args) | mayMiss;

export const absenceBy: Readonly<Record<WhenAbsent, Absence>> = {
  missing: mayMiss,
  notFound: mayBeUnfound,
  zero: 0,
  initial: 0,
};

export const compareData = record<CompareData>({ comparison: word(...comparisons) });

export const absences = word<WhenAbsent>('missing', 'notFound', 'zero', 'initial');

export function anyOf(absences: readonly Absence[]): Absence {
  return absences.reduce((all, each) => all | each, 0);
}
