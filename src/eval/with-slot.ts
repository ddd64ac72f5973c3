import type { Node } from '../ir/node.js';
import { nodeLike, operationOf } from './make-node.js';
import { isSlot, slotOf } from './node-shape.js';
import type { Term } from './term.js';
import { type TermBook, termOf } from './term-book.js';

/** With the object of one slot in place of another's. It must not draw: draws depend on their slots. */
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

/**
 * Over slot 0, made one about an object that another node gives; aggregates in it then bind slots from `free` on. It
 * must not draw. Shared parts stay shared.
 */
export function aboutObject(node: Node, object: Node, free: number): Node {
  const moved = new Map<Node, Node>();
  const move = (each: Node): Node => {
    const known = moved.get(each);
    if (known !== undefined) return known;
    const slot = slotOf(each);
    const result =
      slot === undefined
        ? nodeLike(each, each.args.map(move), movedData(each, free))
        : slot === 0
          ? object
          : nodeLike(each, [], { slot: slot - 1 + free });
    moved.set(each, result);
    return result;
  };
  return move(node);
}

function movedData(node: Node, free: number): unknown {
  if (operationOf(node).binds === undefined) return node.data;
  const data = node.data as { readonly slot: number };
  return { ...data, slot: data.slot - 1 + free };
}
