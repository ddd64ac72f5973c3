import type { WorldState } from '../../components/state.js';
import type { Frame, Value } from '../../ir/node.js';
import type { IdList, Indexes, SharedLists } from '../../indexes/indexes.js';
import type { Comparison } from '../../kernel/comparison.js';
import type { Term } from '../term.js';
import type { Rows, Vector } from './rows.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { MembersData } from '../ops/range.js';

/** A term without one value for all rows. */
export const varies = Symbol('varies');

/** Evaluates terms in many rows at a time. Results are borrowed from the scratch memory: callers mark and release. */
export interface Evaluator {
  readonly state: WorldState;
  readonly frame: Frame;
  readonly scratch: Scratch;
  readonly indexes: Indexes;
  /** Direct tests by number of a term; undefined while unknown. */
  readonly directs: (DirectTest | 'none' | undefined)[];
  evaluate(term: Term, rows: Rows): Vector;
  /**
   * The value of a term that is the same in all rows; `varies` for others. Of a numeric one, `frame.whole` then has the
   * class.
   */
  uniform(term: Term, rows: Rows): Value | typeof varies;
  readonly searchMembers: SearchMembers;
  /** The members that an aggregate counts in each row, where that is faster than its filter for each; borrowed. */
  fitting(term: Term, rows: Rows): Members | undefined;
}

/** By row, ascending, or in the order of a connection. */
export interface Members extends SharedLists {
  /** Number of leading rows whose lists are in it, where the lists of all rows together would be too long. */
  readonly rows?: number;
  /** Places looked at, by row, where they are others than the members. */
  readonly looked?: Int32Array;
}

export interface MemberSearch extends MembersData {
  /** The searching term; the plan of a search is made once for each. */
  readonly term: Term;
  readonly filter: Term;
  readonly extra: readonly Term[];
  /** Bits of other slots whose objects themselves make a difference. */
  readonly identities: number;
}

/**
 * Takes the members found for some rows, given by number; the first stands in the frame's slots. All arguments are
 * borrowed.
 */
export type TakeMembers = (members: IdList, numbers: Int32Array, count: number) => void;

/**
 * Searches once for all rows that agree in what the search reads of outer objects. Filter and `extra` must not depend
 * on varying running values.
 */
export type SearchMembers = (search: MemberSearch, rows: Rows, take: TakeMembers) => void;

export type Cells = ArrayLike<number>;

/**
 * A comparison of an object's own cell, kind, class or owner with a value of all rows: one loop, without vectors. Real
 * content has thousands.
 */
export type DirectTest = CellTest | OwnerTest | HasTest;

interface SlotTest {
  readonly slot: number;
  readonly negated: boolean;
}

export interface CellTest extends SlotTest {
  readonly by: 'cell';
  readonly comparison: Comparison;
  /** Undefined: compared with true (1). */
  readonly right: Term | undefined;
  /** 0 for objects without it. */
  readonly cellsOf: (state: WorldState) => Cells;
}

/** Tests the one faction that an object belongs to: a given one, or none. */
interface OwnerTest extends SlotTest {
  readonly by: 'owner';
  readonly right: Term;
}

/** Tests whether an object has a column: then reading it is not missing. */
export interface HasTest extends SlotTest {
  readonly by: 'has';
  readonly column: number;
}
