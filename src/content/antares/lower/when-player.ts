import type { Node } from '../../../ir/node.js';
import type { When } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import {
  andNode,
  booleanNode,
  compareNode,
  numberNode,
  playerNode,
  presentNode,
  providedNode,
  readNode,
} from './nodes.js';
import { controlledNode, lowerReference } from './references.js';

type PlayerWhen = Extract<When, { readonly type: 'autopilot' | 'building' | 'cash' | 'score' | 'ships' }>;

/** Conditions about players. */
export function playerForms(model: LevelModel, when: PlayerWhen): Node {
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
