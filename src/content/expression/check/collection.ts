import type { Node } from '../../../ir/node.js';
import type { Range } from '../../../eval/ops/members.js';
import type { CallExpression } from '../syntax.js';
import type { Description } from './row.js';
import type { Kinds, Scope } from './scope.js';

/** Collections: what aggregates fold over. They are no values; folds.ts makes values of them. */
export interface Collection {
  readonly range: Range;
  /** The object that the range starts from, where it starts from one. */
  readonly anchor: readonly Node[];
  /** Conditions on the member, which is in the next free slot of the place where the collection stands. */
  readonly tests: readonly Node[];
  readonly kinds: Kinds;
  /** The number that `map` takes of each member. */
  readonly mapped?: Node;
}

/** Where a collection begins. */
export interface RangeRow extends Description {
  readonly least: number;
  readonly most: number;
  readonly read: (call: CallExpression, scope: Scope) => Collection | undefined;
}
