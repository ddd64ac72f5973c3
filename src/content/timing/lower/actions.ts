import type { Action as KernelAction, Deed, Fields } from '../../../ir/trigger.js';
import { wordType } from '../facts.js';
import type { ScenarioModel } from '../scenario-model.js';
import type { Ability, Action, Answer } from '../syntax.js';
import { type FoundAbility, isAnswer, raisedBy } from '../walk.js';
import { createContinuous } from './continuous.js';
import { silently } from './effects.js';
import { missingNode, numberNode, roleNode } from './nodes.js';
import { lowerRaised } from './occurrence-values.js';
import { valueNode } from './tests.js';

/** What those who play a scenario are told, as fields of an action. */
export const told = Object.freeze({ note: 'note', force: 'force', phase: 'phase', create: 'create' });

/** What an ability does. `indices`: of all abilities that answer, by what is written. */
export function lowerActions(
  model: ScenarioModel,
  indices: ReadonlyMap<Ability, number>,
  { item }: FoundAbility,
): readonly KernelAction[] {
  return ((item as Answer).do ?? []).flatMap((action) => lowerAction(model, indices, action));
}

function lowerAction(
  model: ScenarioModel,
  indices: ReadonlyMap<Ability, number>,
  action: Action,
): readonly KernelAction[] {
  const { note, noteForce, notePhase, negate, adjust, retarget, add } = action;
  if (note !== undefined) return [tells('note', { [told.note]: note })];
  if (noteForce !== undefined) return [tells('force', { [told.force]: noteForce })];
  if (notePhase !== undefined) return [tells('phase', { [told.phase]: true })];
  if (negate !== undefined) return [silently('negate', { by: 'cancel' })];
  if (adjust !== undefined) return [silently('adjust', { by: 'adjust', amount: numberNode(adjust) })];
  if (retarget !== undefined)
    return [
      silently('retarget', {
        by: 'retarget',
        to: retarget === null ? missingNode(wordType) : valueNode(model, retarget),
      }),
    ];
  if (add !== undefined)
    return isAnswer(add)
      ? [silently('add', addDeed(model, indices, add))]
      : [createContinuous(model, add), tells('create', { [told.create]: add.id })];
  const occurrences = raisedBy({ item: action, path: [] }).map(({ item }) => lowerRaised(model, item));
  return [silently('raise', { by: 'raise', occurrences })];
}

function addDeed({ playerRoles }: ScenarioModel, indices: ReadonlyMap<Ability, number>, add: Answer): Deed {
  const role = playerRoles.get(add.controller ?? '');
  return { by: 'add', ability: indices.get(add) ?? -1, ...(role === undefined ? {} : { controller: roleNode(role) }) };
}

function tells(name: string, fields: Fields): KernelAction {
  return { name, swaps: false, silent: false, needsDirect: false, fields, deed: { by: 'tell' } };
}
