import type { Node } from '../../../ir/node.js';
import { type When, screens, zooms } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import { andNode, compareNode, numberNode, orNode, readNode, roleNode, wordNode } from './nodes.js';

type ScreenWhen = Extract<When, { readonly type: 'computer' | 'message' | 'zoom' }>;

/** Conditions about what is on the player's screen. */
export function screenForms(model: LevelModel, when: ScreenWhen): Node {
  const { columns } = model;
  switch (when.type) {
    case 'zoom':
      return compareNode(
        when.op,
        ofLevel(model, columns.zoom),
        wordNode(model, columns.zoom, zooms.indexOf(when.value)),
      );
    case 'computer': {
      const screen = compareNode(
        when.op,
        ofLevel(model, columns.screen),
        wordNode(model, columns.screen, screens.indexOf(when.screen)),
      );
      return when.line === undefined
        ? screen
        : pairNode(when.op, screen, compareNode(when.op, ofLevel(model, columns.line), numberNode(when.line)));
    }
    case 'message': {
      const id = compareNode(when.op, ofLevel(model, columns.messageId), numberNode(when.id));
      const page = compareNode(when.op, ofLevel(model, columns.messagePage), numberNode(when.page));
      return andNode(...messageShown(model), pairNode(when.op, id, page));
    }
  }
}

/** A message that was dismissed has page 0. In the engine it is still there. */
function messageShown(model: LevelModel): readonly Node[] {
  const { columns, policy } = model;
  const has = ofLevel(model, columns.hasMessage);
  return policy === 'compat' ? [has] : [has, compareNode('ne', ofLevel(model, columns.messagePage), numberNode(0))];
}

/** Pairs are equal where both parts are; not equal where one is not. */
function pairNode(op: 'eq' | 'ne', first: Node, second: Node): Node {
  return op === 'eq' ? andNode(first, second) : orNode(first, second);
}

function ofLevel(model: LevelModel, column: number): Node {
  return readNode(model, column, roleNode(model.roles.level));
}
