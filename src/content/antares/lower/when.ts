import { makeNodeOf } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import { countTrue } from '../../../eval/ops/count-true.js';
import type { When } from '../syntax.js';
import type { LevelModel } from '../world/level-model.js';
import { compareNode, notNode, numberNode, presentNode } from './nodes.js';
import { lowerReference } from './references.js';
import { bodyForms } from './when-body.js';
import { playerForms } from './when-player.js';
import { screenForms } from './when-screen.js';
import { lowerTime } from './when-time.js';

/**
 * A condition as a node without slots. What cannot be compared, because a precondition fails, makes it absent, which
 * counts as false for every operator. Nests are as deep as documents can be.
 */
export function lowerWhen(model: LevelModel, when: When): Node {
  switch (when.type) {
    case 'autopilot':
    case 'building':
    case 'cash':
    case 'score':
    case 'ships':
      return playerForms(model, when);
    case 'computer':
    case 'message':
    case 'zoom':
      return screenForms(model, when);
    case 'distance':
    case 'health':
    case 'identity':
    case 'owner':
    case 'speed':
    case 'target':
      return bodyForms(model, when);
    case 'time':
      return lowerTime(model, when);
    case 'destroyed':
      return lowerDestroyed(model, when);
    // Each member collapses by itself, so that one that is absent is not counted.
    case 'count':
      return compareNode(
        when.op,
        makeNodeOf(
          countTrue,
          undefined,
          when.of.map((member) => lowerWhen(model, member)),
        ),
        numberNode(when.value),
      );
  }
}

/** What does not resolve is destroyed, also if it was never there. */
function lowerDestroyed(model: LevelModel, { op, object, value }: Extract<When, { readonly type: 'destroyed' }>): Node {
  const present = presentNode(lowerReference(model, object));
  return (op === 'eq') === value ? notNode(present) : present;
}
