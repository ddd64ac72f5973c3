import { printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import type { Remembered } from '../../ir/occurrence.js';

/**
 * What is remembered of occurrences: each expression has a number in the whole content, and types note those that
 * somebody asks for.
 */
export interface Memory {
  /** Numbers what one ability or occurrence asks for. */
  noting(): Noting;
  /** Lets a type remember what has such numbers. */
  demand(type: number, numbers: Iterable<number>): void;
  /** What a type remembers, by number. */
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
    of: (type) =>
      [...(byType.get(type) ?? [])].sort((a, b) => a - b).map((number) => ({ number, node: nodes[number] })),
  };
}
