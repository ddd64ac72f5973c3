import type { WorldState } from '../../components/state.js';
import type { Frame, Value } from '../../ir/node.js';
import type { IdList, Indexes } from '../../indexes/indexes.js';
import type { Term } from '../term.js';
import type { Rows, Vector } from './rows.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { Range } from '../ops/range.js';

/** Said of a term that has no one value in all rows. */
export const varies = Symbol('varies');

/** Evaluates terms in many rows at a time. What it gives is lent from the scratch memory: callers mark and release. */
export interface Evaluator {
  readonly state: WorldState;
  readonly frame: Frame;
  readonly scratch: Scratch;
  readonly indexes: Indexes;
  /**
   * By the number of a term: as a test of what objects themselves hold, or that it is none; undefined while unknown.
   */
  readonly directs: (DirectTest | 'none' | undefined)[];
  evaluate(term: Term, rows: Rows): Vector;
  /**
   * The value of a term that depends on nothing that differs from row to row; `varies` for others. Where it is numeric,
   * `frame.whole` then tells its class.
   */
  uniform(term: Term, rows: Rows): Value | typeof varies;
  readonly searchMembers: SearchMembers;
  /** The members that an aggregate counts in each row, where that is quicker than its filter for each; lent. */
  fitting(term: Term, rows: Rows): Members | undefined;
}

/**
 * What an aggregate folds over in each row: `ids` from `from[row]` to `to[row]`, ascending, or in the order of a
 * connection. Lists of two rows are the same list or share no place.
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

/** Takes what was found for some rows, given by number, of which the first stands in the frame's slots; all lent. */
export type TakeMembers = (members: IdList, numbers: Int32Array, count: number) => void;

/**
 * Searches once for all rows that agree in what the search takes from outer objects. Filter and `beside` must not
 * depend
 * on running values that differ from row to row.
 */
export type SearchMembers = (search: MemberSearch, rows: Rows, take: TakeMembers) => void;

/** Codes or numbers by id. */
export type Cells = ArrayLike<number>;

/**
 * A comparison of what an object itself holds (a cell, its kind, its class, its owner) with what is the same for all
 * rows: made in one loop, without vectors. Real content asks thousands of these of a few objects each.
 */
export type DirectTest = CellTest | OwnerTest | HasTest;

export interface CellTest {
  readonly by: 'cell';
  readonly slot: number;
  readonly comparison: '==' | '!=' | '<' | '<=' | '>' | '>=';
  /** Undefined: compared with 1, which is true. */
  readonly right: Term | undefined;
  readonly negated: boolean;
  /** Of a cell: where not all objects have the column, what lacks it holds 0. */
  readonly cellsOf: (state: WorldState) => Cells;
}

/** Whether the one faction that an object belongs to is a given one, or none. */
interface OwnerTest {
  readonly by: 'owner';
  readonly slot: number;
  readonly right: Term;
  readonly negated: boolean;
}

/** Whether an object has a column at all: then reading it is not missing. */
export interface HasTest {
  readonly by: 'has';
  readonly slot: number;
  readonly column: number;
  readonly negated: boolean;
}
