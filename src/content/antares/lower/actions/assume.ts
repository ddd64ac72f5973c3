import { makeNode } from '../../../../eval/make-node.js';
import type { Effect } from '../../../../ir/effect.js';
import type { Node } from '../../../../ir/node.js';
import { add } from '../../../../eval/ops/arithmetic.js';
import type { Deed } from '../../../../ir/trigger.js';
import type { LevelModel } from '../../world/level-model.js';
import { andNode, compareNode, noneNode, notNode, numberNode, otherwiseNode, playerNode, readNode } from '../nodes.js';
import { branch, effectsDeed, onDirect, silently } from './effects.js';
import type { Kit } from './kit.js';
import { appliesNode, directNode } from './nodes.js';

/**
 * The initial of a number plus the first counter of the first player stands for the direct object. There may be no such
 * initial: then nothing happens, which as documented is worth telling.
 */
export function assumeDeed({ model, lists }: Kit, which: number): Deed {
  const number = numberOf(model, which);
  const isInitial = appliesNode(
    andNode(
      compareNode('ge', number, numberNode(0)),
      compareNode('lt', number, numberNode(model.roles.initials.length)),
    ),
  );
  const bind = bindEffect(model, number);
  if (model.policy === 'compat') return effectsDeed(branch(isInitial, [bind]));
  const list = lists.ofParts(`assume ${String(which)}`, () => [
    silently('bind', effectsDeed(bind), isInitial),
    // Skipped aloud, for want of a direct object: nobody is it.
    { ...silently('assume', { by: 'tell' }, notNode(isInitial)), direct: noneNode(), needsDirect: true },
  ]);
  return { by: 'start', list };
}

/** The roles of initials follow one another. */
function bindEffect({ roles }: LevelModel, number: Node): Effect {
  const first = roles.initials.length === 0 ? 0 : roles.initials[0];
  return { kind: 'bind', ...onDirect, role: makeNode(add, undefined, number, numberNode(first)), object: directNode };
}

function numberOf(model: LevelModel, which: number): Node {
  const counter = readNode(model, model.columns.scores[0], playerNode(model, 0));
  return makeNode(add, undefined, otherwiseNode(counter, numberNode(0)), numberNode(which));
}
