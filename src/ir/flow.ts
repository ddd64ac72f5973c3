import type { Step } from '../model/connection.js';
import type { Node } from './node.js';
import type { Origin } from './origin.js';

/**
 * What moves whole numbers of 32 bits between objects, or makes them, once a turn. All flows see the values with which
 * the phase began; those of a stage first all predict what they would change, and then, seeing what all others
 * predicted, correct it, so that their order does not matter.
 * Stages: propagators (spread, diffuse, gather), interactions (convert, inhibit), sources.
 */
export interface Flow {
  /** Place in the order in which an object that carries several has them. */
  readonly index: number;
  /** What explain and errors call it. */
  readonly name: string;
  readonly carrier: FlowCarrier;
  /** Whom it is for, from each carrier. Left out: the carrier itself. No steps lead nowhere. */
  readonly receivers?: readonly Step[];
  /** Kind of the receivers; others have no part in it. 0: any. */
  readonly kind: number;
  /** A condition over slot 0, the receiver; asked when the phase begins, before anything flows. Left out: always. */
  readonly active?: Node;
  readonly form: FlowForm;
  readonly origin: Origin;
}

/** Objects of one kind that carry a flow. */
export interface FlowCarrier {
  /** Leads to all that are asked, from no object, in order. */
  readonly objects: readonly Step[];
  readonly kind: number;
  /** A condition over slot 0, the carrier; left out: all carry it. */
  readonly where?: Node;
  /** How many of it a carrier has, over slot 0; left out: one. Below 1: none. */
  readonly times?: Node;
}

/**
 * Columns are whole numbers that wrap at 32 bits; percentages and amounts are whole. Everything that is divided is
 * truncated toward zero.
 */
export type FlowForm = SourceForm | InteractionForm | PropagatorForm;

export type SourceForm =
  /** An amount over slot 0 (the receiver), evaluated when sources predict. */
  | { readonly does: 'constant'; readonly column: number; readonly amount: Node }
  /** An amount while the value stays within the limit. */
  | { readonly does: 'limited'; readonly column: number; readonly amount: number; readonly limit: number }
  /**
   * A percentage of what is farther from 0 than `floor`. `negative`: how values below 0 are corrected, as those above
   * mirrored or as they are.
   */
  | {
      readonly does: 'decay';
      readonly column: number;
      readonly percent: number;
      readonly floor: number;
      readonly negative: 'mirrored' | 'plain';
    };

export type InteractionForm =
  | { readonly does: 'convert'; readonly from: number; readonly to: number; readonly amount: number }
  /** `correction`: by half of what others change, or by what is left of the source. */
  | {
      readonly does: 'convertPercent';
      readonly from: number;
      readonly to: number;
      readonly percent: number;
      readonly floor: number;
      readonly correction: 'others' | 'rest';
    }
  /** Grows `column` by growth of itself less inhibition by `inhibitor`, over the divisor. */
  | {
      readonly does: 'inhibitedGrowth';
      readonly column: number;
      readonly inhibitor: number;
      readonly growth: number;
      readonly inhibition: number;
      readonly divisor: 1 | 100;
    };

export type PropagatorForm =
  | {
      readonly does: 'spread' | 'diffuse';
      readonly column: number;
      readonly percent: number;
      readonly targets: FlowTargets;
    }
  /** `negative`: whether what would be taken from a value below 0 is nothing, or goes the other way. */
  | {
      readonly does: 'gather';
      readonly column: number;
      readonly amount: number;
      readonly negative: 'nothing' | 'taken';
      readonly targets: FlowTargets;
    };

export interface FlowTargets {
  /** From the receiver, by its kind, each row of steps in turn. */
  readonly steps: ReadonlyMap<number, readonly (readonly Step[])[]>;
  /** A condition over slot 0, the target; left out: all. */
  readonly where?: Node;
  /** Whether the receiver stays among them where the steps lead back to it. */
  readonly itself: boolean;
}

/** All flows of some content, and how propagators remember what was predicted. */
export interface FlowBook {
  readonly flows: readonly Flow[];
  /**
   * `own`: every correction sees what was predicted for its own targets. `stale`: what the last propagator predicted,
   * with what each correction appends, stands for all
   * (see the fixtures' README, section 8); results depend on the order of flows then.
   */
  readonly memory: 'own' | 'stale';
}

export const noFlows: FlowBook = { flows: [], memory: 'own' };
