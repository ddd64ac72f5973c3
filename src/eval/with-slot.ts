import type { Node } from '../ir/node.js';
import { nodeLike } from './make-node.js';
import { isSlot } from './shape.js';
import type { Term } from './term.js';
import { type TermBook, termOf } from './term-book.js';

/**
 * A term with the object of one slot in place of another's. It must not draw: a draw is of the slots that it stands in.
 */
export function withSlot(book: TermBook, term: Term, from: number, to: number): Term {
  return ((term.free >>> from) & 1) === 0 ? term : termOf(book, replaced(term, from, to));
}

function replaced(term: Term, from: number, to: number): Node {
  if (((term.free >>> from) & 1) === 0) return term;
  if (isSlot(term)) return nodeLike(term, [], { slot: to });
  return nodeLike(
    term,
    term.args.map((arg) => replaced(arg, from, to)),
  );
}
