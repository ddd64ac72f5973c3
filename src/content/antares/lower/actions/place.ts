import { makeNode } from '../../../../eval/make-node.js';
import type { Node } from '../../../../ir/node.js';
import { add } from '../../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../../eval/ops/coordinate.js';
import type { Deed } from '../../../../ir/trigger.js';
import type { Action } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { andNode, noneNode, numberNode, ownerNode } from '../nodes.js';
import { branch, effectsDeed, onDirect, write } from './effects.js';
import { directNode, hasAttribute, isInUse, isSomebody, subjectNode } from './nodes.js';

/** Where bodies are, and where they are to go. */

/**
 * Puts the direct object at a point, or so far from one of the roles as they were before they were swapped; nothing
 * happens where that role is empty. The random part of a distance is the host's, who puts it there.
 */
export function moveDeed({ origin, to: [x, y], reflexive }: Extract<Action, { readonly type: 'move' }>): Deed {
  if (origin === 'level') return effectsDeed({ kind: 'put', ...onDirect, x: numberNode(x), y: numberNode(y) });
  const from = (origin === 'subject') === reflexive ? directNode : subjectNode;
  const along = (axis: 'x' | 'y', distance: number): Node =>
    makeNode(add, undefined, makeNode(coordinate, { axis }, from), numberNode(distance));
  return effectsDeed(branch(isSomebody(from), [{ kind: 'put', ...onDirect, x: along('x', x), y: along('y', y) }]));
}

/** The subject is under way to the direct object, which may be itself. Nobody goes anywhere for nobody. */
export function targetDeed(model: LevelModel): Deed {
  const { destination } = model.columns;
  return effectsDeed(
    branch(isSomebody(directNode), [
      branch(
        isSomebody(ownerNode(subjectNode)),
        [
          branch(andNode(hasAttribute(model, subjectNode, 'can_accept_destination'), isInUse(model, directNode)), [
            write(destination, directNode, subjectNode),
          ]),
        ],
        [write(destination, noneNode(), subjectNode)],
      ),
    ]),
  );
}
