import type { Absence } from '../../../eval/declared.js';
import { absenceOf, freeOf, makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';

/** Makes nodes so that equal ones are one object, and knows of each what lowering asks of it again and again. */
export interface Interner {
  readonly make: <Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]) => Node;
  /** Bits of the slots that a node depends on. */
  free(node: Node): number;
  /** Whether a node may be absent. */
  mayLack(node: Node): boolean;
  /** Columns that a node reads, ascending. */
  readonly reads: (node: Node) => readonly number[];
  /** Nodes in a node, each as often as it stands there. */
  weight(node: Node): number;
  /** Nodes that there are. */
  readonly size: number;
}

interface Known {
  readonly number: number;
  readonly free: number;
  readonly absence: Absence;
  readonly reads: readonly number[];
  readonly weight: number;
}

export function createInterner(): Interner {
  const byText = new Map<string, Node>();
  const byNode = new Map<Node, Known>();

  function known(node: Node): Known {
    const found = byNode.get(node);
    if (found === undefined) throw new Error('edict: a node was made past the interner');
    return found;
  }

  function add<Data>(operation: Operation<Data>, data: Data, args: readonly Node[], text: string): Node {
    const inner = args.map(known);
    const node = makeNode(operation, data, ...args);
    byText.set(text, node);
    byNode.set(node, {
      number: byNode.size,
      free: freeOf(node, inner),
      absence: absenceOf(
        node,
        inner.map((arg) => arg.absence),
      ),
      reads: united([operation.reads?.(data) ?? [], ...inner.map(({ reads }) => reads)]),
      weight: inner.reduce((sum, { weight }) => sum + weight, 1),
    });
    return node;
  }

  return {
    make(operation, data, ...args) {
      let text = `${operation.name} ${operation.text?.(data) ?? ''}`;
      for (const arg of args) text += ` ${known(arg).number}`;
      return byText.get(text) ?? add(operation, data, args, text);
    },
    free: (node) => known(node).free,
    mayLack: (node) => known(node).absence !== 0,
    reads: (node) => known(node).reads,
    weight: (node) => known(node).weight,
    get size() {
      return byText.size;
    },
  };
}

/** Columns of several ascending lists, ascending, each once. A list that holds all of them is used as it is. */
export function united(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = lists.reduce((most, list) => (list.length > most.length ? list : most), []);
  if (lists.every((list) => list === longest || list.every((column) => longest.includes(column)))) return longest;
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
