import type { Comparison } from '../../kernel/comparison.js';
import { countTrue } from '../../eval/ops/folds.js';
import { asApplied, asComparison, constantValue, decidingValue, isOf } from '../../eval/shape.js';
import type { Node } from '../../ir/node.js';

/**
 * A condition that counts how many of others are true: `and`, `or` and comparisons of such a count with a number. What
 * is absent in them is as good as false, because only a true one counts.
 */
export interface Gate {
  readonly members: readonly Node[];
  readonly comparison: Comparison;
  readonly value: number;
}

/** A condition as a gate; undefined for others. */
export function gateOf(node: Node): Gate | undefined {
  const { args } = node;
  const deciding = decidingValue(node);
  if (deciding !== undefined)
    return { members: args, comparison: deciding === 0 ? '==' : '>=', value: deciding === 0 ? args.length : 1 };
  if (asApplied(node) !== undefined) return { members: args, comparison: '==', value: 1 };
  const compared = asComparison(node);
  const value = compared && constantValue(compared.right);
  return compared === undefined || value === undefined || !isOf(compared.left, countTrue)
    ? undefined
    : { members: compared.left.args, comparison: compared.comparison, value };
}

/** A gate's comparison, by its place among all, as a test. */
export function passes(comparison: number, count: number, value: number): boolean {
  switch (comparison) {
    case 0:
      return count === value;
    case 1:
      return count !== value;
    case 2:
      return count < value;
    case 3:
      return count <= value;
    case 4:
      return count > value;
    default:
      return count >= value;
  }
}
