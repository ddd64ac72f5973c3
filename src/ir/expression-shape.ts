import type { Type } from '../model/model.js';
import type { Node } from './node.js';
import { type Held, type Reading, type Shape, damaged, refuse } from './shape.js';

/** Undefined for what is no place in the table of operations. */
export function heldAt(place: unknown, { held }: Reading): Held | undefined {
  return Number.isInteger(place) && Number(place) >= 0 ? held.at(Number(place)) : undefined;
}

interface Wanted {
  /** How many slots are filled where it is evaluated, from slot 0. */
  readonly slots: 0 | 1 | 2;
  /** The first slot that its aggregates may fill. Left out: the first that is not filled. */
  readonly free?: number;
  /** Left out: any. */
  readonly type?: Node['type']['name'];
  /** The cell that is being changed has a value. */
  readonly running?: true;
  /** It gives the same whenever it is evaluated. */
  readonly still?: true;
}

/** By its place in the table of operations. */
export function expression({ slots, free: first = slots, type, running, still }: Wanted): Shape<Node> {
  const filled = 2 ** slots - 1;
  return {
    write: (node, to) => to.placeOf(node),
    read(json, from) {
      const found = heldAt(json, from);
      if (found === undefined) return refuse(from, 'the place of an operation', json);
      const { node, free, bound, draws, length } = found;
      if (type !== undefined && node.type.name !== type)
        throw damaged(from, `found an expression of the type ${node.type.name}, expected ${type}`);
      if ((free & ~filled) !== 0 || (bound & (2 ** first - 1)) !== 0)
        throw damaged(from, `found an expression over other slots than the first ${slots}`);
      if (found.running !== undefined && running !== true)
        throw damaged(from, 'found an expression of the present value of a cell');
      if (still === true && draws) throw damaged(from, 'found an expression that draws where none may');
      from.room -= length;
      if (from.room < 0) throw damaged(from, 'found expressions that are too large altogether');
      return node;
    },
  };
}

/** Of the changed cell; undefined where the expression does not depend on it. */
export function runningIn(from: Reading, node: Node): Type | undefined {
  return from.heldBy.get(node)?.running;
}
