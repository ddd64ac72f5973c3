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
 * must not draw. Shared parts stay shared, and slot 0 stays itself where it is the object. `moves`: called with each
 * part and what becomes of it.
 */
export function aboutObject(node: Node, object: Node, free: number, moves?: (from: Node, to: Node) => void): Node {
  const moved = new Map<Node, Node>();
  const isSame = isSlot(object, 0);
  const movedSlot = (each: Node, slot: number): Node =>
    slot === 0 ? (isSame ? each : object) : nodeLike(each, [], { slot: slot - 1 + free });
  const move = (each: Node): Node => {
    const known = moved.get(each);
    if (known !== undefined) return known;
    const slot = slotOf(each);
    const result =
      slot === undefined ? nodeLike(each, each.args.map(move), movedData(each, free)) : movedSlot(each, slot);
    moved.set(each, result);
    moves?.(each, result);
    return result;
  };
  return move(node);
}

function movedData(node: Node, free: number): unknown {
  if (operationOf(node).binds === undefined) return node.data;
  const data = node.data as { readonly slot: number };
  return { ...data, slot: data.slot - 1 + free };
}
