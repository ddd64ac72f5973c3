import type { Effect } from '../../../../ir/effect.js';
import type { Node } from '../../../../ir/node.js';
import type { Action as KernelAction, Deed } from '../../../../ir/trigger.js';
import type { Action, Initial } from '../../syntax.js';
import { wholePoint } from '../../world/bodies.js';
import { nearest256 } from '../../world/fixed.js';
import type { LevelModel } from '../../world/level-model.js';
import { lowerReference } from '../references.js';
import { andNode, booleanNode, noneNode, notNode, numberNode, playerNode, presentNode, roleNode } from '../nodes.js';
import { isTaken } from '../when-player.js';
import { branch, effectsDeed, onDirect, silently, write } from './effects.js';
import type { Kit } from './kit.js';
import { classNode, directNode, hasAttribute, seatNode } from './nodes.js';
import { adopt } from './owner.js';

/** Makes the bodies of initials that stand for nobody, one after the other. What is born is born of the level. */
export function revealDeed({ model, lists }: Kit, { initial }: Extract<Action, { readonly type: 'reveal' }>): Deed {
  const numbers = [...new Set(initial)].filter((number) => number >= 0 && number < model.level.initials.length);
  if (numbers.length === 0) return effectsDeed();
  const level = roleNode(model.roles.level);
  const list = lists.ofParts(`reveal ${numbers.join(' ')}`, () => numbers.map((number) => revealOne(model, number)));
  return { by: 'start', list, subject: level, direct: level };
}

function revealOne(model: LevelModel, number: number): KernelAction {
  const { level, columns, classes } = model;
  const initial = level.initials[number];
  const [speedX, speedY] = initial.velocity.map(nearest256);
  const values: [number, Node][] = [
    [columns.initial, numberNode(number + 1)],
    [columns.velocityX, numberNode(speedX)],
    [columns.velocityY, numberNode(speedY)],
    [columns.builds, booleanNode(initial.build.length > 0)],
  ];
  if (initial.health !== undefined) values.push([columns.health, numberNode(initial.health)]);
  return silently(
    `reveal ${String(number)}`,
    effectsDeed({
      kind: 'create',
      ...onDirect,
      class: classNode(classes.get(initial.base) ?? 0),
      count: numberNode(1),
      owner: initial.owner === undefined ? noneNode() : seatNode(model, initial.owner),
      initial: values.map(([column, value]) => ({ column, value })),
      then: settle(model, initial, number),
    }),
    notNode(presentNode(lowerReference(model, { by: 'initial', index: number }))),
  );
}

/** What is done with a new body, in the engine's order: a player's first flagship is known before it is under way. */
function settle(model: LevelModel, initial: Initial, number: number): readonly Effect[] {
  const { roles } = model;
  const { owner } = initial;
  const { x, y } = wholePoint(initial.position);
  const born: readonly Effect[] = [
    { kind: 'put', ...onDirect, x: numberNode(x), y: numberNode(y) },
    { kind: 'bind', ...onDirect, role: numberNode(roles.initials[number]), object: directNode },
  ];
  return owner === undefined || !isTaken(model, owner) ? born : [...born, ...join(model, initial, owner, number)];
}

/** What a new body means for its player. */
function join(
  model: LevelModel,
  { build, flagship, target }: Initial,
  owner: number,
  number: number,
): readonly Effect[] {
  const { columns } = model;
  const effects: Effect[] = [];
  if (build.length > 0) effects.push(branch(hasAttribute(model, directNode, 'is_destination'), adopt(model)));
  if (flagship) {
    const others = presentNode(lowerReference(model, { by: 'flagship', index: owner }));
    effects.push(branch(notNode(others), [write(columns.flagship, directNode, playerNode(model, owner))]));
  }
  if (target !== undefined && target !== number) {
    const destination = lowerReference(model, { by: 'initial', index: target });
    effects.push(
      branch(andNode(hasAttribute(model, directNode, 'can_accept_destination'), presentNode(destination)), [
        write(columns.destination, destination),
      ]),
    );
  }
  return effects;
}
