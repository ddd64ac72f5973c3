import { makeNode, makeNodeOf } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { compare } from '../../../eval/ops/compare.js';
import type { Comparison } from '../../../kernel/comparison.js';
import { constant } from '../../../eval/ops/constant.js';
import { follow } from '../../../eval/ops/follow.js';
import * as logic from '../../../eval/ops/logic.js';
import { provided } from '../../../eval/ops/provided.js';
import { read } from '../../../eval/ops/read.js';
import { role } from '../../../eval/ops/role.js';
import type { Order, Reference } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';

/** Nodes that what is said in levels is made of. */

export function numberNode(value: number): Node {
  return makeNode(constant, { value, type: { name: 'number' } });
}

/** A word of the enumeration of a column, by its place from 0. */
export function wordNode({ model }: LevelModel, column: number, place: number): Node {
  return makeNode(constant, { value: place + 1, type: model.columns[column].type });
}

export function booleanNode(value: boolean): Node {
  return makeNode(constant, { value: value ? 1 : 0, type: { name: 'boolean' } });
}

/** Nobody. */
export function noneNode(): Node {
  return makeNode(constant, { value: 0, type: { name: 'entity' } });
}

/** An object that is never there. */
function missingNode(): Node {
  return makeNode(provided, undefined, noneNode(), booleanNode(false));
}

export function roleNode(index: number): Node {
  return makeNode(role, { role: index });
}

/** The role of a seat; a seat that there is none of is nobody's. */
export function playerNode({ roles }: LevelModel, seat: number): Node {
  const index = roles.players.at(seat < 0 ? roles.players.length : seat);
  return index === undefined ? missingNode() : roleNode(index);
}

/** A column of an object, missing where the object is. */
export function readNode({ model }: LevelModel, column: number, of: Node): Node {
  return makeNode(read, { column, type: model.columns[column].type, climb: false, absent: 'missing' }, of);
}

/** Who owns a body; none where nobody does. */
export function ownerNode(of: Node): Node {
  return makeNode(follow, { relation: 'owner', kind: 0 }, of);
}

const comparisons: Readonly<Record<Order, Comparison>> = { eq: '==', ne: '!=', lt: '<', gt: '>', le: '<=', ge: '>=' };

export function compareNode(op: Order, left: Node, right: Node): Node {
  return makeNode(compare, { comparison: comparisons[op] }, left, right);
}

export function andNode(...parts: readonly Node[]): Node {
  return makeNodeOf(logic.and, undefined, parts);
}

export function orNode(...parts: readonly Node[]): Node {
  return makeNodeOf(logic.or, undefined, parts);
}

export function notNode(condition: Node): Node {
  return makeNode(logic.not, undefined, condition);
}

export function presentNode(value: Node): Node {
  return makeNode(logic.present, undefined, value);
}

export function otherwiseNode(value: Node, other: Node): Node {
  return makeNode(logic.otherwise, undefined, value, other);
}

/** A value where a condition is true, missing elsewhere. */
export function providedNode(value: Node, condition: Node): Node {
  return makeNode(provided, undefined, value, condition);
}

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
