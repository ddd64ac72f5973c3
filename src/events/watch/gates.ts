import type { Comparison } from '../../kernel/comparison.js';
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
  switch (node.op) {
    case 'and':
      return { members: node.args, comparison: '==', value: node.args.length };
    case 'or':
      return { members: node.args, comparison: '>=', value: 1 };
    case 'applies':
      return { members: node.args, comparison: '==', value: 1 };
    case 'compare':
      return countGate(node);
    default:
      return undefined;
  }
}

function countGate({ args: [count, value], data }: Node): Gate | undefined {
  if (count.op !== 'countTrue' || value.op !== 'constant') return undefined;
  return {
    members: count.args,
    comparison: (data as { readonly comparison: Comparison }).comparison,
    value: (value.data as { readonly value: number }).value,
  };
}

/** The comparison of a gate by number, and back as a test. */
export const comparisons: readonly Comparison[] = ['==', '!=', '<', '<=', '>', '>='];

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
