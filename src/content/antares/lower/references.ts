import type { Node } from '../../../ir/node.js';
import type { Reference } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import {
  andNode,
  compareNode,
  missingNode,
  ownerNode,
  playerNode,
  presentNode,
  providedNode,
  readNode,
  roleNode,
} from './nodes.js';

/**
 * The object that a reference stands for, when it is looked at; missing where it stands for none, as one of an initial
 * or a player that there is none of always does. Without slots.
 */
export function lowerReference(model: LevelModel, { by, index }: Pick<Reference, 'by' | 'index'>): Node {
  switch (by) {
    case 'initial':
      return initialNode(model, index);
    case 'flagship':
      return flagshipNode(model, index);
    case 'control':
      return controlledNode(model, index, model.columns.control);
    case 'target':
      return inUseNode(model, readNode(model, model.columns.target, playerNode(model, index)));
  }
}

/** A body that a player has at its command, as long as it is in use and the player's own. `column`: of players. */
export function controlledNode(model: LevelModel, seat: number, column: number): Node {
  const player = playerNode(model, seat);
  const body = readNode(model, column, player);
  return providedNode(
    body,
    andNode(readNode(model, model.columns.inUse, body), compareNode('eq', ownerNode(body), player)),
  );
}

function initialNode(model: LevelModel, number: number): Node {
  const role = model.roles.initials.at(number < 0 ? model.roles.initials.length : number);
  return role === undefined ? missingNode() : inUseNode(model, roleNode(role));
}

/** In the engine it is whatever the player's flagship was last, even one that is removed but not freed yet. */
function flagshipNode(model: LevelModel, seat: number): Node {
  const body = readNode(model, model.columns.flagship, playerNode(model, seat));
  return model.policy === 'compat'
    ? providedNode(body, presentNode(readNode(model, model.columns.inUse, body)))
    : inUseNode(model, body);
}

/** Of no body this is not known, so none comes out as missing. */
function inUseNode(model: LevelModel, body: Node): Node {
  return providedNode(body, readNode(model, model.columns.inUse, body));
}
