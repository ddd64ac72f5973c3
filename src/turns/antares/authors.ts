import type { Fields } from '../../ir/trigger.js';
import type { Action, Level } from '../../content/antares/syntax.js';

/** Whose action it is: a condition's, by index, or one of what becomes of bodies of a base when they are destroyed. */
export type Author = number | string;

/** An action, and whose it is. */
export interface Authored {
  readonly author: Author;
  readonly action: Action;
}

/**
 * Who wrote the actions of a level, by what the host is told of them: that is an object of its own for each, and the
 * same in every event.
 */
export function authorsIn({ conditions, bases }: Pick<Level, 'conditions' | 'bases'>): ReadonlyMap<Fields, Authored> {
  const authors = new Map<Fields, Authored>();
  for (const [index, { action }] of conditions.entries()) enter(action, index);
  for (const { name, destroyAction } of bases.values()) enter(destroyAction, name);
  return authors;

  function enter(actions: readonly Action[], author: Author): void {
    const lists = [actions];
    for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
      for (const action of list) {
        authors.set(action.fields, { author, action });
        if (action.type === 'group') lists.push(action.of);
      }
    }
  }
}
