import type { Meant } from '../../../ir/meant.js';
import { type WalkedList, walkLevel } from '../level/hazards/find-hazards.js';
import { needsDirect } from '../level/readers.js';
import type { Level } from '../syntax.js';
import { conditionName } from '../world/level-model.js';

const reason = 'levels define what each of these actions does without a subject or direct object';

/** Accepts empty roles, except in conditions with an action that crashes the engine without a direct object. */
export function meantRoles(level: Level): Meant {
  const names = walkLevel(level).flatMap(({ condition, steps }) =>
    condition === undefined || steps.some(isMistake) ? [] : [conditionName(condition)],
  );
  return new Map([['empty-role', new Map(names.map((name) => [name, reason]))]]);
}

function isMistake({ action, hasDirect }: WalkedList['steps'][number]): boolean {
  return !hasDirect && needsDirect(action);
}
