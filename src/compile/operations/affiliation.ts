import { ownersOf, ownershipHolder } from '../../components/ownership.js';
import { missing, notFound } from '../node.js';
import { type Operation, booleanType, entityType, isAbsent, signature } from '../operation.js';

export type AffiliationMode = 'empire-inclusive' | 'empire-exclusive' | 'enemies-inclusive' | 'enemies-exclusive';

/**
 * How an object is affiliated with the factions that another stands for (itself, or its owners). Missing when that one stands for no faction:
 * who asks for the source's empire where there is none gets nothing. Not found when nothing on the way up from the object can be owned.
 */
export const affiliation: Operation<{ readonly mode: AffiliationMode }> = {
  name: 'affiliation',
  type: signature([entityType, entityType], booleanType),
  text: (data) => data.mode,
  evaluate(node, frame) {
    const object = frame.evaluate(node.args[0]);
    const other = frame.evaluate(node.args[1]);
    if (isAbsent(object) || isAbsent(other) || object === 0) return missing;
    const factions = ownersOf(frame.state, other);
    if (factions.length === 0) return missing;
    if (ownershipHolder(frame.state, object) === 0) return notFound;
    const owners = ownersOf(frame.state, object);
    const shared = owners.filter((owner) => factions.includes(owner)).length;
    switch (node.data.mode) {
      case 'empire-inclusive': return shared > 0 ? 1 : 0;
      case 'empire-exclusive': return shared > 0 && shared === owners.length ? 1 : 0;
      case 'enemies-inclusive': return shared < owners.length ? 1 : 0;
      case 'enemies-exclusive': return owners.length > 0 && shared === 0 ? 1 : 0;
    }
  },
};

/** Whether an object belongs to no faction; not found when nothing on the way up from it can be owned. */
export const unowned: Operation = {
  name: 'unowned',
  type: signature([entityType], booleanType),
  evaluate(node, frame) {
    const object = frame.evaluate(node.args[0]);
    if (isAbsent(object) || object === 0) return missing;
    if (ownershipHolder(frame.state, object) === 0) return notFound;
    return ownersOf(frame.state, object).length === 0 ? 1 : 0;
  },
};
