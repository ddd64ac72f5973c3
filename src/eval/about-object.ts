import { operationOf } from './make-node.js';
import type { Node } from '../ir/node.js';
import { slotOf } from './shape.js';

/**
 * A condition or number over slot 0 as one about an object that another node gives. Aggregates in it bind slots from 1;
 * they bind slots from `free` on instead, so that they take none of what the object depends on. It must not draw: a
 * draw is of the slots that it stands in. Parts that are shared stay shared.
 */
export function aboutObject(node: Node, object: Node, free: number): Node {
  const moved = new Map<Node, Node>();
  const move = (each: Node): Node => {
    const known = moved.get(each);
    if (known !== undefined) return known;
    const slot = slotOf(each);
    const result =
      slot === undefined
        ? { ...each, args: each.args.map(move), data: movedData(each, free) }
        : slot === 0
          ? object
          : { ...each, data: { slot: slot - 1 + free } };
    moved.set(each, result);
    return result;
  };
  return move(node);
}

/** Whatever binds a slot says which in its data. */
function movedData(node: Node, free: number): unknown {
  if (operationOf(node).binds === undefined) return node.data;
  const data = node.data as { readonly slot: number };
  return { ...data, slot: data.slot - 1 + free };
}
