import type { Range } from './range.js';

/**
 * What operations hold that look for members of a range. Their filters come behind two arguments that are evaluated
 * without a member.
 */

export interface NearbyData {
  readonly by: 'jumps' | 'distance' | 'squares' | 'network';
  /** Index among the networks of the model, for `network`. */
  readonly network: number;
  /** All objects, or those of a class. */
  readonly range: Range;
  /** Slot that holds the member while the filter is evaluated. */
  readonly slot: number;
  /**
   * For `network`: the kind of the object that makes near, outside of all networks, what hangs on it together; 0 for
   * none.
   */
  readonly alone: number;
}

export interface AmongData {
  /** Slot that holds the member while filter and key are evaluated. */
  readonly slot: number;
  /** All objects, or those of a class. */
  readonly range: Range;
  readonly choose: 'random' | 'least' | 'greatest';
  /** For `random`: number of the place in the rule's text, as of a draw. */
  readonly site: number;
  /**
   * For `random`: how many slots, from the first on, have a draw of their own; the member's is none of them. Who agrees
   * in these is asked of the same members.
   */
  readonly slots: number;
}
