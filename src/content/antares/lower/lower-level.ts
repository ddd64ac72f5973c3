import type { Program } from '../../../ir/program.js';
import { noRules } from '../../../ir/rule.js';
import type { Trigger, TriggerPolicy, TriggerTiming } from '../../../ir/trigger.js';
import { plainPolicy } from '../../../ir/trigger.js';
import type { Policy } from '../policy.js';
import { conditionName } from '../world/create-level-model.js';
import type { LevelModel } from '../world/level-model.js';
import { lowerLists } from './actions.js';
import { fingerprintOf } from './fingerprint.js';
import { lowerReference } from './references.js';
import { lowerWhen } from './when.js';

/** Delays are looked at every third tick, conditions every second and a half. */
const levelTiming: TriggerTiming = Object.freeze({ granularity: 3, period: 90 });

/** Sweeps inside one another that the engine has room for on its stack, near enough: it has no limit of its own. */
const engineDepth = 4096;

const policies: Readonly<Record<Policy, TriggerPolicy>> = Object.freeze({
  compat: Object.freeze({
    ties: 'last',
    trailing: 'lost',
    capacity: 120,
    zero: 'same-step',
    missingDirect: 'error',
    depth: engineDepth,
    tellsDropped: false,
  }),
  sound: plainPolicy,
});

/** A level as a program: one trigger a condition, in their order. `file`: what messages call its text. */
export function lowerLevel(model: LevelModel, file = ''): Program {
  const { lists, ofConditions } = lowerLists(model);
  const triggers = model.level.conditions.map(
    ({ at, disabled, persistent, subject, direct, when }, index): Trigger =>
      Object.freeze({
        index,
        name: conditionName(index),
        looks: 'sweep',
        armed: !disabled,
        persistent,
        when: lowerWhen(model, when),
        subject: subject === undefined ? undefined : lowerReference(model, subject),
        direct: direct === undefined ? undefined : lowerReference(model, direct),
        list: ofConditions[index],
        origin: { file, line: at.line, column: at.column },
      }),
  );
  let fingerprint: string | undefined;
  return {
    model: model.model,
    rules: { ...noRules, triggers: { triggers, lists, policy: policies[model.policy], timing: levelTiming } },
    // Made when it is asked for: only saved worlds name it.
    get fingerprint() {
      return (fingerprint ??= fingerprintOf(model));
    },
  };
}
