import { add, minimum } from '../../../../eval/ops/arithmetic.js';
import type { Effect } from '../../../../ir/effect.js';
import { branch, onTarget, silently, write } from '../../../../ir/make-effect.js';
import type { Node } from '../../../../ir/node.js';
import type { Deed, Action as KernelAction } from '../../../../ir/trigger.js';
import { nearest256 } from '../../level/units.js';
import type { ActionOf, Initial } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { wholePoint } from '../../world/open-level.js';
import {
  andNode,
  booleanNode,
  compareNode,
  isTaken,
  lowerReference,
  node,
  noneNode,
  notNode,
  numberNode,
  ownerNode,
  playerNode,
  presentNode,
  providedNode,
  readNode,
  roleNode,
  appliesNode,
  chooseNode,
} from '../nodes.js';
import {
  become,
  classNode,
  directNode,
  effectsDeed,
  hasAttribute,
  hold,
  isSomebody,
  occupations,
  ownerOfDirect,
  runningNode,
  seatNode,
  subjectNode,
  wordOf,
  type Kit,
} from './kit.js';

/**
 * Gives the direct object to a player or to nobody, unless it is theirs. Who had it cannot build there any more; who
 * gets a destination has something to command; what survives its destruction has the attributes of its base again and
 * is occupied by its new owner alone.
 */
export function changeOwner(model: LevelModel, owner: Node): Effect {
  const isDestination = hasAttribute(model, directNode, 'is_destination');
  return branch(compareNode('ne', ownerOfDirect, owner), [
    loseBuildObject(model),
    { kind: 'give', ...onTarget, owner },
    branch(andNode(isSomebody(ownerOfDirect), isDestination), adopt(model)),
    branch(hasAttribute(model, directNode, 'neutral_death'), [
      become([], [model.holdings.attributes]),
      branch(isDestination, occupyFully(model)),
    ]),
  ]);
}

function loseBuildObject(model: LevelModel): Effect {
  return branch(
    compareNode('eq', readNode(model, 'buildAt', ownerOfDirect), directNode),
    writeBuildAt(model, noneNode),
  );
}

function writeBuildAt({ columns }: LevelModel, body: Node): readonly Effect[] {
  return [write(columns.buildAt, body, ownerOfDirect), write(columns.building, booleanNode(false), ownerOfDirect)];
}

/**
 * The direct object becomes what its owner commands, aims for and builds at, where the owner has nothing else. In the
 * engine the first body that a player commands is also what is built at.
 */
function adopt(model: LevelModel): readonly Effect[] {
  const { columns } = model;
  const [control, buildAt, target] = (['control', 'buildAt', 'target'] as const).map((column) =>
    readNode(model, column, ownerOfDirect),
  );
  const isInUse = (body: Node) => readNode(model, 'inUse', body);
  const [commands, builds] = [control, buildAt].map((body) =>
    appliesNode(andNode(isInUse(body), compareNode('eq', ownerNode(body), ownerOfDirect))),
  );
  // What the direct object builds is its own: it keeps that when its base changes.
  const canBuild = andNode(hasAttribute(model, directNode, 'can_accept_build'), readNode(model, 'builds', directNode));
  return [
    branch(andNode(canBuild, notNode(andNode(commands, builds))), writeBuildAt(model, directNode)),
    branch(notNode(commands), [write(columns.control, directNode, ownerOfDirect)]),
    branch(notNode(appliesNode(isInUse(target))), [write(columns.target, directNode, ownerOfDirect)]),
  ];
}

function occupyFully(model: LevelModel): readonly Effect[] {
  const full = readNode(model, 'fullCount', directNode);
  return occupations(model).map(({ column, player }) =>
    write(column, chooseNode(appliesNode(compareNode('eq', ownerOfDirect, player)), full, numberNode(0))),
  );
}

/**
 * Destroys the direct object, if it is in use. Whether it survives is settled at once, because what follows may change
 * its attributes: in the list that is begun the subject survives, the direct object does not.
 */
export function destroyDeed(kit: Kit): Deed {
  const { model } = kit;
  const isInUse = readNode(model, 'inUse', directNode);
  const survives = hasAttribute(model, directNode, 'neutral_death');
  return {
    by: 'start',
    list: destroyList(kit),
    subject: providedNode(directNode, andNode(isInUse, survives)),
    direct: providedNode(directNode, andNode(isInUse, notNode(survives))),
  };
}

function destroyList(kit: Kit): number {
  const { model, lists } = kit;
  return lists.ofParts('destroy', () => [
    silently(
      'survive',
      { by: 'start', list: surviveList(kit), subject: noneNode, direct: subjectNode },
      isSomebody(subjectNode),
    ),
    // The body is in use until this is over. Its base may have become another by then.
    ...destroyActions(kit),
    silently('die', effectsDeed(...leave(model)), andNode(isSomebody(directNode), readNode(model, 'dies', directNode))),
  ]);
}

/** What a body loses that survives. */
const lost = ['hated', 'can_engage', 'can_collide', 'can_be_hit'] as const;

function surviveList(kit: Kit): number {
  const { model, lists } = kit;
  return lists.ofParts('survive destruction', () => [
    silently(
      'lose owner',
      effectsDeed(
        write(model.columns.health, readNode(model, 'maxHealth', directNode)),
        changeOwner(model, noneNode),
        ...lost.map((attribute) => hold(model, model.holdings.attributes, wordOf(attribute), false)),
      ),
    ),
    ...destroyActions(kit),
  ]);
}

/** Done by the body alone. */
function destroyActions({ destroyLists }: Kit): readonly KernelAction[] {
  if (destroyLists.size === 0) return [];
  return [
    silently(
      'destroy action',
      { by: 'start', list: { object: directNode, lists: destroyLists }, subject: directNode, direct: noneNode },
      isSomebody(directNode),
    ),
  ];
}

export function leave(model: LevelModel): readonly Effect[] {
  return [write(model.columns.inUse, booleanNode(false)), loseBuildObject(model)];
}

const mostHealth = 2 ** 31 - 1;

/** There is no other upper end of health than that of its numbers; below 0 is death. */
export function healDeed(kit: Kit, { value }: ActionOf<'heal'>): Deed {
  const { model, lists } = kit;
  const healed = node(minimum, node(add, runningNode, numberNode(value)), numberNode(mostHealth));
  return {
    by: 'start',
    list: lists.ofParts(`heal ${value}`, () => [
      silently('heal', effectsDeed(write(model.columns.health, healed))),
      silently('destroy', destroyDeed(kit), compareNode('lt', readNode(model, 'health', directNode), numberNode(0))),
    ]),
  };
}

/** Makes the bodies of initials that stand for nobody, one by one, born of the level. */
export function revealDeed({ model, lists }: Kit, { initial }: ActionOf<'reveal'>): Deed {
  const numbers = [...new Set(initial)].filter((number) => number >= 0 && number < model.level.initials.length);
  if (numbers.length === 0) return effectsDeed();
  const level = roleNode(model.roles.level);
  const list = lists.ofParts(`reveal ${numbers.join(' ')}`, () => numbers.map((number) => revealOne(model, number)));
  return { by: 'start', list, subject: level, direct: level };
}

function revealOne(model: LevelModel, number: number): KernelAction {
  const { columns } = model;
  const initial = model.level.initials[number];
  const { base, build, health, owner = -1 } = initial;
  const [speedX, speedY] = initial.velocity.map(nearest256);
  const values = [
    { column: columns.initial, value: numberNode(number + 1) },
    { column: columns.velocityX, value: numberNode(speedX) },
    { column: columns.velocityY, value: numberNode(speedY) },
    { column: columns.builds, value: booleanNode(build.length > 0) },
  ];
  if (health !== undefined) values.push({ column: columns.health, value: numberNode(health) });
  return silently(
    `reveal ${number}`,
    effectsDeed({
      kind: 'create',
      ...onTarget,
      class: classNode(model, base),
      count: numberNode(1),
      owner: seatNode(model, owner),
      initial: values,
      then: settle(model, initial, number),
    }),
    notNode(presentNode(lowerReference(model, { by: 'initial', index: number }))),
  );
}

/** In the engine's order: a player's first flagship is known before it is under way. */
function settle(model: LevelModel, initial: Initial, number: number): readonly Effect[] {
  const { owner = -1, build, flagship, target, position } = initial;
  const { columns } = model;
  const { x, y } = wholePoint(position);
  const effects: Effect[] = [
    { kind: 'put', ...onTarget, x: numberNode(x), y: numberNode(y) },
    { kind: 'bind', ...onTarget, role: numberNode(model.roles.initials[number]), object: directNode },
  ];
  if (!isTaken(model, owner)) return effects;
  if (build.length > 0) effects.push(branch(hasAttribute(model, directNode, 'is_destination'), adopt(model)));
  if (flagship) {
    const others = presentNode(lowerReference(model, { by: 'flagship', index: owner }));
    effects.push(branch(notNode(others), [write(columns.flagship, directNode, playerNode(model, owner))]));
  }
  if (target !== undefined && target !== number) {
    const destination = lowerReference(model, { by: 'initial', index: target });
    const canGo = andNode(hasAttribute(model, directNode, 'can_accept_destination'), presentNode(destination));
    effects.push(branch(canGo, [write(columns.destination, destination)]));
  }
  return effects;
}
