import type { CivExpression, CivIssue } from '../expression/syntax.js';
import type { ObjectType, RelationName } from '../policy.js';

/** The three sorts of manipulators, in the order in which those of one document apply. */
export const manipulatorTags = ['PropertySource', 'PropertyInteraction', 'PropertyPropagator'] as const;
export type ManipulatorTag = (typeof manipulatorTags)[number];

/**
 * Something that changes properties once a turn, as it is meant: what either policy makes of an element of a document.
 */
export interface Manipulator {
  /** `PropertySource[2]`, for people. */
  readonly name: string;
  /** Whom it counts for; left out: whomever it reaches. */
  readonly objectType: ObjectType | undefined;
  /** How it reaches them from its carrier; left out: it counts for the carrier itself. */
  readonly relation: Related | undefined;
  /** Asked of whom it counts for; left out: always. */
  readonly active: CivExpression | undefined;
  readonly form: ManipulatorForm;
  /** Of the element, from 1. */
  readonly line: number;
  readonly column: number;
}

/** Objects that a relation leads to. */
export interface Related {
  readonly relation: RelationName;
  /** Of NEAR, else 0. */
  readonly distance: number;
}

export type ManipulatorForm =
  | { readonly does: 'constant'; readonly property: string; readonly amount: CivExpression }
  | { readonly does: 'limited'; readonly property: string; readonly amount: number; readonly limit: number }
  | { readonly does: 'decay'; readonly property: string; readonly percent: number; readonly floor: number }
  | {
      readonly does: 'attributeConstant';
      readonly property: string;
      readonly attribute: string;
      readonly amount: number;
    }
  | { readonly does: 'convert'; readonly from: string; readonly to: string; readonly amount: number }
  | {
      readonly does: 'convertPercent';
      readonly from: string;
      readonly to: string;
      readonly percent: number;
      readonly floor: number;
    }
  | {
      readonly does: 'inhibitedGrowth';
      readonly from: string;
      readonly to: string;
      readonly growth: number;
      readonly inhibition: number;
    }
  | {
      readonly does: 'spread' | 'diffuse';
      readonly property: string;
      readonly percent: number;
      readonly targets: ManipulatorTargets;
    }
  | {
      readonly does: 'gather';
      readonly property: string;
      readonly amount: number;
      readonly targets: ManipulatorTargets;
    };

/** Whom a propagator exchanges with. */
export interface ManipulatorTargets {
  /** Left out: objects of all types, type by type. */
  readonly objectType: ObjectType | undefined;
  /** Left out: nobody. */
  readonly relation: Related | undefined;
  readonly condition: CivExpression | undefined;
}

/**
 * The manipulators of a document, in the order in which they apply, and what is wrong with it or odd. Nothing loads
 * where there is an error.
 */
export interface LoadedManipulators {
  readonly manipulators: readonly Manipulator[];
  readonly issues: readonly CivIssue[];
}
