import type { Node } from '../../../ir/node.js';
import type { Value } from '../syntax.js';
import type { Kit } from './kit.js';
import { type Parameterised, valueAt } from './parameters.js';

/** How a bound is worked out. */
type Lower = (value: Value) => Node;

/**
 * Whether a number lies between the `low` and the `high` that a construct gives, each left out where it is not given.
 */
export function isBetween(kit: Kit, number: Node, of: Parameterised, lower: Lower, lowest?: number): Node {
  const [low, high] = ['low', 'high']
    .map((label) => valueAt(of, label))
    .map((value) => (value === undefined ? undefined : lower(value)));
  const from = low ?? (lowest === undefined ? undefined : kit.number(lowest));
  if (from !== undefined && from === high) return kit.compare('==', number, from);
  return kit.all([
    from === undefined ? kit.yes : kit.compare('>=', number, from),
    high === undefined ? kit.yes : kit.compare('<=', number, high),
  ]);
}
