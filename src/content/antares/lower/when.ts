import { makeNode, makeNodeOf } from '../../../eval/make-node.js';
import { absolute, add, divide, maximum, multiply, subtract } from '../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../eval/ops/coordinate.js';
import { countTrue } from '../../../eval/ops/count-true.js';
import { otherwise } from '../../../eval/ops/logic.js';
import { time } from '../../../eval/ops/time.js';
import type { Node } from '../../../ir/node.js';
import { nearest256, ticksOfOldTime } from '../level/units.js';
import type { Order, WhenOf, WhenType } from '../syntax.js';
import type { ColumnKey, LevelModel } from '../world/level-model.js';
import {
  andNode,
  booleanNode,
  compareNode,
  controlledNode,
  isTaken,
  levelNode,
  lowerReference,
  node,
  noneNode,
  notNode,
  numberNode,
  orNode,
  ownerNode,
  playerNode,
  presentNode,
  providedNode,
  readNode,
  wordNode,
} from './nodes.js';

/**
 * A condition as a node without slots, absent where a precondition fails: that counts as false for every operator.
 * Nests are as deep as documents can be.
 */
export function lowerWhen<Type extends WhenType>(model: LevelModel, when: WhenOf<Type>): Node {
  return forms[when.type](model, when);
}

const forms: { readonly [Type in WhenType]: (model: LevelModel, when: WhenOf<Type>) => Node } = {
  // Only of a player with a flagship; as documented, a human one.
  autopilot: (model, { op, player, value }) => {
    const flagship = presentNode(lowerReference(model, { by: 'flagship', index: player }));
    const seated = playerNode(model, player);
    const isSuch = model.policy === 'sound' ? andNode(readNode(model, 'human', seated), flagship) : flagship;
    return compareNode(op, providedNode(readNode(model, 'autopilot', seated), isSuch), booleanNode(value));
  },
  // Only of a player that has something to build at, neither removed nor captured.
  building: (model, { op, player, value }) => {
    const isBuilding = readNode(model, 'building', playerNode(model, player));
    const isSuch = presentNode(controlledNode(model, player, 'buildAt'));
    return compareNode(op, providedNode(isBuilding, isSuch), booleanNode(value));
  },
  // Of a seat where nobody plays: in the engine 0, as documented nothing that could be compared. Of a seat that there
  // is not, over which the engine crashes, no comparison is true.
  cash: (model, { op, player, value }) => {
    const isSeat = player >= 0 && player < model.roles.players.length;
    const amount =
      model.policy === 'compat' && isSeat
        ? ofPlayer(model, player, 'cash')
        : readNode(model, 'cash', playerNode(model, player));
    return comparedNode(op, amount, value);
  },
  computer: (model, { op, screen, line }) => {
    const isScreen = compareNode(op, levelNode(model, 'screen'), wordNode(model, 'screen', screen));
    return line === undefined ? isScreen : pairNode(op, isScreen, comparedNode(op, levelNode(model, 'line'), line));
  },
  // Each member collapses by itself, so that one that is absent is not counted.
  count: (model, { op, value, of }) => {
    const members = of.map((member) => lowerWhen(model, member));
    return comparedNode(op, makeNodeOf(countTrue, undefined, members), value);
  },
  // What does not resolve is destroyed, also if it was never there.
  destroyed: (model, { op, object, value }) => {
    const present = presentNode(lowerReference(model, object));
    return (op === 'eq') === value ? notNode(present) : present;
  },
  // Squares are compared: exact for coordinates below 2 to the 26.
  distance: (model, { op, from, to, value }) => {
    const [a, b] = [lowerReference(model, from), lowerReference(model, to)];
    const along = (axis: 'x' | 'y'): Node =>
      squareNode(node(subtract, makeNode(coordinate, { axis }, a), makeNode(coordinate, { axis }, b)));
    return comparedNode(op, node(add, along('x'), along('y')), Math.floor(value * value));
  },
  // The part of its health that a body has left, 0 where there is no body.
  health: (model, { op, object, value }) => {
    const body = lowerReference(model, object);
    const [health, most] = [readNode(model, 'health', body), readNode(model, 'maxHealth', body)];
    const part = node(otherwise, makeNode(divide, { zeroDivisor: 'ieee' }, health, most), numberNode(0));
    return comparedNode(op, part, value);
  },
  identity: (model, { op, a, b }) => compareNode(op, lowerReference(model, a), lowerReference(model, b)),
  message: (model, { op, id, page }) => {
    const shownPage = levelNode(model, 'messagePage');
    // A message that was dismissed has page 0. In the engine it is still there.
    const isShown = model.policy === 'compat' ? [] : [comparedNode('ne', shownPage, 0)];
    return andNode(
      levelNode(model, 'hasMessage'),
      ...isShown,
      pairNode(op, comparedNode(op, levelNode(model, 'messageId'), id), comparedNode(op, shownPage, page)),
    );
  },
  // Where nobody plays nobody owns a body that is there.
  owner: (model, { op, object, player }) => {
    const body = lowerReference(model, object);
    if (player === -1) return compareNode(op, ownerNode(body), noneNode);
    if (isTaken(model, player)) return compareNode(op, ownerNode(body), playerNode(model, player));
    return op === 'ne' ? presentNode(body) : booleanNode(false);
  },
  // What there is no counter for reads 0.
  score: (model, { op, counter: { player, which }, value }) => {
    const column = which < 0 ? undefined : model.columns.scores.at(which);
    const score = column === undefined ? numberNode(0) : ofPlayer(model, player, column);
    return comparedNode(op, score, value);
  },
  ships: (model, { op, player, value }) => comparedNode(op, ofPlayer(model, player, 'ships'), value),
  // The engine takes the larger component. Both sides are whole numbers of 256ths, or of their squares, so that they
  // compare exactly.
  speed: (model, { op, object, value }) => {
    const body = lowerReference(model, object);
    const [x, y] = [readNode(model, 'velocityX', body), readNode(model, 'velocityY', body)];
    const limit = nearest256(value);
    return model.policy === 'sound'
      ? comparedNode(op, node(add, squareNode(x), squareNode(y)), limit * limit)
      : comparedNode(op, node(maximum, node(absolute, x), node(absolute, y)), limit);
  },
  target: (model, { op, object, target }) =>
    compareNode(op, readNode(model, 'destination', lowerReference(model, object)), lowerReference(model, target)),
  time: ({ level }, { op, duration, legacyStartTime }) => {
    const ticks = legacyStartTime ? ticksOfOldTime(duration, level.startTime ?? 0) : duration;
    return comparedNode(op, makeNode(time, undefined), ticks);
  },
  zoom: (model, { op, value }) => compareNode(op, levelNode(model, 'zoom'), wordNode(model, 'zoom', value)),
};

function pairNode(op: 'eq' | 'ne', first: Node, second: Node): Node {
  return op === 'eq' ? andNode(first, second) : orNode(first, second);
}

function ofPlayer(model: LevelModel, seat: number, column: ColumnKey | number): Node {
  return isTaken(model, seat) ? readNode(model, column, playerNode(model, seat)) : numberNode(0);
}

function squareNode(value: Node): Node {
  return node(multiply, value, value);
}

function comparedNode(op: Order, left: Node, right: number): Node {
  return compareNode(op, left, numberNode(right));
}
