import { makeNode } from '../../../../eval/make-node.js';
import type { Node } from '../../../../ir/node.js';
import { add, maximum } from '../../../../eval/ops/arithmetic.js';
import { time } from '../../../../eval/ops/time.js';
import type { Deed } from '../../../../ir/trigger.js';
import type { Action } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { booleanNode, notNode, numberNode, ownerNode, readNode, roleNode } from '../nodes.js';
import { branch, effectsDeed, increase, write, writeLevel } from './effects.js';
import { appliesNode, directNode, isNobody, runningNode, seatNode } from './nodes.js';

/** Actions on players: one that is named, else the owner of the direct object. */

function playerOf(model: LevelModel, seat: number | undefined): Node {
  return seat === undefined ? ownerNode(directNode) : seatNode(model, seat);
}

/** Sums stay within 32 bits. What there is no counter for is not counted. */
export function scoreDeed(model: LevelModel, { counter, value }: Extract<Action, { readonly type: 'score' }>): Deed {
  const { scores } = model.columns;
  const column = counter.which < 0 ? undefined : scores.at(counter.which);
  return column === undefined
    ? effectsDeed()
    : effectsDeed(increase(column, numberNode(value), playerOf(model, counter.player)));
}

/** Cash does not go below 0. */
export function payDeed(model: LevelModel, { value, player }: Extract<Action, { readonly type: 'pay' }>): Deed {
  return effectsDeed(
    write(
      model.columns.cash,
      makeNode(maximum, undefined, makeNode(add, undefined, runningNode, numberNode(value)), numberNode(0)),
      playerOf(model, player),
    ),
  );
}

/** From the first win until the level is over. */
const victoryTicks = 180;

/**
 * The first player who has won stays that, and the end that was set first stays set; only that nobody has won ends the
 * level at once, whenever it is said.
 */
export function winDeed(model: LevelModel, { player }: Extract<Action, { readonly type: 'win' }>): Deed {
  const { columns } = model;
  const now = makeNode(time, undefined);
  const winner = playerOf(model, player);
  const ofLevel = (column: number): Node => readNode(model, column, roleNode(model.roles.level));
  const endAt = (tick: Node) => [
    writeLevel(model, columns.over, tick),
    writeLevel(model, columns.isOver, booleanNode(true)),
  ];
  return effectsDeed(
    branch(isNobody(winner), endAt(now), [
      branch(isNobody(ofLevel(columns.winner)), [
        branch(
          notNode(appliesNode(ofLevel(columns.isOver))),
          endAt(makeNode(add, undefined, now, numberNode(victoryTicks))),
        ),
        writeLevel(model, columns.winner, winner),
      ]),
    ]),
  );
}
