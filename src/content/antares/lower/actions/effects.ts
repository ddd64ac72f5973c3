import type { BranchEffect, Effect, HoldEffect, ModifyEffect } from '../../../../ir/effect.js';
import { makeNode } from '../../../../eval/make-node.js';
import type { Node } from '../../../../ir/node.js';
import { constant } from '../../../../eval/ops/constant.js';
import type { Action, Deed } from '../../../../ir/trigger.js';
import type { LevelModel } from '../../world/level-model.js';
import { booleanNode, roleNode } from '../nodes.js';

/** Effects of actions on their direct object, or on whom they name. */

export const onDirect = Object.freeze({ recipient: 'target', stacking: 0, label: '' } as const);

/** Puts a value into a cell: of the direct object, or of the holder, also where there is no direct object then. */
export function write(column: number, amount: Node, holder?: Node): ModifyEffect {
  return {
    kind: 'modify',
    ...onDirect,
    column,
    ...(holder === undefined ? {} : { holder }),
    modification: 'set',
    amount,
  };
}

/** Adds to the number in a cell. */
export function increase(column: number, amount: Node, holder?: Node): ModifyEffect {
  return { ...write(column, amount, holder), modification: 'add' };
}

/** Puts a value into a cell of the level as a whole. */
export function writeLevel({ roles }: LevelModel, column: number, amount: Node): ModifyEffect {
  return write(column, amount, roleNode(roles.level));
}

/** A word of the enumeration of a holding goes into a set of the direct object or of the holder, or out of it. */
export function hold({ model }: LevelModel, holding: number, word: number, held: boolean, holder?: Node): HoldEffect {
  const type = { name: 'enumeration', index: model.holdings[holding].words } as const;
  return {
    kind: 'hold',
    ...onDirect,
    holding,
    ...(holder === undefined ? {} : { holder }),
    word: makeNode(constant, { value: word, type }),
    held: booleanNode(held),
  };
}

/** `condition` is asked before any of the effects fires. */
export function branch(condition: Node, then: readonly Effect[], otherwise: readonly Effect[] = []): BranchEffect {
  return { kind: 'branch', ...onDirect, condition, then, otherwise };
}

export function effectsDeed(...effects: readonly Effect[]): Deed {
  return { by: 'effects', effects };
}

/** A part of an action; `filter` sees the roles of the list that it is in. */
export function silently(name: string, deed: Deed, filter?: Node): Action {
  return { name, filter, swaps: false, silent: true, needsDirect: false, deed };
}
