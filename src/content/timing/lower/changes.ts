import type { Effect } from '../../../ir/effect.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { OccurrenceChange } from '../../../ir/occurrence.js';
import { maximum, negate } from '../../../eval/ops/arithmetic.js';
import { places } from '../fields.js';
import { attachmentTargets } from '../names.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Scalar } from '../syntax.js';
import { boundaries, firstPhase } from '../types.js';
import { branch, effectsAction, type Lists, increase, write } from './effects.js';
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
} from './nodes.js';
import { factNode, valueNode } from './tests.js';

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
