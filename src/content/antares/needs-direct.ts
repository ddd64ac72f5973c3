import type { Action, ActionType } from './syntax.js';

/** What the engine does not survive without a direct object. */
const needing: ReadonlySet<ActionType> = new Set([
  'age',
  'assume',
  'cap-speed',
  'cloak',
  'create',
  'disable',
  'energize',
  'equip',
  'fire',
  'heal',
  'hold',
  'land',
  'spark',
  'spin',
  'thrust',
  'warp',
]);

/** Whether an action means nothing without a direct object; others without one do nothing, quietly, or need none. */
export function needsDirect(action: Action): boolean {
  if (action.type === 'move') return action.origin === 'level';
  return action.type === 'play' ? !playsAnywhere(action) : needing.has(action.type);
}

/** One sound for everyone, wherever they are. Of several one is picked by the direct object. */
function playsAnywhere({ fields: { absolute, sound, any } }: Action): boolean {
  if (absolute !== true) return false;
  const sounds = sound ?? any;
  return typeof sounds === 'string' || (Array.isArray(sounds) && sounds.length === 1);
}
