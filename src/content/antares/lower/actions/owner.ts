import type { Effect } from '../../../../ir/effect.js';
import type { Node } from '../../../../ir/node.js';
import type { LevelModel } from '../../world/level-model.js';
import {
  andNode,
  booleanNode,
  compareNode,
  noneNode,
  notNode,
  numberNode,
  ownerNode,
  playerNode,
  readNode,
} from '../nodes.js';
import { branch, onDirect, write } from './effects.js';
import { appliesNode, chooseNode, classOfNode, directNode, hasAttribute, isInUse, isSomebody } from './nodes.js';
import { isTaken } from '../when-player.js';

/** What it means that the direct object belongs to another player from now on. */

const ownerOfDirect = ownerNode(directNode);

/**
 * Gives the direct object to a player or to nobody, unless it is theirs. The one who had it cannot build there any
 * more; who gets a destination has something to command; and what survives its destruction has the attributes of its
 * base again and is occupied by its new owner alone.
 */
export function changeOwner(model: LevelModel, owner: Node): Effect {
  return branch(compareNode('ne', ownerOfDirect, owner), [
    ...loseBuildObject(model),
    { kind: 'give', ...onDirect, owner },
    branch(andNode(isSomebody(ownerOfDirect), hasAttribute(model, directNode, 'is_destination')), adopt(model)),
    branch(hasAttribute(model, directNode, 'neutral_death'), [
      {
        kind: 'become',
        ...onDirect,
        class: classOfNode(directNode),
        columns: [],
        holdings: [model.holdings.attributes],
      },
      branch(hasAttribute(model, directNode, 'is_destination'), occupyFully(model)),
    ]),
  ]);
}

/** Where the direct object is what its owner builds at, the owner has nothing to build at any more. */
export function loseBuildObject(model: LevelModel): readonly Effect[] {
  const { columns } = model;
  return [
    branch(compareNode('eq', readNode(model, columns.buildAt, ownerOfDirect), directNode), [
      write(columns.buildAt, noneNode(), ownerOfDirect),
      write(columns.building, booleanNode(false), ownerOfDirect),
    ]),
  ];
}

/**
 * The direct object becomes what its owner commands, aims for and builds at, where the owner has nothing else. In the
 * engine the first body that a player commands is also what is built at, whatever that was before.
 */
export function adopt(model: LevelModel): readonly Effect[] {
  const { columns } = model;
  const [control, buildAt, target] = [columns.control, columns.buildAt, columns.target].map((column) =>
    readNode(model, column, ownerOfDirect),
  );
  const [commands, builds] = [control, buildAt].map((body) =>
    appliesNode(andNode(isInUse(model, body), compareNode('eq', ownerNode(body), ownerOfDirect))),
  );
  return [
    branch(andNode(canBuild(model), notNode(andNode(commands, builds))), [
      write(columns.buildAt, directNode, ownerOfDirect),
      write(columns.building, booleanNode(false), ownerOfDirect),
    ]),
    branch(notNode(commands), [write(columns.control, directNode, ownerOfDirect)]),
    branch(notNode(appliesNode(isInUse(model, target))), [write(columns.target, directNode, ownerOfDirect)]),
  ];
}

/**
 * Whether something can be built at the direct object. What it builds is its own: it keeps that when its base changes.
 */
function canBuild(model: LevelModel): Node {
  return andNode(
    hasAttribute(model, directNode, 'can_accept_build'),
    readNode(model, model.columns.builds, directNode),
  );
}

/** The owner of the direct object has the full count there, all others none. */
function occupyFully(model: LevelModel): readonly Effect[] {
  const full = readNode(model, model.columns.fullCount, directNode);
  return model.columns.occupation.flatMap((column, seat) => {
    if (!isTaken(model, seat)) return [];
    return [
      write(
        column,
        chooseNode(appliesNode(compareNode('eq', ownerOfDirect, playerNode(model, seat))), full, numberNode(0)),
      ),
    ];
  });
}
