import { plainTiming, type OccurrenceType, type TimingBook } from '../../../ir/occurrence.js';
import { type Program, noRules } from '../../../ir/rule.js';
import { plainPolicy } from '../../../ir/trigger.js';
import { hashString } from '../../../kernel/hash.js';
import { kinds, places, wordList } from '../facts.js';
import { createScenarioModel, roles, type ScenarioModel } from '../scenario-model.js';
import type { Play } from '../syntax.js';
import { lowerAbilities } from './abilities.js';
import { createLists, lowerChange, lowerContinuous, type Lists } from './changes.js';

export interface ScenarioProgram extends ScenarioModel {
  readonly program: Program;
}

export function lowerScenario(scenario: Play): ScenarioProgram {
  const model = createScenarioModel(scenario);
  const lists = createLists();
  const timing = lowerTiming(model, lists);
  const rules = {
    ...noRules,
    timing,
    triggers: { triggers: [], lists: lists.all, policy: plainPolicy, timing: { granularity: 1, period: 1 } },
  };
  return { ...model, program: { model: model.model, rules, fingerprint: fingerprintOf(scenario) } };
}

function lowerTiming(model: ScenarioModel, lists: Lists): TimingBook {
  const { abilities, remembers } = lowerAbilities(model, lists);
  const { grouping = 'merged', bornInStep = true, reactionToZero = false } = model.scenario.given?.policy ?? {};
  const types = [...model.types].map(
    ([name, index]): OccurrenceType => ({
      index,
      name,
      fields: model.fields.list,
      subject: places.card,
      player: places.player,
      target: places.target,
      amount: places.amount,
      ...lowerChange(model, lists, name),
      remembers: remembers.get(index) ?? [],
    }),
  );
  return {
    types,
    abilities,
    continuous: lowerContinuous(model, lists),
    players: kinds.player,
    active: roles.active,
    next: roles.next,
    steps: wordList,
    policy: { ...plainTiming, grouping, bornInStep, reactionToZero },
  };
}

/** Of what is given and done: what is expected of it is no part of its meaning. */
function fingerprintOf({ given = {}, when }: Play): string {
  return hashString(JSON.stringify(['edict timing 1', given, when]));
}
