import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { absolute, add, divide, maximum, multiply, subtract } from '../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../eval/ops/coordinate.js';
import type { When } from '../syntax.js';
import { nearest256 } from '../world/fixed.js';
import type { LevelModel } from '../world/level-model.js';
import {
  booleanNode,
  compareNode,
  noneNode,
  numberNode,
  otherwiseNode,
  ownerNode,
  playerNode,
  presentNode,
  readNode,
} from './nodes.js';
import { lowerReference } from './references.js';
import { isTaken } from './when-player.js';

type BodyWhen = Extract<When, { readonly type: 'distance' | 'health' | 'identity' | 'owner' | 'speed' | 'target' }>;

/** Conditions about bodies. */
export function bodyForms(model: LevelModel, when: BodyWhen): Node {
  switch (when.type) {
    case 'distance':
      return distanceNode(model, when);
    case 'health':
      return compareNode(when.op, healthNode(model, lowerReference(model, when.object)), numberNode(when.value));
    case 'identity':
      return compareNode(when.op, lowerReference(model, when.a), lowerReference(model, when.b));
    case 'owner':
      return ownedNode(model, when);
    case 'speed':
      return speedNode(model, when);
    case 'target':
      return compareNode(
        when.op,
        readNode(model, model.columns.destination, lowerReference(model, when.object)),
        lowerReference(model, when.target),
      );
  }
}

/** Squares are compared: exact for coordinates below 2 to the 26. */
function distanceNode(model: LevelModel, { op, from, to, value }: Extract<When, { readonly type: 'distance' }>): Node {
  const [a, b] = [lowerReference(model, from), lowerReference(model, to)];
  const along = (axis: 'x' | 'y'): Node =>
    squareNode(makeNode(subtract, undefined, makeNode(coordinate, { axis }, a), makeNode(coordinate, { axis }, b)));
  return compareNode(op, makeNode(add, undefined, along('x'), along('y')), numberNode(Math.floor(value * value)));
}

/** The part of its health that a body has left, 0 where there is no body. */
function healthNode(model: LevelModel, body: Node): Node {
  const { columns } = model;
  return otherwiseNode(
    makeNode(
      divide,
      { zeroDivisor: 'ieee' },
      readNode(model, columns.health, body),
      readNode(model, columns.maxHealth, body),
    ),
    numberNode(0),
  );
}

/** No body has an owner where nobody plays, but one that is there has none of that seat. */
function ownedNode(model: LevelModel, { op, object, player }: Extract<When, { readonly type: 'owner' }>): Node {
  const body = lowerReference(model, object);
  if (player === -1) return compareNode(op, ownerNode(body), noneNode());
  if (isTaken(model, player)) return compareNode(op, ownerNode(body), playerNode(model, player));
  return op === 'ne' ? presentNode(body) : booleanNode(false);
}

/**
 * The engine takes the larger component for the speed of a body. Both sides are whole numbers of 256ths, or of their
 * squares, so that they compare exactly.
 */
function speedNode(model: LevelModel, { op, object, value }: Extract<When, { readonly type: 'speed' }>): Node {
  const { columns, policy } = model;
  const body = lowerReference(model, object);
  const [x, y] = [readNode(model, columns.velocityX, body), readNode(model, columns.velocityY, body)];
  const limit = nearest256(value);
  if (policy === 'sound')
    return compareNode(op, makeNode(add, undefined, squareNode(x), squareNode(y)), numberNode(limit * limit));
  return compareNode(
    op,
    makeNode(maximum, undefined, makeNode(absolute, undefined, x), makeNode(absolute, undefined, y)),
    numberNode(limit),
  );
}

function squareNode(value: Node): Node {
  return makeNode(multiply, undefined, value, value);
}
