import type { Policy } from '../policy.js';
import type { Level } from '../syntax.js';
import { findCheckLoops } from './hazards/check-loops.js';
import { findCountHazards } from './hazards/counts.js';
import { findDelayHazards } from './hazards/delays.js';
import { findDestroyLoops } from './hazards/destroy-loops.js';
import { walkLevel } from './hazards/list-walk.js';
import { findNetHazards } from './hazards/net.js';
import { findRoleHazards } from './hazards/roles.js';
import { findWhenHazards } from './hazards/whens.js';
import type { LevelProblem } from './problem.js';

/**
 * What in a level will probably not do what is meant in this policy. Judged by the text alone, so some of it may never
 * happen. Codes: `check-loop`, `check-in-destroy`, `destroy-loop`,
 * `null-direct`, `time-eq`, `ne-missing`, `count-constant`, `net-screen`, and in policy compat also `trailing-delay`
 * and `zero-delay`. Takes time in proportion to the level.
 */
export function findHazards(level: Level, policy: Policy): LevelProblem[] {
  const lists = walkLevel(level);
  return [
    ...(policy === 'compat' ? findDelayHazards(level, lists) : []),
    ...findCheckLoops(level, lists),
    ...findDestroyLoops(level),
    ...findRoleHazards(lists, policy),
    ...findWhenHazards(level, policy),
    ...findCountHazards(level),
    ...findNetHazards(level, lists),
  ];
}
