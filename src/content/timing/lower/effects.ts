import type { BranchEffect, Effect, ModifyEffect } from '../../../ir/effect.js';
import type { Node } from '../../../ir/node.js';
import type { Action, ActionList, Deed } from '../../../ir/trigger.js';

/** Effects that say themselves whom they change, and actions around them. */

const base = Object.freeze({ recipient: 'target', stacking: 0, label: '' } as const);

/** Puts a value into a column of an object. */
export function write(column: number, holder: Node, amount: Node): ModifyEffect {
  return { kind: 'modify', ...base, column, holder, modification: 'set', amount };
}

/** Adds to the number in a column of an object. */
export function increase(column: number, holder: Node, amount: Node): ModifyEffect {
  return { ...write(column, holder, amount), modification: 'add' };
}

export function branch(condition: Node, then: readonly Effect[], otherwise: readonly Effect[] = []): BranchEffect {
  return { kind: 'branch', ...base, condition, then, otherwise };
}

/** An action that the host is not told of by itself. */
export function silently(name: string, deed: Deed): Action {
  return { name, swaps: false, silent: true, needsDirect: false, deed };
}

export function effectsAction(name: string, effects: readonly Effect[]): Action {
  return silently(name, { by: 'effects', effects });
}

/** Lists of actions while they are made. */
export interface Lists {
  /** Returns the index of the list; -1 where it would be empty. */
  add(name: string, actions: readonly Action[]): number;
  readonly all: readonly ActionList[];
}

export function createLists(): Lists {
  const all: ActionList[] = [];
  return {
    all,
    add(name, actions) {
      if (actions.length === 0) return -1;
      return all.push({ index: all.length, name, actions }) - 1;
    },
  };
}
