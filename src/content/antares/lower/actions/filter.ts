import type { Node } from '../../../../compile/node.js';
import type { Filter } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { andNode, compareNode, notNode, orNode, ownerNode } from '../nodes.js';
import { directNode, hasAttribute, hasTag, isNobody, isSomebody, subjectNode } from './nodes.js';

/** A filter over the roles before they are swapped; undefined where it lets everything through. */
export function lowerFilter(model: LevelModel, filter: Filter | undefined): Node | undefined {
  if (filter === undefined) return undefined;
  const parts: Node[] = [];
  if (filter.owner !== 'any') parts.push(ownersNode(filter.owner));
  const asked = [
    ...[...filter.tags].map(([tag, wanted]) => (wanted ? hasTag(model, directNode, tag) : notNode(hasTag(model, directNode, tag)))),
    ...[...filter.attributes].map((attribute) => hasAttribute(model, directNode, attribute)),
  ];
  // Also one that must not have a tag must be there.
  if (asked.length > 0) parts.push(isSomebody(directNode), ...asked);
  return parts.length === 0 ? undefined : andNode(...parts);
}

/** Owners are looked at only where there are both roles. Nobody is the same as nobody. */
function ownersNode(wanted: 'same' | 'different'): Node {
  return orNode(isNobody(subjectNode), isNobody(directNode), compareNode(wanted === 'same' ? 'eq' : 'ne', ownerNode(subjectNode), ownerNode(directNode)));
}
