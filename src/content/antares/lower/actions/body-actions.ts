import { nodes } from '../../../../eval/node-kit.js';
import { add, minimum } from '../../../../eval/ops/arithmetic.js';
import type { Effect } from '../../../../ir/effect.js';
import { branch, onTarget } from '../../../../ir/make-effect.js';
import type { Node } from '../../../../ir/node.js';
import type { Task, Action as KernelAction } from '../../../../ir/trigger.js';
import type { ActionOf, Initial } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { firstValues, wholePoint } from '../../world/open-level.js';
import {
  andNode,
  compareNode,
  isTaken,
  lowerReference,
  node,
  playerNode,
  readNode,
  become,
  classNode,
  directNode,
  partOf,
  write,
  hasAttribute,
  hold,
  isSomebody,
  occupations,
  operandNode,
  ownerOfDirect,
  runningNode,
  seatNode,
  subjectNode,
  wordOf,
  type Doing,
  type Kit,
} from '../level-nodes.js';

/**
 * Does nothing if the owner has the direct object already. The former owner cannot build there any more; the new one
 * has something to command. A body that survives its destruction gets the attributes of its base back, and its new
 * owner alone occupies it.
 */
export function changeOwner(model: LevelModel, owner: Node): Effect {
  const isDestination = hasAttribute(model, 'is_destination');
  return branch(compareNode('ne', ownerOfDirect, owner), [
    loseBuildObject(model),
    { kind: 'give', ...onTarget, owner },
    branch(andNode(isSomebody(ownerOfDirect), isDestination), adopt(model)),
    branch(hasAttribute(model, 'neutral_death'), [
      become([], [model.holdings.attributes]),
      branch(isDestination, occupyFully(model)),
    ]),
  ]);
}

function loseBuildObject(model: LevelModel): Effect {
  return branch(
    compareNode('eq', readNode(model, 'buildAt', ownerOfDirect), directNode),
    writeBuildAt(model, nodes.none),
  );
}

function writeBuildAt({ columns }: LevelModel, body: Node): readonly Effect[] {
  return [write(columns.buildAt, body, ownerOfDirect), write(columns.building, false, ownerOfDirect)];
}

/**
 * An owner without a commanded body, target or build object gets the direct object. The engine also builds at the first
 * body that a player commands.
 */
function adopt(model: LevelModel): readonly Effect[] {
  const { columns } = model;
  const [control, buildAt, target] = (['control', 'buildAt', 'target'] as const).map((column) =>
    readNode(model, column, ownerOfDirect),
  );
  const isInUse = (body: Node) => readNode(model, 'inUse', body);
  const [commands, builds] = [control, buildAt].map((body) =>
    nodes.applies(andNode(isInUse(body), compareNode('eq', nodes.owner(body), ownerOfDirect))),
  );
  // The direct object keeps what it builds when its base changes.
  const canBuild = andNode(hasAttribute(model, 'can_accept_build'), readNode(model, 'builds'));
  return [
    branch(andNode(canBuild, nodes.not(andNode(commands, builds))), writeBuildAt(model, directNode)),
    branch(nodes.not(commands), [write(columns.control, directNode, ownerOfDirect)]),
    branch(nodes.not(nodes.applies(isInUse(target))), [write(columns.target, directNode, ownerOfDirect)]),
  ];
}

function occupyFully(model: LevelModel): readonly Effect[] {
  const full = readNode(model, 'fullCount');
  return occupations(model).map(({ column, player }) =>
    write(column, nodes.choose(nodes.applies(compareNode('eq', ownerOfDirect, player)), full, nodes.number(0))),
  );
}

/**
 * Destroys a body in use. Survival is settled first, because later parts may change attributes; in the list, the
 * subject survives instead of the direct object.
 */
export function destroyTask(kit: Kit): Task {
  const { model } = kit;
  const isInUse = readNode(model, 'inUse');
  const survives = hasAttribute(model, 'neutral_death');
  return {
    by: 'start',
    list: destroyList(kit),
    subject: nodes.provided(directNode, andNode(isInUse, survives)),
    direct: nodes.provided(directNode, andNode(isInUse, nodes.not(survives))),
  };
}

function destroyList(kit: Kit): number {
  const { model, lists } = kit;
  return lists.ofParts('destroy', () => [
    partOf(
      'survive',
      { by: 'start', list: surviveList(kit), subject: nodes.none, direct: subjectNode },
      isSomebody(subjectNode),
    ),
    // The body is in use until then. Its base may have changed.
    ...destroyActions(kit),
    partOf('die', leave(model), andNode(isSomebody(directNode), readNode(model, 'dies'))),
  ]);
}

/** Attributes that a surviving body loses. */
const lost = ['hated', 'can_engage', 'can_collide', 'can_be_hit'] as const;

function surviveList(kit: Kit): number {
  const { model, lists } = kit;
  return lists.ofParts('survive destruction', () => [
    partOf('lose owner', [
      write(model.columns.health, readNode(model, 'maxHealth')),
      changeOwner(model, nodes.none),
      ...lost.map((attribute) => hold(model, model.holdings.attributes, wordOf(attribute), false)),
    ]),
    ...destroyActions(kit),
  ]);
}

function destroyActions({ destroyLists }: Kit): readonly KernelAction[] {
  if (destroyLists.size === 0) return [];
  return [
    partOf(
      'destroy action',
      { by: 'start', list: { object: directNode, lists: destroyLists }, subject: directNode, direct: nodes.none },
      isSomebody(directNode),
    ),
  ];
}

export function leave(model: LevelModel): readonly Effect[] {
  return [write(model.columns.inUse, false), loseBuildObject(model)];
}

const mostHealth = 2 ** 31 - 1;

export function healTask(kit: Kit, { value }: ActionOf<'heal'>): Task {
  const { model, lists } = kit;
  const healed = node(minimum, node(add, runningNode, value), mostHealth);
  return {
    by: 'start',
    list: lists.ofParts(`heal ${value}`, () => [
      partOf('heal', [write(model.columns.health, healed)]),
      partOf('destroy', destroyTask(kit), compareNode('lt', readNode(model, 'health'), 0)),
    ]),
  };
}

/** Makes missing bodies of initials, one by one, created by the level. */
export function revealTask({ model, lists }: Kit, { initial }: ActionOf<'reveal'>): Doing {
  const numbers = [...new Set(initial)].filter((number) => number >= 0 && number < model.level.initials.length);
  if (numbers.length === 0) return [];
  const level = nodes.role(model.roles.level);
  const list = lists.ofParts(`reveal ${numbers.join(' ')}`, () => numbers.map((number) => revealOne(model, number)));
  return { by: 'start', list, subject: level, direct: level };
}

function revealOne(model: LevelModel, number: number): KernelAction {
  const initial = model.level.initials[number];
  const { base, owner = -1 } = initial;
  const create: Effect = {
    kind: 'create',
    ...onTarget,
    class: classNode(model, base),
    count: nodes.number(1),
    owner: seatNode(model, owner),
    initial: firstValues(initial, number).map(([column, value]) => ({
      column: model.columns[column],
      value: operandNode(value),
    })),
    then: settle(model, initial, number),
  };
  return partOf(
    `reveal ${number}`,
    [create],
    nodes.not(nodes.present(lowerReference(model, { by: 'initial', index: number }))),
  );
}

/** Keeps the engine's order: a player's first flagship is known before it sets out. */
function settle(model: LevelModel, initial: Initial, number: number): readonly Effect[] {
  const { owner = -1, build, flagship, target, position } = initial;
  const { columns } = model;
  const { x, y } = wholePoint(position);
  const effects: Effect[] = [
    { kind: 'put', ...onTarget, x: nodes.number(x), y: nodes.number(y) },
    { kind: 'bind', ...onTarget, role: nodes.number(model.roles.initials[number]), object: directNode },
  ];
  if (!isTaken(model, owner)) return effects;
  if (build.length > 0) effects.push(branch(hasAttribute(model, 'is_destination'), adopt(model)));
  if (flagship) {
    const others = nodes.present(lowerReference(model, { by: 'flagship', index: owner }));
    effects.push(branch(nodes.not(others), [write(columns.flagship, directNode, playerNode(model, owner))]));
  }
  if (target !== undefined && target !== number) {
    const destination = lowerReference(model, { by: 'initial', index: target });
    const canGo = andNode(hasAttribute(model, 'can_accept_destination'), nodes.present(destination));
    effects.push(branch(canGo, [write(columns.destination, destination)]));
  }
  return effects;
}
