import type { Origin } from '../../../ir/origin.js';
import type { BranchEffect, Effect, ModifyEffect } from '../../../ir/effect.js';
import type { Node } from '../../../ir/node.js';
import type { Action, ActionList, Deed } from '../../../ir/trigger.js';
import { makeNode } from '../../../eval/make-node.js';
import type { OccurrenceChange } from '../../../ir/occurrence.js';
import { maximum, negate, multiply } from '../../../eval/ops/arithmetic.js';
import { places } from '../facts.js';
import { attachmentTargets, boundaries, firstPhase, liveOf } from '../walk.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Scalar, Continuous } from '../syntax.js';
import {
  allOf,
  booleanNode,
  equalNode,
  fieldNode,
  firstSlot,
  noneNode,
  numberNode,
  roleNode,
  subjectNode,
  factNode,
  valueNode,
  readNode,
  entityNode,
  liveNode,
} from './nodes.js';
import type { Continuous as LoweredContinuous } from '../../../ir/ability.js';
import { compare } from '../../../eval/ops/compare.js';

/** Scenarios are plain data: where they stand in a text is known to those who read it. */
export const nowhere: Origin = Object.freeze({ file: '', line: 1, column: 1 });

/** Effects that say themselves whom they change, and actions around them. */

const base = Object.freeze({ recipient: 'target', stacking: 0, label: '' } as const);

/** Puts a value into a column of an object. */
function write(column: number, holder: Node, amount: Node): ModifyEffect {
  return { kind: 'modify', ...base, column, holder, modification: 'set', amount };
}

/** Adds to the number in a column of an object. */
function increase(column: number, holder: Node, amount: Node): ModifyEffect {
  return { ...write(column, holder, amount), modification: 'add' };
}

function branch(condition: Node, then: readonly Effect[], otherwise: readonly Effect[] = []): BranchEffect {
  return { kind: 'branch', ...base, condition, then, otherwise };
}

/** An action that the host is not told of by itself. */
export function silently(name: string, deed: Deed): Action {
  return { name, swaps: false, silent: true, needsDirect: false, deed };
}

function effectsAction(name: string, effects: readonly Effect[]): Action {
  return silently(name, { by: 'effects', effects });
}

/** Lists of actions while they are made. */
export interface Lists {
  /** Returns the index of the list; -1 where it would be empty. */
  add(name: string, actions: readonly Action[]): number;
  readonly all: readonly ActionList[];
}

export function createLists(): Lists {
  const all: ActionList[] = [];
  return {
    all,
    add(name, actions) {
      if (actions.length === 0) return -1;
      return all.push({ index: all.length, name, actions }) - 1;
    },
  };
}

/** What occurrences of a type do, and when they could not do it. */
interface LoweredChange {
  readonly change: OccurrenceChange;
  readonly possible: Node | undefined;
}

export function lowerChange(model: ScenarioModel, lists: Lists, type: string): LoweredChange {
  const boundary = boundaryChange(type);
  if (boundary !== undefined) return { change: boundary, possible: undefined };
  const effects = effectsOf(model, type);
  const list = lists.add(type, effects.length === 0 ? [] : [effectsAction(type, effects)]);
  return { change: list < 0 ? { by: 'nothing' } : { by: 'list', list }, possible: possibleOf(model, type) };
}

function boundaryChange(type: string): OccurrenceChange | undefined {
  switch (type) {
    case firstPhase:
    case boundaries.phaseBegins:
      return { by: 'step-begins', field: places.name };
    case boundaries.phaseEnds:
      return { by: 'step-ends', field: places.name };
    case boundaries.turnBegins:
      return { by: 'turn-begins', field: places.player };
    case boundaries.turnEnds:
      return { by: 'turn-ends', field: places.nextPlayer };
    default:
      return undefined;
  }
}

/** Only of what can be in a state already, or has to be in play. */
function possibleOf(model: ScenarioModel, type: string): Node | undefined {
  const isSo = (key: string, value: boolean): Node => factNode(model, subjectNode, key, value);
  switch (type) {
    case 'bow':
      return allOf([isSo('inPlay', true), isSo('bowed', false)]);
    case 'straighten':
      return allOf([isSo('inPlay', true), isSo('bowed', true)]);
    case 'destroy':
    case 'die':
      return isSo('inPlay', true);
    default:
      return undefined;
  }
}

function effectsOf(model: ScenarioModel, type: string): readonly Effect[] {
  const { facts } = model;
  const amount = makeNode(maximum, undefined, fieldNode(model, places.amount), numberNode(0));
  switch (type) {
    case 'bow':
      return [setFact(model, 'bowed', true)];
    case 'straighten':
      return [setFact(model, 'bowed', false)];
    case 'destroy':
    case 'die':
      return [
        setFact(model, 'inPlay', false),
        setFact(model, 'location', 'discard'),
        write(facts.attachedTo, subjectNode, noneNode()),
      ];
    case 'moveHome':
      return [setFact(model, 'location', 'home')];
    case 'assign':
    // Without a target it stays where it is.
    case 'move':
      return [write(columnOf(model, 'location', ''), subjectNode, fieldNode(model, places.target))];
    case 'gainHonor':
      return [increase(facts.honor, firstSlot, amount)];
    case 'loseHonor':
      return [increase(facts.honor, firstSlot, makeNode(negate, undefined, amount))];
    case 'dishonor':
      return [setFact(model, 'dishonored', true)];
    case 'attach':
      return attach(model);
    default:
      return [];
  }
}

function setFact(model: ScenarioModel, key: string, value: Scalar): Effect {
  const amount = typeof value === 'boolean' ? booleanNode(value) : valueNode(model, value);
  return write(columnOf(model, key, value), subjectNode, amount);
}

/** Of a key that every entity has. */
function columnOf({ facts }: ScenarioModel, key: string, value: Scalar): number {
  const sort = typeof value === 'boolean' ? 'boolean' : 'word';
  return facts.byKey.get(key)?.find((each) => each.sort === sort)?.column ?? -1;
}

/** The target is a word, since it may be led elsewhere; each that there is stands for an entity. */
function attach(model: ScenarioModel): readonly Effect[] {
  const {
    facts: { attachedTo },
    entityRoles,
    scenario,
    answers,
  } = model;
  return [...attachmentTargets(scenario, answers)].map((name) =>
    branch(equalNode(fieldNode(model, places.target), valueNode(model, name)), [
      write(attachedTo, subjectNode, roleNode(entityRoles.get(name) ?? -1)),
    ]),
  );
}

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
