import type { Continuous as LoweredContinuous } from '../../../compile/ability.js';
import type { Node } from '../../../compile/node.js';
import type { Action } from '../../../compile/trigger.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Continuous } from '../syntax.js';
import { liveOf } from '../walk.js';
import { branch, effectsAction, type Lists, increase, write } from './effects.js';
import { nowhere } from './nowhere.js';
import { allOf, booleanNode, equalNode, firstSlot, numberNode, readNode } from './nodes.js';
import { entityNode, factNode, liveNode } from './tests.js';

/** Bonuses that cards have while a flag of theirs is set. Each has its column of its card; one that is created has another, which says that it was. */
export function lowerContinuous(model: ScenarioModel, lists: Lists): readonly LoweredContinuous[] {
  const { continuous, facts, entities } = model;
  return continuous.map(({ item, maker }, index) => {
    const bonus = (by: number): readonly Action[] => [effectsAction('bonus', [increase(facts.bonus, firstSlot, numberNode(by))])];
    return {
      index, name: item.id, column: facts.holds[index], origin: nowhere,
      carrier: { by: 'classes', classes: new Set([entities.indexOf(item.card) + 1]), own: false },
      condition: allOf([...(maker === undefined ? [] : [readNode(model, facts.created[index], firstSlot)]), conditionOf(model, item, firstSlot)]),
      begins: lists.add(`${item.id} begins`, bonus(item.force)), ends: lists.add(`${item.id} ends`, bonus(-item.force)),
    };
  });
}

function conditionOf(model: ScenarioModel, item: Continuous, card: Node): Node {
  const live = liveNode(model, liveOf({ item, path: [] }).map((each) => each.item));
  return allOf([factNode(model, card, item.while, true), ...(live === undefined ? [] : [live])]);
}

/** Lets one be there from now on. Where its flag is set it holds at once; created again it is the same. */
export function createContinuous(model: ScenarioModel, item: Continuous): Action {
  const { facts, continuous } = model;
  const index = continuous.findIndex((each) => each.item === item);
  const card = entityNode(model, item.card);
  const holds = facts.holds[index];
  const begins = branch(allOf([conditionOf(model, item, card), isOff(model, holds, card)]), [write(holds, card, booleanNode(true)), increase(facts.bonus, card, numberNode(item.force))]);
  return effectsAction('add', [write(facts.created[index], card, booleanNode(true)), begins]);
}

function isOff(model: ScenarioModel, column: number, card: Node): Node {
  return equalNode(readNode(model, column, card), booleanNode(false));
}
