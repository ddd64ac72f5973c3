import type { Level } from '../syntax.js';
import { findCheckLoops } from './hazards/check-loops.js';
import { findDelayHazards } from './hazards/delays.js';
import { walkLevel } from './hazards/list-walk.js';
import { findNetHazards } from './hazards/net.js';
import { findRoleHazards } from './hazards/roles.js';
import { findWhenHazards } from './hazards/whens.js';
import type { LevelProblem } from './problem.js';

/**
 * What in a level will probably not do what is meant, in one of the two policies at least. Judged by the text alone, so some of it may never happen. Codes:
 * `trailing-delay`, `zero-delay`, `check-loop`, `check-in-destroy`, `null-direct`, `time-eq`, `ne-missing`, `net-screen`. Takes time in proportion to the level.
 */
export function findHazards(level: Level): LevelProblem[] {
  const lists = walkLevel(level);
  return [
    ...findDelayHazards(level, lists),
    ...findCheckLoops(level, lists),
    ...findRoleHazards(lists),
    ...findWhenHazards(level),
    ...findNetHazards(level, lists),
  ];
}
