import type { WorldState } from '../../components/state.js';
import type { Frame, Value } from '../../ir/node.js';
import type { Indexes } from '../../indexes/indexes.js';
import type { Term } from '../term.js';
import type { Members, SearchMembers } from './member-lists.js';
import type { DirectTest } from './direct.js';
import type { Rows } from './rows.js';
import type { Scratch } from '../../indexes/scratch.js';
import type { Vector } from './vector.js';

/** Said of a term that has no one value in all rows. */
export const varies = Symbol('varies');

/** Evaluates terms in many rows at a time. What it gives is lent from the scratch memory: callers mark and release. */
export interface Evaluator {
  readonly state: WorldState;
  readonly frame: Frame;
  readonly scratch: Scratch;
  readonly indexes: Indexes;
  /**
   * By the number of a term: as a test of what objects themselves hold, or that it is none; undefined where that has
   * not been looked at.
   */
  readonly directs: (DirectTest | 'none' | undefined)[];
  evaluate(term: Term, rows: Rows): Vector;
  /**
   * The value of a term that depends on nothing that differs from row to row; `varies` for others. Where it is numeric,
   * `frame.whole` then tells its class.
   */
  uniform(term: Term, rows: Rows): Value | typeof varies;
  readonly searchMembers: SearchMembers;
  /**
   * The members that an aggregate counts in each row, where there is a quicker way to them than to ask its filter of
   * each; they are lent too.
   */
  fitting(term: Term, rows: Rows): Members | undefined;
}
