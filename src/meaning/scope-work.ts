import { kept } from '../kernel/maps.js';
import { population } from '../state/object-life.js';
import type { WorldState } from '../components/state.js';
import { type Node, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { asEquality, asMembership, asNearness, conjuncts, isSlot } from '../eval/node-shape.js';
import { freeOf } from '../eval/make-node.js';

/** What the scope of one source counts against the limit: so many single objects, all objects, and its targets. */
export interface ScopeWork {
  readonly single: number;
  readonly all: 0 | 1;
  readonly targets: 0 | 1;
}

const known = new WeakMap<Rule, ScopeWork>();

/** By the meaning of the scope, however few objects an executor looks at: the limit must not depend on it. */
export function scopeWork(rule: Rule): ScopeWork {
  return kept(known, rule, () => {
    const ways = rule.include.map(wayIn);
    if (ways.includes(undefined)) return { single: 0, all: 1, targets: 0 };
    return { single: ways.length, all: 0, targets: ways.includes('narrowed') ? 1 : 0 };
  });
}

/** Of so many sources with so many targets together. */
export function testsOfScopes(rule: Rule, state: WorldState, sources: number, found: number): number {
  const { single, all, targets } = scopeWork(rule);
  return sources * (single + all * population(state)) + targets * found;
}

/**
 * How a condition leads to its targets. `named`: the source names it, or a collection of which it is a member; visits
 * count those. `narrowed`: it shares a value with the source, or is near it.
 */
function wayIn(condition: Node): 'named' | 'narrowed' | undefined {
  const parts = conjuncts(condition);
  if (parts.some(namesTarget)) return 'named';
  return parts.some(narrows) ? 'narrowed' : undefined;
}

function namesTarget(part: Node): boolean {
  const members = asMembership(part, targetSlot);
  if (members !== undefined) return [...members.outer, ...members.filters].every(isApart);
  const equal = asEquality(part);
  if (equal === undefined) return false;
  const { left, right } = equal;
  const [target, named] = isSlot(left, targetSlot) ? [left, right] : [right, left];
  return isSlot(target, targetSlot) && isApart(named);
}

/** A constant leads to the same objects for all sources. */
function narrows(part: Node): boolean {
  const near = asNearness(part, targetSlot);
  if (near !== undefined) return isApart(near.key) && isApart(near.bound);
  const equal = asEquality(part);
  if (equal === undefined || equal.left.type.name === 'number') return false;
  const slots = [equal.left, equal.right].map((side) => slotsOf(side));
  return slots.includes(1 << targetSlot) && slots.some((bits) => bits !== 0 && ((bits >>> targetSlot) & 1) === 0);
}

/** It does not depend on the target. */
function isApart(node: Node): boolean {
  return ((slotsOf(node) >>> targetSlot) & 1) === 0;
}

/** Bits of the slots that a node depends on. Nodes share parts: each is looked at once. */
function slotsOf(node: Node, seen = new Map<Node, number>()): number {
  return kept(seen, node, () =>
    freeOf(
      node,
      node.args.map((arg) => ({ free: slotsOf(arg, seen) })),
    ),
  );
}
