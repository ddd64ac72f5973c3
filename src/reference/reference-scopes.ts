import { liveIds } from '../state/objects.js';
import type { Frame } from '../ir/frame.js';
import { type Node, notFound, sourceSlot, targetSlot } from '../ir/node.js';
import type { Rule } from '../ir/rule.js';
import { type TargetSet, listSet } from '../meaning/target-set.js';

/** The meaning of activation and scope: every condition on every object, one after the other. */
export const referenceScopes = {
  isActive(rule: Rule, source: number, frame: Frame): boolean {
    frame.slots[sourceSlot] = source;
    return rule.activation.every((condition) => frame.evaluate(condition) === 1);
  },
  scope(rule: Rule, source: number, frame: Frame): TargetSet {
    frame.slots[sourceSlot] = source;
    const ids: number[] = [];
    for (const id of liveIds(frame.state)) {
      frame.slots[targetSlot] = id;
      if (isInScope(rule.include, rule.exclude, frame)) ids.push(id);
    }
    return listSet(ids);
  },
};

/**
 * Any inclusive condition adds, any exclusive one removes, and whoever lacks a property that is asked for is excluded
 * by either.
 */
function isInScope(include: readonly Node[], exclude: readonly Node[], frame: Frame): boolean {
  let included = false;
  for (const condition of include) {
    const value = frame.evaluate(condition);
    if (value === notFound) return false;
    if (value === 1) included = true;
  }
  if (!included) return false;
  for (const condition of exclude) {
    const value = frame.evaluate(condition);
    if (value === notFound || value === 1) return false;
  }
  return true;
}
