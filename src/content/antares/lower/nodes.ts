import { nodes } from '../../../eval/node-kit.js';
import { makeNodeOf } from '../../../eval/make-node.js';
import type { Operation } from '../../../eval/operation.js';
import * as logic from '../../../eval/ops/logic.js';
import type { Node } from '../../../ir/node.js';
import { comparisonOf, type Order, type Reference } from '../syntax.js';
import type { ColumnKey, LevelModel } from '../world/level-model.js';

export function node(operation: Operation<undefined>, ...args: readonly Node[]): Node {
  return makeNodeOf(operation, undefined, args);
}

export const {
  number: numberNode,
  boolean: booleanNode,
  none: noneNode,
  role: roleNode,
  owner: ownerNode,
  not: notNode,
  present: presentNode,
  provided: providedNode,
  applies: appliesNode,
  choose: chooseNode,
  any: anyOf,
} = nodes;

export function wordNode({ model, columns }: LevelModel, column: 'screen' | 'zoom', word: string): Node {
  const { type } = model.columns[columns[column]];
  const words = type.name === 'enumeration' ? model.enumerations[type.index].members : [];
  return nodes.constant(words.indexOf(word) + 1, type);
}

const missingNode = nodes.missing({ name: 'entity' });

export function playerNode({ roles }: LevelModel, seat: number): Node {
  return roleOrMissing(roles.players, seat);
}

function roleOrMissing(roles: readonly number[], place: number): Node {
  const index = place < 0 ? undefined : roles.at(place);
  return index === undefined ? missingNode : roleNode(index);
}

export function isTaken({ level }: LevelModel, seat: number): boolean {
  return seat >= 0 && seat < level.players.length;
}

export function readNode({ model, columns }: LevelModel, column: ColumnKey | number, of: Node): Node {
  const index = typeof column === 'number' ? column : columns[column];
  return nodes.read(index, model.columns[index].type, of, 'missing');
}

export function levelNode(model: LevelModel, column: ColumnKey): Node {
  return readNode(model, column, roleNode(model.roles.level));
}

export function compareNode(op: Order, left: Node, right: Node): Node {
  return nodes.compare(comparisonOf[op], left, right);
}

export function andNode(...parts: readonly Node[]): Node {
  return node(logic.and, ...parts);
}

export function orNode(...parts: readonly Node[]): Node {
  return node(logic.or, ...parts);
}

export function lowerReference(model: LevelModel, { by, index }: Pick<Reference, 'by' | 'index'>): Node {
  switch (by) {
    case 'initial': {
      const body = roleOrMissing(model.roles.initials, index);
      return body === missingNode ? body : inUseNode(model, body);
    }
    case 'flagship': {
      // In the engine it is whatever the player's flagship was last, even one that is removed but not freed yet.
      const body = readNode(model, 'flagship', playerNode(model, index));
      return model.policy === 'compat'
        ? providedNode(body, presentNode(readNode(model, 'inUse', body)))
        : inUseNode(model, body);
    }
    case 'control':
      return controlledNode(model, index, 'control');
    case 'target':
      return inUseNode(model, readNode(model, 'target', playerNode(model, index)));
  }
}

/** A body of a player, as long as it is in use and the player's own. */
export function controlledNode(model: LevelModel, seat: number, column: 'control' | 'buildAt'): Node {
  const player = playerNode(model, seat);
  const body = readNode(model, column, player);
  return providedNode(body, andNode(readNode(model, 'inUse', body), compareNode('eq', ownerNode(body), player)));
}

/** Of no body this is not known, so none comes out as missing. */
function inUseNode(model: LevelModel, body: Node): Node {
  return providedNode(body, readNode(model, 'inUse', body));
}
