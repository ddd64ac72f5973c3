import { makeNode } from '../eval/make-node.js';
import type { Node } from '../ir/node.js';
import { subtract } from '../eval/ops/arithmetic.js';
import { compare } from '../eval/ops/compare.js';
import type { DrawData } from '../eval/ops/draw.js';
import type { AggregateData } from '../eval/ops/fold.js';
import { instance, instanceDraw, lead } from '../eval/ops/instance.js';
import { and, not, or } from '../eval/ops/logic.js';
import { hasAnchor } from '../eval/ops/range.js';
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
  switch (node.op) {
    case 'turn':
      return makeNode(subtract, undefined, node, makeNode(lead, { stride }, slotNode(anchor)));
    case 'created':
      return makeNode(subtract, undefined, same, makeNode(lead, { stride }, args[0]));
    case 'draw':
      return makeNode(instanceDraw, { ...(node.data as DrawData), of: anchor, stride });
    case 'aggregate': {
      const data = node.data as AggregateData;
      return hasAnchor(data.range)
        ? same
        : { ...same, args: [confineFilter(args[0], data.slot, within, data.fold === 'all'), ...args.slice(1)] };
    }
    case 'nearby':
    case 'among':
      return {
        ...same,
        args: [
          args[0],
          args[1],
          confineFilter(args[2], (node.data as { readonly slot: number }).slot, within, false),
          ...args.slice(3),
        ],
      };
    default:
      return same;
  }
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
  return condition.op === 'and'
    ? makeNode(and, undefined, ...condition.args, together(member, within))
    : makeNode(and, undefined, condition, together(member, within));
}

/**
 * Whether a condition can be true only of what other objects of the same instance name: the object is one that they
 * lead to, or it belongs to their faction.
 */
function impliesTogether(condition: Node, member: number): boolean {
  if (condition.op === 'and') return condition.args.some((arg) => impliesTogether(arg, member));
  if (condition.op === 'compare' && (condition.data as { readonly comparison: string }).comparison === '==') {
    const [a, b] = condition.args;
    return (isSlot(a, member) && isOther(b, member)) || (isSlot(b, member) && isOther(a, member));
  }
  return (
    condition.op === 'affiliation' &&
    (condition.data as { readonly mode: string }).mode.startsWith('empire') &&
    isSlot(condition.args[0], member) &&
    !mentions(condition.args[1], member)
  );
}

/** An object that does not depend on the member and is no constant: it was reached from the instance's own. */
function isOther(node: Node, member: number): boolean {
  return node.type.name === 'entity' && !mentions(node, member);
}

function isSlot(node: Node, member: number): boolean {
  return node.op === 'slot' && (node.data as { readonly slot: number }).slot === member;
}

function mentions(node: Node, member: number): boolean {
  return isSlot(node, member) || node.args.some((arg) => mentions(arg, member));
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
