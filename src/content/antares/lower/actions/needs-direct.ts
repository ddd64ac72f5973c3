import type { Action, ActionType } from '../../syntax.js';

/** What the engine does not survive without a direct object. */
const needing: ReadonlySet<ActionType> = new Set([
  'age', 'assume', 'cap-speed', 'cloak', 'create', 'disable', 'energize', 'equip', 'fire', 'heal', 'hold', 'land', 'spark', 'spin', 'thrust', 'warp',
]);

/** Whether an action means nothing without a direct object; others without one do nothing, quietly, or need none. */
export function needsDirect(action: Action): boolean {
  if (action.type === 'move') return action.origin === 'level';
  return action.type === 'play' ? !playsAnywhere(action) : needing.has(action.type);
}

/** One sound for everyone, wherever they are. Of several one is picked by the direct object. */
function playsAnywhere({ fields }: Action): boolean {
  const { absolute, any, sound } = fields;
  const sounds = typeof sound === 'string' ? 1 : Array.isArray(any) ? any.length : 0;
  return absolute === true && sounds === 1;
}
