import { makeNode, makeNodeOf, operationOf, printNode } from '../../eval/make-node.js';
import type { Node } from '../../ir/node.js';
import { compare } from '../../eval/ops/compare.js';
import { constant } from '../../eval/ops/constant.js';
import { provided } from '../../eval/ops/provided.js';
import { running } from '../../eval/ops/clock.js';
import { slot } from '../../eval/ops/slot.js';
import { entityType, numberType } from '../../eval/operation.js';

/**
 * A condition with the roles and the number taken out by which it differs from others: the first role that it names is
 * slot 0, the next slot 1 and so on, and the number that it compares with is the running value. Conditions of one shape
 * are asked together.
 */
export interface Shape {
  readonly node: Node;
  /** What tells it from others. */
  readonly text: string;
  /** The role in each slot. */
  readonly roles: readonly number[];
  /** The running value; 0 where there is none. */
  readonly number: number;
}

const mostSlots = 4;

/**
 * The shape of a condition; undefined where it has slots of its own, draws, or looks at many objects, so that it is
 * asked by itself.
 */
export function shapeOf(node: Node): Shape | undefined {
  if (!isPlain(node)) return undefined;
  const roles: number[] = [];
  let number: number | undefined;
  const shaped = taken(node);
  return roles.length > mostSlots ? undefined : { node: shaped, text: printNode(shaped), roles, number: number ?? 0 };

  function taken(part: Node): Node {
    if (part.op === 'role') return someone(part);
    if (part.op === 'compare' && number === undefined && isNumber(part.args[1])) {
      number = (part.args[1].data as { readonly value: number }).value;
      return makeNode(operationOf(part), part.data, taken(part.args[0]), makeNode(running, { type: numberType }));
    }
    if (part.args.length === 0) return part;
    return makeNodeOf(
      operationOf(part),
      part.data,
      part.args.map((arg, i) => (arg.op === 'role' && takesNobody(part, i) ? bare(arg) : taken(arg))),
    );
  }

  /** A role that is bound to nobody is missing, where a slot that holds nobody is none. */
  function someone(part: Node): Node {
    const holder = bare(part);
    return makeNode(
      provided,
      {},
      holder,
      makeNode(compare, { comparison: '!=' as const }, holder, makeNode(constant, { type: entityType, value: 0 })),
    );
  }

  function bare({ data }: Node): Node {
    const { role } = data as { readonly role: number };
    let index = roles.indexOf(role);
    if (index < 0) index = roles.push(role) - 1;
    return makeNode(slot, { slot: index });
  }
}

/** To whom a missing object and none are the same. */
function takesNobody({ op, args }: Node, index: number): boolean {
  switch (op) {
    case 'read':
    case 'coordinate':
      return true;
    // Of nobody nothing is true that is read of it.
    case 'provided':
      return index === 0 && args[1].op === 'read' && isSameRole(args[1].args[0], args[0]);
    default:
      return false;
  }
}

function isSameRole(a: Node, b: Node): boolean {
  return (
    a.op === 'role' &&
    b.op === 'role' &&
    (a.data as { readonly role: number }).role === (b.data as { readonly role: number }).role
  );
}

function isNumber({ op, type, data }: Node): boolean {
  return op === 'constant' && type.name === 'number' && !Object.is((data as { readonly value: number }).value, -0);
}

function isPlain(node: Node): boolean {
  const operation = operationOf(node);
  if (
    operation.heavy === true ||
    operation.sequential === true ||
    operation.draws?.(node.data) === true ||
    operation.runs === true
  )
    return false;
  if ((operation.slots?.(node.data) ?? 0) !== 0 || (operation.binds?.(node.data) ?? 0) !== 0) return false;
  return node.args.every(isPlain);
}
