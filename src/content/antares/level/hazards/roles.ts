import { needsDirect } from '../../needs-direct.js';
import type { Policy } from '../../policy.js';
import type { LevelProblem } from '../problem.js';
import { hazard } from './hazard.js';
import type { WalkedList } from './list-walk.js';

/** Actions that need a direct object where neither the condition nor an override can give them one. */
export function findRoleHazards(lists: readonly WalkedList[], policy: Policy): LevelProblem[] {
  const outcome = policy === 'compat' ? 'it stops the level with `null-direct`' : 'it is skipped each time';
  return lists.flatMap(({ steps }) =>
    steps
      .filter(({ action, hasDirect }) => !hasDirect && needsDirect(action))
      .map(({ action }) =>
        hazard(
          'null-direct',
          action,
          `${action.type} without any object, from the condition or from \`override\`: ${outcome}; name a \`direct\``,
        ),
      ),
  );
}
