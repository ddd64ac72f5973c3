import { coordinate } from '../../eval/ops/coordinate.js';
import { role } from '../../eval/ops/role.js';
import { asComparison, asRead, constantValue, dataOf, isOf } from '../../eval/shape.js';
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
    const named = dataOf(part, role)?.role;
    if (named !== undefined) return someone(named);
    const value = number === undefined ? numberCompared(part) : undefined;
    if (value !== undefined) {
      number = value;
      return makeNode(operationOf(part), part.data, taken(part.args[0]), makeNode(running, { type: numberType }));
    }
    if (part.args.length === 0) return part;
    return makeNodeOf(
      operationOf(part),
      part.data,
      part.args.map((arg, i) => {
        const other = takesNobody(part, i) ? dataOf(arg, role) : undefined;
        return other === undefined ? taken(arg) : bare(other.role);
      }),
    );
  }

  /** A role that is bound to nobody is missing, where a slot that holds nobody is none. */
  function someone(named: number): Node {
    const holder = bare(named);
    return makeNode(
      provided,
      {},
      holder,
      makeNode(compare, { comparison: '!=' as const }, holder, makeNode(constant, { type: entityType, value: 0 })),
    );
  }

  function bare(named: number): Node {
    let index = roles.indexOf(named);
    if (index < 0) index = roles.push(named) - 1;
    return makeNode(slot, { slot: index });
  }
}

/** To whom a missing object and none are the same. */
function takesNobody(node: Node, index: number): boolean {
  if (asRead(node) !== undefined || isOf(node, coordinate)) return true;
  // Of nobody nothing is true that is read of it.
  const [of, read] = node.args;
  return isOf(node, provided) && index === 0 && asRead(read) !== undefined && isSameRole(read.args[0], of);
}

function isSameRole(a: Node, b: Node): boolean {
  const named = dataOf(a, role)?.role;
  return named !== undefined && named === dataOf(b, role)?.role;
}

/** The number that a condition compares with. */
function numberCompared(node: Node): number | undefined {
  const right = asComparison(node)?.right;
  const value = right?.type.name === 'number' ? constantValue(right) : undefined;
  return Object.is(value, -0) ? undefined : value;
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
