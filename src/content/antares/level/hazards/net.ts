import type { Level } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { hazard } from './hazard.js';
import type { WalkedList } from './list-walk.js';
import { leaves } from './whens.js';

const local: ReadonlySet<string> = new Set(['message', 'computer', 'zoom', 'select']);

/**
 * What reads or changes the screen of the player at this machine, in a level of several people: it is not the same on
 * all machines.
 */
export function findNetHazards(level: Level, lists: readonly WalkedList[]): LevelProblem[] {
  if (level.players.filter(({ type }) => type === 'human').length < 2) return [];
  const whens = level.conditions.flatMap(({ when }) => leaves(when));
  const actions = lists.flatMap(({ steps }) => steps.map(({ action }) => action));
  return [...whens, ...actions]
    .filter(({ type }) => local.has(type))
    .map((each) =>
      hazard(
        'net-screen',
        each,
        `${each.type} is about the screen of one player, and this level has several people: it may go differently for each of them`,
      ),
    );
}
