import { printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import type { Remembered } from '../../ir/occurrence.js';
import {} from './load-context.js';
import { ascending } from '../../kernel/lists.js';

/** Numbers of remembered expressions, in the whole content; types note those that are asked of them. */
export function createMemory() {
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
      /** Equal nodes have one number. */
      const number = (node: Node): number => {
        const found = numberOf(node);
        noted.add(found);
        return found;
      };
      return { number, noted };
    },
    demand(type: number, wanted: Iterable<number>) {
      const known = byType.get(type) ?? new Set();
      for (const number of wanted) known.add(number);
      byType.set(type, known);
    },
    of: (type: number): readonly Remembered[] =>
      ascending(byType.get(type) ?? []).map((number) => ({ number, node: nodes[number] })),
  };
}

export type Memory = ReturnType<typeof createMemory>;
