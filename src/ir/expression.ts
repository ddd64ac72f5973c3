import type { Node } from './node.js';
import type { Origin } from './origin.js';

/** An expression that hosts ask objects of by its name: a condition or a number, over slot 0. Never absent. */
export interface Expression {
  readonly index: number;
  /** Unique. */
  readonly name: string;
  /** Indices of the kinds of objects that it is asked of; at least one. */
  readonly scope: readonly number[];
  readonly node: Node;
  /**
   * Of a condition: the conditions that must all be true, as far as it was written so; for people. One where it is not
   * a row of `and`.
   */
  readonly clauses: readonly Clause[];
  /** As it was written, or readable text of it. */
  readonly text: string;
  /** The thing whose requirements it states; empty for others. */
  readonly thing: string;
  readonly origin: Origin;
}

export interface Clause {
  readonly text: string;
  readonly node: Node;
}
