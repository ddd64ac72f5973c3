import type { Step } from '../../../model/connection.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';
import type { Term } from '../../../eval/term.js';
import { type Nodes, nodesBy } from '../../../eval/nodes.js';
import { createTermBook, makeTerm, termIn } from '../../../eval/term-book.js';

/**
 * Makes nodes, and of equal ones only one: thousands of conditions ask the same of the same objects. Also rows of
 * steps, by a key.
 */
export interface NodeBook extends Nodes {
  /** Throws where the operation does not take such arguments. */
  make<Data>(operation: Operation<Data>, data: Data, ...args: readonly Node[]): Node;
  /** The same of a list of arguments, of which there may be more than a call takes. */
  makeOf<Data>(operation: Operation<Data>, data: Data, args: readonly Node[]): Node;
  /** How deep a node is that was made here, and of how many it is, were it written out: shared ones count each time. */
  extentOf(node: Node): Pick<Term, 'depth' | 'size'>;
  steps(key: string, find: () => readonly Step[]): readonly Step[];
}

export function createNodeBook(): NodeBook {
  const book = createTermBook();
  const rows = new Map<string, readonly Step[]>();
  const makeOf: NodeBook['makeOf'] = (operation, data, args) =>
    makeTerm(
      book,
      operation,
      data,
      args.map((arg) => termIn(book, arg)),
    );
  return {
    ...nodesBy(makeOf),
    make: (operation, data, ...args) => makeOf(operation, data, args),
    makeOf,
    extentOf: (node) => termIn(book, node),
    steps(key, find) {
      const found = rows.get(key) ?? find();
      rows.set(key, found);
      return found;
    },
  };
}
