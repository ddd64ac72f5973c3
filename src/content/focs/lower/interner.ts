import type { Node } from '../../../ir/node.js';
import { type Make, type Nodes, nodesBy } from '../../../eval/nodes.js';
import { operationOf } from '../../../eval/make-node.js';
import type { Operation } from '../../../eval/operation.js';
import { createTermBook, makeTerm, termIn } from '../../../eval/term-book.js';

/** Makes nodes so that equal ones are one object, and knows of each what lowering asks of it again and again. */
export interface Interner {
  readonly make: <Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]) => Node;
  /** The shared node kit over it. */
  readonly nodes: Nodes;
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

export function createInterner(): Interner {
  const book = createTermBook();
  const columns = new Map<Node, readonly number[]>();

  function reads(node: Node): readonly number[] {
    const known = columns.get(node);
    if (known !== undefined) return known;
    const found = united([operationOf(node).reads?.(node.data) ?? [], ...node.args.map(reads)]);
    columns.set(node, found);
    return found;
  }

  const makeOf: Make = (operation, data, args) =>
    makeTerm(
      book,
      operation,
      data,
      args.map((arg) => termIn(book, arg)),
    );
  return {
    make: (operation, data, ...args) => makeOf(operation, data, args),
    nodes: nodesBy(makeOf),
    free: (node) => termIn(book, node).free,
    mayLack: (node) => termIn(book, node).absence !== 0,
    reads,
    weight: (node) => termIn(book, node).size,
    get size() {
      return book.terms.length;
    },
  };
}

/** Columns of several ascending lists, ascending, each once. A list that holds all of them is used as it is. */
export function united(lists: readonly (readonly number[])[]): readonly number[] {
  const longest = lists.reduce((most, list) => (list.length > most.length ? list : most), []);
  if (lists.every((list) => list === longest || list.every((column) => longest.includes(column)))) return longest;
  return [...new Set(lists.flat())].sort((a, b) => a - b);
}
