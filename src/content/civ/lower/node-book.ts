import type { Step } from '../../../model/connection.js';
import { makeNodeOf } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';

/**
 * Makes nodes, and of equal ones only one: thousands of conditions ask the same of the same objects. Also rows of
 * steps, by a key.
 */
export interface NodeBook {
  /** Throws where the operation does not take such arguments. */
  make<Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]): Node;
  /** The same of a list of arguments, of which there may be more than a call takes. */
  makeOf<Data>(operation: Operation<Data>, data: Data, args: readonly Node[]): Node;
  /** Of a node that was made here. */
  extentOf(node: Node): Extent;
  steps(key: string, find: () => readonly Step[]): readonly Step[];
}

/** How deep a node is, and of how many it is, were it written out: shared ones count each time. */
export interface Extent {
  readonly depth: number;
  readonly size: number;
}

interface Entry extends Extent {
  readonly node: Node;
  readonly number: number;
}

export function createNodeBook(): NodeBook {
  const byKey = new Map<string, Entry>();
  const byNode = new Map<Node, Entry>();
  const rows = new Map<string, readonly Step[]>();
  const entryOf = (node: Node): Entry => {
    const entry = byNode.get(node);
    if (entry === undefined) throw new Error('the node is of another book');
    return entry;
  };
  return {
    make: (operation, data, ...args) => makeOf(operation, data, args),
    makeOf,
    extentOf: entryOf,
    steps(key, find) {
      const found = rows.get(key) ?? find();
      rows.set(key, found);
      return found;
    },
  };

  function makeOf<Data>(operation: Operation<Data>, data: Data, args: readonly Node[]): Node {
    const entries = args.map(entryOf);
    // Nodes whose texts are equal mean the same.
    const key = `${operation.name} (${operation.text?.(data) ?? ''}) ${entries.map(({ number }) => number).join(' ')}`;
    const found = byKey.get(key);
    if (found !== undefined) return found.node;
    const node = makeNodeOf(operation, data, args);
    const entry = {
      node,
      number: byNode.size,
      depth: 1 + entries.reduce((deepest, { depth }) => Math.max(deepest, depth), 0),
      size: 1 + entries.reduce((sum, { size }) => sum + size, 0),
    };
    byKey.set(key, entry);
    byNode.set(node, entry);
    return node;
  }
}
