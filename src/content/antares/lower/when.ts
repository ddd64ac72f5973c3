import { makeNodeOf, makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { countTrue } from '../../../eval/ops/count-true.js';
import { type When, screens, zooms } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import {
  compareNode,
  notNode,
  numberNode,
  presentNode,
  andNode,
  orNode,
  readNode,
  roleNode,
  wordNode,
  booleanNode,
  noneNode,
  otherwiseNode,
  ownerNode,
  playerNode,
  lowerReference,
  providedNode,
  controlledNode,
} from './nodes.js';
import { time } from '../../../eval/ops/time.js';
import { ticksOfOldTime, nearest256 } from '../level/units.js';
import { absolute, add, divide, maximum, multiply, subtract } from '../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../eval/ops/coordinate.js';

/**
 * A condition as a node without slots. What cannot be compared, because a precondition fails, makes it absent, which
 * counts as false for every operator. Nests are as deep as documents can be.
 */
export function lowerWhen(model: LevelModel, when: When): Node {
  switch (when.type) {
    case 'autopilot':
    case 'building':
    case 'cash':
    case 'score':
    case 'ships':
      return playerForms(model, when);
    case 'computer':
    case 'message':
    case 'zoom':
      return screenForms(model, when);
    case 'distance':
    case 'health':
    case 'identity':
    case 'owner':
    case 'speed':
    case 'target':
      return bodyForms(model, when);
    case 'time':
      return lowerTime(model, when);
    case 'destroyed':
      return lowerDestroyed(model, when);
    // Each member collapses by itself, so that one that is absent is not counted.
    case 'count':
      return compareNode(
        when.op,
        makeNodeOf(
          countTrue,
          undefined,
          when.of.map((member) => lowerWhen(model, member)),
        ),
        numberNode(when.value),
      );
  }
}

/** What does not resolve is destroyed, also if it was never there. */
function lowerDestroyed(model: LevelModel, { op, object, value }: Extract<When, { readonly type: 'destroyed' }>): Node {
  const present = presentNode(lowerReference(model, object));
  return (op === 'eq') === value ? notNode(present) : present;
}

function lowerTime(
  { level }: LevelModel,
  { op, duration, legacyStartTime }: Extract<When, { readonly type: 'time' }>,
): Node {
  const ticks = legacyStartTime ? ticksOfOldTime(duration, level.startTime ?? 0) : duration;
  return compareNode(op, makeNode(time, undefined), numberNode(ticks));
}

type ScreenWhen = Extract<When, { readonly type: 'computer' | 'message' | 'zoom' }>;

/** Conditions about what is on the player's screen. */
function screenForms(model: LevelModel, when: ScreenWhen): Node {
  const { columns } = model;
  switch (when.type) {
    case 'zoom':
      return compareNode(
        when.op,
        ofLevel(model, columns.zoom),
        wordNode(model, columns.zoom, zooms.indexOf(when.value)),
      );
    case 'computer': {
      const screen = compareNode(
        when.op,
        ofLevel(model, columns.screen),
        wordNode(model, columns.screen, screens.indexOf(when.screen)),
      );
      return when.line === undefined
        ? screen
        : pairNode(when.op, screen, compareNode(when.op, ofLevel(model, columns.line), numberNode(when.line)));
    }
    case 'message': {
      const id = compareNode(when.op, ofLevel(model, columns.messageId), numberNode(when.id));
      const page = compareNode(when.op, ofLevel(model, columns.messagePage), numberNode(when.page));
      return andNode(...messageShown(model), pairNode(when.op, id, page));
    }
  }
}

/** A message that was dismissed has page 0. In the engine it is still there. */
function messageShown(model: LevelModel): readonly Node[] {
  const { columns, policy } = model;
  const has = ofLevel(model, columns.hasMessage);
  return policy === 'compat' ? [has] : [has, compareNode('ne', ofLevel(model, columns.messagePage), numberNode(0))];
}

/** Pairs are equal where both parts are; not equal where one is not. */
function pairNode(op: 'eq' | 'ne', first: Node, second: Node): Node {
  return op === 'eq' ? andNode(first, second) : orNode(first, second);
}

function ofLevel(model: LevelModel, column: number): Node {
  return readNode(model, column, roleNode(model.roles.level));
}

type BodyWhen = Extract<When, { readonly type: 'distance' | 'health' | 'identity' | 'owner' | 'speed' | 'target' }>;

/** Conditions about bodies. */
function bodyForms(model: LevelModel, when: BodyWhen): Node {
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

type PlayerWhen = Extract<When, { readonly type: 'autopilot' | 'building' | 'cash' | 'score' | 'ships' }>;

/** Conditions about players. */
function playerForms(model: LevelModel, when: PlayerWhen): Node {
  switch (when.type) {
    case 'autopilot':
      return compareNode(when.op, autopilotNode(model, when.player), booleanNode(when.value));
    case 'building':
      return compareNode(when.op, buildingNode(model, when.player), booleanNode(when.value));
    case 'cash':
      return cashNode(model, when);
    case 'score':
      return scoreNode(model, when);
    case 'ships':
      return compareNode(when.op, ofPlayer(model, when.player, model.columns.ships), numberNode(when.value));
  }
}

/** Only of a player with a flagship; as documented, a human one. */
function autopilotNode(model: LevelModel, seat: number): Node {
  const { columns, policy } = model;
  const player = playerNode(model, seat);
  const flagship = presentNode(lowerReference(model, { by: 'flagship', index: seat }));
  return providedNode(
    readNode(model, columns.autopilot, player),
    policy === 'sound' ? andNode(readNode(model, columns.human, player), flagship) : flagship,
  );
}

/** Only of a player that has something to build at: what is removed or captured is not that. */
function buildingNode(model: LevelModel, seat: number): Node {
  return providedNode(
    readNode(model, model.columns.building, playerNode(model, seat)),
    presentNode(controlledNode(model, seat, model.columns.buildAt)),
  );
}

/**
 * The cash of a seat where nobody plays: in the engine 0, as documented nothing that could be compared. Of a seat that
 * there is not the engine crashes; then no comparison is true.
 */
function cashNode(model: LevelModel, { op, player, value }: Extract<When, { readonly type: 'cash' }>): Node {
  const { columns, policy, roles } = model;
  const isSeat = player >= 0 && player < roles.players.length;
  const amount =
    policy === 'compat' && isSeat
      ? ofPlayer(model, player, columns.cash)
      : readNode(model, columns.cash, playerNode(model, player));
  return compareNode(op, amount, numberNode(value));
}

/** What there is no counter for reads 0. */
function scoreNode(model: LevelModel, { op, counter, value }: Extract<When, { readonly type: 'score' }>): Node {
  const column = model.columns.scores.at(counter.which < 0 ? model.columns.scores.length : counter.which);
  return compareNode(
    op,
    column === undefined ? numberNode(0) : ofPlayer(model, counter.player, column),
    numberNode(value),
  );
}

/** A number of a player, 0 where nobody plays. */
function ofPlayer(model: LevelModel, seat: number, column: number): Node {
  return isTaken(model, seat) ? readNode(model, column, playerNode(model, seat)) : numberNode(0);
}

/** Whether somebody plays at a seat; players never come or go. */
export function isTaken({ level }: LevelModel, seat: number): boolean {
  return seat >= 0 && seat < level.players.length;
}
