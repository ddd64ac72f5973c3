import type { Node } from '../../../../ir/node.js';
import type { Deed } from '../../../../ir/trigger.js';
import type { LevelModel } from '../../world/level-model.js';
import { andNode, compareNode, numberNode, ownerNode, playerNode, readNode } from '../nodes.js';
import { isTaken } from '../when-player.js';
import { branch, effectsDeed, increase, silently } from './effects.js';
import type { Kit } from './kit.js';
import { anyOf, directNode, hasAttribute, subjectNode } from './nodes.js';
import { changeOwner } from './owner.js';

/** The subject's owner gains on the direct object, and has it at the full count. */
export function occupyDeed({ model, lists }: Kit, value: number): Deed {
  const seats = model.columns.occupation.flatMap((column, seat) =>
    isTaken(model, seat)
      ? [{ column, isOwner: compareNode('eq', ownerNode(subjectNode), playerNode(model, seat)) }]
      : [],
  );
  const list = lists.ofParts(`occupy ${String(value)}`, () => [
    silently(
      'gain',
      effectsDeed(...seats.map(({ column, isOwner }) => branch(isOwner, [increase(column, numberNode(value))]))),
      canBeOccupied(model),
    ),
    silently(
      'take over',
      effectsDeed(changeOwner(model, ownerNode(subjectNode))),
      andNode(canBeOccupied(model), anyOf(seats.map(({ column, isOwner }) => andNode(isOwner, isFull(model, column))))),
    ),
  ]);
  return { by: 'start', list };
}

function canBeOccupied(model: LevelModel): Node {
  return andNode(
    hasAttribute(model, directNode, 'neutral_death'),
    hasAttribute(model, directNode, 'is_destination'),
    readNode(model, model.columns.occupiable, directNode),
  );
}

function isFull(model: LevelModel, column: number): Node {
  return compareNode('ge', readNode(model, column, directNode), readNode(model, model.columns.fullCount, directNode));
}
