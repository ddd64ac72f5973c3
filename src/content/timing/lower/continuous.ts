import type { Continuous as LoweredContinuous } from '../../../ir/ability.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { multiply } from '../../../eval/ops/arithmetic.js';
import { compare } from '../../../eval/ops/compare.js';
import type { Action } from '../../../ir/trigger.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Continuous } from '../syntax.js';
import { liveOf } from '../walk.js';
import { branch, effectsAction, type Lists, increase, write } from './effects.js';
import { nowhere } from './nowhere.js';
import { allOf, booleanNode, firstSlot, numberNode, readNode } from './nodes.js';
import { entityNode, factNode, liveNode } from './tests.js';

/**
 * Bonuses that cards have while a flag of theirs is set. A card has a column for each that it may have, and one that
 * counts how many of it there are: those that are created are none at first.
 */
export function lowerContinuous(model: ScenarioModel, lists: Lists): readonly LoweredContinuous[] {
  const { continuous, facts, entities } = model;
  return continuous.map(({ item }, index) => ({
    index,
    name: item.id,
    column: facts.holds[index],
    origin: nowhere,
    carrier: { by: 'classes', classes: new Set([entities.indexOf(item.card) + 1]), own: false },
    condition: conditionOf(model, index, firstSlot),
    begins: lists.add(`${item.id} begins`, [
      effectsAction('bonus', [increase(facts.bonus, firstSlot, bonusNode(model, index, firstSlot, item.force))]),
    ]),
    ends: lists.add(`${item.id} ends`, [
      effectsAction('bonus', [increase(facts.bonus, firstSlot, bonusNode(model, index, firstSlot, -item.force))]),
    ]),
  }));
}

function conditionOf(model: ScenarioModel, index: number, card: Node): Node {
  const { item } = model.continuous[index];
  const live = liveNode(
    model,
    liveOf({ item, path: [] }).map((each) => each.item),
  );
  const isThere = makeNode(
    compare,
    { comparison: '>' },
    readNode(model, model.facts.there[index], card),
    numberNode(0),
  );
  return allOf([isThere, factNode(model, card, item.while, true), ...(live === undefined ? [] : [live])]);
}

/** What as many as there are come to. */
function bonusNode(model: ScenarioModel, index: number, card: Node, force: number): Node {
  return makeNode(multiply, undefined, readNode(model, model.facts.there[index], card), numberNode(force));
}

/** Lets one more be there from now on. Where its flag is set it holds at once. */
export function createContinuous(model: ScenarioModel, item: Continuous): Action {
  const { facts, continuous } = model;
  const index = continuous.findIndex((each) => each.item === item);
  const card = entityNode(model, item.card);
  const begins = [
    write(facts.holds[index], card, booleanNode(true)),
    increase(facts.bonus, card, bonusNode(model, index, card, item.force)),
  ];
  return effectsAction('add', [
    increase(facts.there[index], card, numberNode(1)),
    branch(
      readNode(model, facts.holds[index], card),
      [increase(facts.bonus, card, numberNode(item.force))],
      [branch(conditionOf(model, index, card), begins)],
    ),
  ]);
}
