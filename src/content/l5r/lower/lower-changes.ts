import { nodes } from '../../../eval/node-kit.js';
import { makeNode } from '../../../eval/make-node.js';
import { maximum, multiply, negate } from '../../../eval/ops/arithmetic.js';
import type { Continuous as LoweredContinuous, OccurrenceChange, OccurrenceType } from '../../../ir/occurrence.js';
import type { Effect } from '../../../ir/effect.js';
import { branch, increase, silently, write } from '../../../ir/make-effect.js';
import type { Node, Origin } from '../../../ir/node.js';
import type { Action, ActionList } from '../../../ir/trigger.js';
import { places, type ScenarioModel } from '../scenario-model.js';
import { type Continuous, type Scalar, attachmentTargets, boundaries, firstPhase, liveOf } from '../syntax.js';
import {
  entityNode,
  factNode,
  fieldNode,
  firstSlot,
  liveNode,
  noneNode,
  readNode,
  subjectNode,
  valueNode,
} from './scenario-nodes.js';

export const nowhere: Origin = Object.freeze({ file: '', line: 1, column: 1 });

function effectsAction(name: string, effects: readonly Effect[]): Action {
  return silently(name, { by: 'effects', effects });
}

export type Lists = ReturnType<typeof createLists>;

export function createLists() {
  const all: ActionList[] = [];
  return {
    all,
    add: (name: string, actions: readonly Action[]): number =>
      actions.length === 0 ? -1 : all.push({ index: all.length, name, actions }) - 1,
  };
}

export function lowerChange(
  model: ScenarioModel,
  lists: Lists,
  type: string,
): Pick<OccurrenceType, 'change' | 'possible'> {
  const boundary = boundaryChange(type);
  if (boundary !== undefined) return { change: boundary, possible: undefined };
  const { needs, sets = {}, effects } = Object.hasOwn(changes, type) ? changes[type] : nothing;
  const set = Object.entries(sets).map(([key, value]) =>
    write(columnOf(model, key, value), valueNode(model, value), subjectNode),
  );
  const all = [...set, ...(effects?.(model) ?? [])];
  const list = lists.add(type, all.length === 0 ? [] : [effectsAction(type, all)]);
  return {
    change: list < 0 ? { by: 'nothing' } : { by: 'list', list },
    possible: needs && nodes.all(Object.entries(needs).map(([key, value]) => factNode(model, subjectNode, key, value))),
  };
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

type State = Readonly<Record<string, boolean | string>>;

interface Change {
  /** The state that the card must have. */
  readonly needs?: State;
  readonly sets?: State;
  readonly effects?: (model: ScenarioModel) => readonly Effect[];
}

const nothing: Change = {};

const destroyed: Change = {
  needs: { inPlay: true },
  sets: { inPlay: false, location: 'discard' },
  effects: ({ facts }) => [write(facts.attachedTo, noneNode(), subjectNode)],
};

const moved: Change = {
  effects: (model) => [write(columnOf(model, 'location', ''), fieldNode(model, places.target), subjectNode)],
};

const changes: Readonly<Record<string, Change>> = {
  bow: { needs: { inPlay: true, bowed: false }, sets: { bowed: true } },
  straighten: { needs: { inPlay: true, bowed: true }, sets: { bowed: false } },
  destroy: destroyed,
  die: destroyed,
  moveHome: { sets: { location: 'home' } },
  assign: moved,
  move: moved,
  gainHonor: { effects: (model) => [increase(model.facts.honor, amountOf(model), firstSlot)] },
  loseHonor: {
    effects: (model) => [increase(model.facts.honor, makeNode(negate, undefined, amountOf(model)), firstSlot)],
  },
  dishonor: { sets: { dishonored: true } },
  // The target is a word, since it may be redirected; each word that it can be stands for an entity.
  attach: {
    effects: (model) =>
      Array.from(attachmentTargets(model.scenario, model.answers), (name) =>
        branch(nodes.equal(fieldNode(model, places.target), valueNode(model, name)), [
          write(model.facts.attachedTo, entityNode(model, name), subjectNode),
        ]),
      ),
  },
};

function amountOf(model: ScenarioModel): Node {
  return makeNode(maximum, undefined, fieldNode(model, places.amount), nodes.number(0));
}

function columnOf({ facts }: ScenarioModel, key: string, value: Scalar): number {
  const type = typeof value === 'boolean' ? 'boolean' : 'word';
  return facts.byKey.get(key)?.find((each) => each.type === type)?.column ?? -1;
}

/** Bonuses of cards while a flag is set. */
export function lowerContinuous(model: ScenarioModel, lists: Lists): readonly LoweredContinuous[] {
  const { continuous, facts, entities } = model;
  return continuous.map(({ item }, index) => {
    const gain = (force: number) => [
      effectsAction('bonus', [increase(facts.bonus, bonusNode(model, index, firstSlot, force), firstSlot)]),
    ];
    return {
      index,
      name: item.id,
      column: facts.holds[index],
      origin: nowhere,
      carrier: { by: 'classes', classes: new Set([entities.indexOf(item.card) + 1]), own: false },
      condition: conditionOf(model, index, firstSlot),
      begins: lists.add(`${item.id} begins`, gain(item.force)),
      ends: lists.add(`${item.id} ends`, gain(-item.force)),
    };
  });
}

function conditionOf(model: ScenarioModel, index: number, card: Node): Node {
  const found = model.continuous[index];
  const live = liveNode(model, liveOf(found));
  const there = readNode(model, model.facts.there[index], card);
  const isThere = nodes.compare('>', there, nodes.number(0));
  return nodes.all([isThere, factNode(model, card, found.item.while, true), ...(live === undefined ? [] : [live])]);
}

function bonusNode(model: ScenarioModel, index: number, card: Node, force: number): Node {
  return makeNode(multiply, undefined, readNode(model, model.facts.there[index], card), nodes.number(force));
}

/** Creates one more, which applies at once if its flag is set. */
export function createContinuous(model: ScenarioModel, item: Continuous): Action {
  const { facts, continuous } = model;
  const index = continuous.findIndex((each) => each.item === item);
  const card = entityNode(model, item.card);
  const begins = [
    write(facts.holds[index], nodes.boolean(true), card),
    increase(facts.bonus, bonusNode(model, index, card, item.force), card),
  ];
  return effectsAction('add', [
    increase(facts.there[index], nodes.number(1), card),
    branch(
      readNode(model, facts.holds[index], card),
      [increase(facts.bonus, nodes.number(item.force), card)],
      [branch(conditionOf(model, index, card), begins)],
    ),
  ]);
}
