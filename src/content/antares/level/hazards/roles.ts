import type { Action } from '../../syntax.js';
import type { LevelProblem } from '../problem.js';
import { hazard } from './hazard.js';
import type { WalkedList } from './list-walk.js';

const crashing: ReadonlySet<string> = new Set([
  'age', 'assume', 'cap-speed', 'cloak', 'create', 'disable', 'energize', 'equip', 'fire', 'heal', 'hold', 'land', 'spark', 'spin', 'thrust', 'warp',
]);

/** Actions that need a direct object where neither the condition nor an override can give them one. */
export function findRoleHazards(lists: readonly WalkedList[]): LevelProblem[] {
  return lists.flatMap(({ steps }) => steps.filter(({ action, hasDirect }) => !hasDirect && needsDirect(action)).map(({ action }) => hazard(
    'null-direct', action, `${action.type} without any object, from the condition or from \`override\`: policy compat stops with \`null-direct\`, sound skips it`,
  )));
}

function needsDirect(action: Action): boolean {
  if (action.type === 'move') return action.origin === 'level';
  if (action.type === 'play') return !isSoundOfNoPlace(action);
  return crashing.has(action.type);
}

/** A single sound that is heard alike everywhere asks for no object. */
function isSoundOfNoPlace({ fields: { absolute, sound, any } }: Action): boolean {
  if (absolute !== true || (any !== undefined && any !== null)) return false;
  return typeof sound === 'string' || (Array.isArray(sound) && sound.length === 1);
}
