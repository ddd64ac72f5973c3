import type { Action, Level } from '../syntax.js';

/**
 * Words that a level says something about: tags of bodies, keys of the player. Each once, in the order of their first
 * mention.
 */
export function usedWords(level: Level): { readonly tags: readonly string[]; readonly keys: readonly string[] } {
  const tags = new Set<string>();
  const keys = new Set<string>();
  for (const base of level.bases.values()) for (const tag of base.tags) tags.add(tag);
  for (const action of everyAction(level)) {
    for (const tag of action.filter?.tags.keys() ?? []) tags.add(tag);
    if (action.type === 'key') for (const key of [...action.enable, ...action.disable]) keys.add(key);
  }
  return { tags: [...tags], keys: [...keys] };
}

/** All actions of bases and conditions, those inside of groups behind their group. */
function* everyAction({ bases, conditions }: Level): Generator<Action> {
  for (const { destroyAction } of bases.values()) yield* within(destroyAction);
  for (const { action } of conditions) yield* within(action);
}

function* within(list: readonly Action[]): Generator<Action> {
  const left = [...list].reverse();
  for (let action = left.pop(); action !== undefined; action = left.pop()) {
    yield action;
    if (action.type === 'group') for (const child of [...action.of].reverse()) left.push(child);
  }
}
