import { makeNode, makeNodeOf } from '../../../../eval/make-node.js';
import { type Node, sourceSlot, targetSlot } from '../../../../ir/node.js';
import { running as runningValue } from '../../../../eval/ops/clock.js';
import { constant } from '../../../../eval/ops/constant.js';
import { holds } from '../../../../eval/ops/holds.js';
import * as logic from '../../../../eval/ops/logic.js';
import { slot } from '../../../../eval/ops/slot.js';
import { classOf } from '../../../../eval/ops/sort.js';
import { type Attribute, attributes } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { isTaken } from '../when-player.js';
import { booleanNode, compareNode, noneNode, playerNode, readNode } from '../nodes.js';

/** Nodes that only actions need: they see their roles in slots. */

export const subjectNode: Node = makeNode(slot, { slot: sourceSlot });
export const directNode: Node = makeNode(slot, { slot: targetSlot });

/** The number in the cell that is written. */
export const runningNode: Node = makeNode(runningValue, { type: { name: 'number' } });

/** A condition that is never absent. */
export function appliesNode(condition: Node): Node {
  return makeNode(logic.applies, undefined, condition);
}

/** One of two values; by a condition that is never absent. */
export function chooseNode(condition: Node, value: Node, other: Node): Node {
  return makeNode(logic.choose, undefined, condition, value, other);
}

/** Whether a role, or another object, is anybody. */
export function isSomebody(object: Node): Node {
  return appliesNode(compareNode('ne', object, noneNode()));
}

export function isNobody(object: Node): Node {
  return makeNode(logic.not, undefined, isSomebody(object));
}

/** Whether one of some conditions is true; false where there are none. */
export function anyOf(conditions: readonly Node[]): Node {
  if (conditions.length === 0) return booleanNode(false);
  return conditions.length === 1 ? conditions[0] : makeNodeOf(logic.or, undefined, conditions);
}

/** Absent where there is no body. */
export function isInUse(model: LevelModel, body: Node): Node {
  return readNode(model, model.columns.inUse, body);
}

export function hasAttribute({ holdings }: LevelModel, body: Node, attribute: Attribute): Node {
  return makeNode(holds, { holding: holdings.attributes, word: 1 + attributes.indexOf(attribute) }, body);
}

export function hasTag({ holdings, words }: LevelModel, body: Node, tag: string): Node {
  const word = words.tags.get(tag);
  return word === undefined ? booleanNode(false) : makeNode(holds, { holding: holdings.tags, word }, body);
}

export function classNode(index: number): Node {
  return makeNode(constant, { value: index, type: { name: 'class' } });
}

export function classOfNode(object: Node): Node {
  return makeNode(classOf, undefined, object);
}

/** The player of a seat; nobody where the seat is none, or nobody plays there. */
export function seatNode(model: LevelModel, seat: number): Node {
  return isTaken(model, seat) ? playerNode(model, seat) : noneNode();
}
