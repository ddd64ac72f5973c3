import { makeNodeOf } from '../../../../eval/make-node.js';
import type { Node } from '../../../../ir/node.js';
import { and } from '../../../../eval/ops/logic.js';
import type { Filter } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { compareNode, notNode, orNode, ownerNode } from '../nodes.js';
import { directNode, hasAttribute, hasTag, isNobody, isSomebody, subjectNode } from './nodes.js';

/** A filter over the roles before they are swapped; undefined where it lets everything through. */
export function lowerFilter(model: LevelModel, filter: Filter | undefined): Node | undefined {
  if (filter === undefined) return undefined;
  const ofOwners = filter.owner === 'any' ? [] : [ownersNode(filter.owner)];
  const asked = [
    ...[...filter.tags].map(([tag, wanted]) =>
      wanted ? hasTag(model, directNode, tag) : notNode(hasTag(model, directNode, tag)),
    ),
    ...[...filter.attributes].map((attribute) => hasAttribute(model, directNode, attribute)),
  ];
  // Also one that must not have a tag must be there.
  const parts = [...ofOwners, ...(asked.length > 0 ? [isSomebody(directNode), ...asked] : [])];
  return parts.length === 0 ? undefined : makeNodeOf(and, undefined, parts);
}

/** Owners are looked at only where there are both roles. Nobody is the same as nobody. */
function ownersNode(wanted: 'same' | 'different'): Node {
  return orNode(
    isNobody(subjectNode),
    isNobody(directNode),
    compareNode(wanted === 'same' ? 'eq' : 'ne', ownerNode(subjectNode), ownerNode(directNode)),
  );
}
