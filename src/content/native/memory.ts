import { printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import type { Remembered } from '../../ir/occurrence.js';
import { ascending } from './load-context.js';

/**
 * Expressions that are remembered of occurrences have numbers in the whole content; types note those that somebody asks
 * for.
 */
export interface Memory {
  noting(): Noting;
  /** Lets a type remember what has such numbers. */
  demand(type: number, numbers: Iterable<number>): void;
  of(type: number): readonly Remembered[];
}

interface Noting {
  /** The number of an expression; the same for equal ones. */
  readonly number: (node: Node) => number;
  readonly noted: ReadonlySet<number>;
}

export function createMemory(): Memory {
  const numbers = new Map<string, number>();
  const nodes: Node[] = [];
  const byType = new Map<number, Set<number>>();
  const numberOf = (node: Node): number => {
    const text = printNode(node);
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, nodes.length);
    return nodes.push(node) - 1;
  };
  return {
    noting() {
      const noted = new Set<number>();
      const number = (node: Node): number => {
        const found = numberOf(node);
        noted.add(found);
        return found;
      };
      return { number, noted };
    },
    demand(type, wanted) {
      const known = byType.get(type) ?? new Set();
      for (const number of wanted) known.add(number);
      byType.set(type, known);
    },
    of: (type) => ascending(byType.get(type) ?? []).map((number) => ({ number, node: nodes[number] })),
  };
}
