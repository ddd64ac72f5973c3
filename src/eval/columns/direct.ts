import type { WorldState } from '../../components/state.js';
import type { Term } from '../term.js';

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
export interface OwnerTest {
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
