import type { IdList } from '../../indexes/indexes.js';
import type { Range } from '../ops/range.js';
import type { Term } from '../term.js';
import type { Rows } from './rows.js';

/**
 * What an aggregate folds over in each row: `ids` from `from[row]` to `to[row]`, ascending, or in the order that a
 * connection gives them. Lists of two rows are the same list or have no place in common.
 */
export interface Members {
  readonly ids: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Where the lists of all rows together would be too long: how many rows, from the first on, have theirs in it. */
  readonly rows?: number;
}

/** A search for the members of a range that a filter is true of. */
export interface MemberSearch {
  /** What searches; how it does is worked out once for each. */
  readonly term: Term;
  readonly range: Range;
  /** Slot of the member. */
  readonly slot: number;
  readonly filter: Term;
  /** What is asked of the members besides. */
  readonly beside: readonly Term[];
  /** Bits of other slots whose very objects make a difference. */
  readonly told: number;
}

/**
 * Takes what was found for some rows, given by their numbers, of which the first stands in the frame's slots. All of it
 * is lent.
 */
export type TakeMembers = (members: IdList, numbers: Int32Array, count: number) => void;

/**
 * Searches once for all rows that agree in what the search takes from outer objects. The filter and what is asked
 * besides must not depend on running values that differ from row to row.
 */
export type SearchMembers = (search: MemberSearch, rows: Rows, take: TakeMembers) => void;
