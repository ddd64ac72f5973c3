import { kept } from '../kernel/maps.js';
import { population } from '../state/object-life.js';
import type { WorldState } from '../components/state.js';
import { type Node, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { asEquality, asMembership, conjuncts, isSlot } from '../eval/node-shape.js';
import { freeOf } from '../eval/make-node.js';

/** What the scope of one source counts against the limit: so many single objects, and so often all objects. */
export interface ScopeWork {
  readonly single: number;
  readonly all: 0 | 1;
}

const known = new WeakMap<Rule, ScopeWork>();

/** By the meaning of the scope, however few objects an executor looks at: the limit must not depend on it. */
export function scopeWork(rule: Rule): ScopeWork {
  return kept(known, rule, () =>
    rule.include.every(namesTarget) ? { single: rule.include.length, all: 0 } : { single: 0, all: 1 },
  );
}

export function testsOfScope(rule: Rule, state: WorldState): number {
  const { single, all } = scopeWork(rule);
  return single + all * population(state);
}

/** The target is an object that the source names, or a member of a collection that it names: visits count those. */
function namesTarget(condition: Node): boolean {
  return conjuncts(condition).some((part) => {
    const members = asMembership(part, targetSlot);
    if (members !== undefined) return [...members.outer, ...members.filters].every(isApart);
    const equal = asEquality(part);
    if (equal === undefined) return false;
    const { left, right } = equal;
    const [target, named] = isSlot(left, targetSlot) ? [left, right] : [right, left];
    return isSlot(target, targetSlot) && isApart(named);
  });
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
