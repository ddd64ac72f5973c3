import type { BranchEffect, Effect, ModifyEffect } from './effect.js';
import type { Node } from './node.js';
import type { Action, Task } from './trigger.js';

/** Effects on the recipient, or on a holder that they name, and the actions that have them. */

export const onTarget = Object.freeze({ recipient: 'target', stacking: 0, label: '' } as const);

export function write(column: number, amount: Node, holder?: Node): ModifyEffect {
  return { kind: 'modify', ...onTarget, column, ...(holder && { holder }), modification: 'set', amount };
}

export function increase(column: number, amount: Node, holder?: Node): ModifyEffect {
  return { ...write(column, amount, holder), modification: 'add' };
}

/** `condition` is evaluated before any of the effects fires. */
export function branch(condition: Node, then: readonly Effect[], otherwise: readonly Effect[] = []): BranchEffect {
  return { kind: 'branch', ...onTarget, condition, then, otherwise };
}

/** The host does not receive it; `filter` sees the roles of its list. */
export function silently(name: string, task: Task, filter?: Node): Action {
  return { name, filter, swaps: false, silent: true, needsDirect: false, task };
}
