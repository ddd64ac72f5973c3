import type { Step } from '../../../model/connection.js';
import type { Node } from '../../../ir/node.js';
import type { Term } from '../../../eval/term.js';
import { type Make, type Nodes, nodesBy } from '../../../eval/node-kit.js';
import { createTermBook, makeTerm, termIn } from '../../../eval/term-book.js';

/**
 * Makes each node only once, as thousands of conditions ask the same of the same objects. Also rows of steps, by a key.
 */
export interface NodeBook extends Nodes {
  /** Throws where the operation does not take such arguments. */
  readonly make: Make;
  extentOf(node: Node): Pick<Term, 'depth' | 'size'>;
  steps(key: string, find: () => readonly Step[]): readonly Step[];
}

export function createNodeBook(): NodeBook {
  const book = createTermBook();
  const rows = new Map<string, readonly Step[]>();
  const make: Make = (operation, data, args) => {
    const terms = args.map((arg) => termIn(book, arg));
    return makeTerm(book, operation, data, terms);
  };
  return {
    ...nodesBy(make),
    make,
    extentOf: (node) => termIn(book, node),
    steps(key, find) {
      const found = rows.get(key) ?? find();
      rows.set(key, found);
      return found;
    },
  };
}
