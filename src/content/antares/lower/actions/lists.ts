import type { Action, ActionList } from '../../../../ir/trigger.js';
import type * as syntax from '../../syntax.js';

/**
 * Lists while they are gathered. What content writes is set aside first and lowered later, one list after the other, so
 * that groups within groups and actions that begin one another need no recursion.
 */
export interface Lists {
  /** Sets a list aside. Returns its index. */
  ofContent(name: string, actions: readonly syntax.Action[]): number;
  /** The index of a list of parts of actions. There is one of each name. */
  ofParts(name: string, make: () => readonly Action[]): number;
  /** Lowers all that is set aside, and what is set aside meanwhile. */
  finish(lower: (action: syntax.Action) => Action): readonly ActionList[];
}

interface Entry {
  readonly name: string;
  actions: readonly Action[];
}

export function createLists(): Lists {
  const entries: Entry[] = [];
  const waiting: { readonly entry: Entry; readonly actions: readonly syntax.Action[] }[] = [];
  const parts = new Map<string, number>();
  const add = (name: string): number => entries.push({ name, actions: [] }) - 1;
  return {
    ofContent(name, actions) {
      const index = add(name);
      waiting.push({ entry: entries[index], actions });
      return index;
    },
    ofParts(name, make) {
      const known = parts.get(name);
      if (known !== undefined) return known;
      const index = add(name);
      // Known before it is made: it may begin itself.
      parts.set(name, index);
      entries[index].actions = make();
      return index;
    },
    finish(lower) {
      // What is lowered may add further lists, which wait behind.
      for (const next of waiting) next.entry.actions = next.actions.map(lower);
      return entries.map(({ name, actions }, index) => ({ index, name, actions }));
    },
  };
}
