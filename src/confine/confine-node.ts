import { makeNode, makeNodeOf } from '../eval/make-node.js';
import type { Node } from '../ir/node.js';
import { subtract } from '../eval/ops/arithmetic.js';
import { compare } from '../eval/ops/compare.js';
import { instance, instanceDraw, lead } from '../eval/ops/instance.js';
import { and, not, or } from '../eval/ops/logic.js';
import { hasAnchor } from '../eval/ops/range.js';
import { affiliation } from '../eval/ops/affiliation.js';
import { turn } from '../eval/ops/clock.js';
import { created } from '../eval/ops/created.js';
import { draw } from '../eval/ops/draw.js';
import { asAggregate, asEquality, asOverMembers, conjuncts, dataOf, isOf, isSlot, someIn } from '../eval/shape.js';
import { slot } from '../eval/ops/slot.js';

/**
 * Where an expression stands: rows of an instance, and the slot that always holds an object of the instance that is
 * spoken of.
 */
export interface Confinement {
  readonly stride: number;
  readonly anchor: number;
}

/**
 * An expression that sees no other instance than that of the anchor, and means there what the original means in a world
 * of that instance alone.
 */
export function confineNode(node: Node, within: Confinement): Node {
  const args = node.args.map((arg) => confineNode(arg, within));
  const same: Node = args.every((arg, i) => arg === node.args[i]) ? node : { ...node, args };
  const { stride, anchor } = within;
  if (isOf(node, turn)) return makeNode(subtract, undefined, node, makeNode(lead, { stride }, slotNode(anchor)));
  if (isOf(node, created)) return makeNode(subtract, undefined, same, makeNode(lead, { stride }, args[0]));
  const drawn = dataOf(node, draw);
  if (drawn !== undefined) return makeNode(instanceDraw, { ...drawn, of: anchor, stride });
  const over = asOverMembers(node);
  if (over === undefined || (!over.isSearch && hasAnchor(over.range))) return same;
  const { outer, slot: member } = over;
  const filter = confineFilter(args[outer], member, within, asAggregate(node)?.fold === 'all');
  return { ...same, args: args.with(outer, filter) };
}

/** A condition on the object in a slot that is true of none of another instance; with `demanded`, of all of them. */
function confineFilter(filter: Node, member: number, within: Confinement, demanded: boolean): Node {
  if (demanded) return makeNode(or, undefined, makeNode(not, undefined, together(member, within)), filter);
  return keptTogether(filter, member, within);
}

/**
 * A condition (already confined) and that the object in a slot is of the anchor's instance; what is cheaper to ask
 * comes first, and what follows from the condition is left out.
 */
export function keptTogether(condition: Node, member: number, within: Confinement): Node {
  if (impliesTogether(condition, member)) return condition;
  return makeNodeOf(and, undefined, [...conjuncts(condition), together(member, within)]);
}

/**
 * Whether a condition can be true only of what other objects of the same instance name: the object is one that they
 * lead to, or it belongs to their faction.
 */
function impliesTogether(condition: Node, member: number): boolean {
  const parts = conjuncts(condition);
  if (parts[0] !== condition) return parts.some((part) => impliesTogether(part, member));
  const equal = asEquality(condition);
  if (equal !== undefined) {
    const { left, right } = equal;
    return (isSlot(left, member) && isOther(right, member)) || (isSlot(right, member) && isOther(left, member));
  }
  const [of, empire] = condition.args;
  return (
    dataOf(condition, affiliation)?.mode.startsWith('empire') === true &&
    isSlot(of, member) &&
    !mentions(empire, member)
  );
}

/** An object that does not depend on the member and is no constant: it was reached from the instance's own. */
function isOther(node: Node, member: number): boolean {
  return node.type.name === 'entity' && !mentions(node, member);
}

function mentions(node: Node, member: number): boolean {
  return someIn(node, (part) => isSlot(part, member));
}

/** That the object in a slot is of the anchor's instance. */
export function together(member: number, { stride, anchor }: Confinement): Node {
  return makeNode(
    compare,
    { comparison: '==' },
    makeNode(instance, { stride }, slotNode(member)),
    makeNode(instance, { stride }, slotNode(anchor)),
  );
}

function slotNode(index: number): Node {
  return makeNode(slot, { slot: index });
}
