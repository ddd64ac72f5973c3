import type { Effect } from '../../../../ir/effect.js';
import { makeNode } from '../../../../eval/make-node.js';
import { add, minimum } from '../../../../eval/ops/arithmetic.js';
import type { Action, Deed } from '../../../../ir/trigger.js';
import { attributes } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { andNode, booleanNode, compareNode, noneNode, notNode, numberNode, providedNode, readNode } from '../nodes.js';
import { effectsDeed, hold, silently, write } from './effects.js';
import type { Kit } from './kit.js';
import { directNode, hasAttribute, isInUse, isSomebody, runningNode, subjectNode } from './nodes.js';
import { changeOwner, loseBuildObject } from './owner.js';

/** Bodies that go, and those that do not quite. */

/**
 * Destroys the direct object, if it is in use. Whether it survives that is settled at once, by who it is in the list
 * that is begun: the subject survives, the direct object does not. What its destruction brings may change its
 * attributes.
 */
export function destroyDeed(kit: Kit): Deed {
  const { model } = kit;
  const survives = hasAttribute(model, directNode, 'neutral_death');
  return {
    by: 'start',
    list: destroyList(kit),
    subject: providedNode(directNode, andNode(isInUse(model, directNode), survives)),
    direct: providedNode(directNode, andNode(isInUse(model, directNode), notNode(survives))),
  };
}

function destroyList(kit: Kit): number {
  const { model, lists } = kit;
  return lists.ofParts('destroy', () => [
    silently(
      'survive',
      { by: 'start', list: surviveList(kit), subject: noneNode(), direct: subjectNode },
      isSomebody(subjectNode),
    ),
    // The body is in use until this is over. Its base is looked at once more then: it may have become another.
    ...destroyActions(kit),
    silently(
      'die',
      effectsDeed(...leave(model)),
      andNode(isSomebody(directNode), readNode(model, model.columns.dies, directNode)),
    ),
  ]);
}

/** What a body loses that nobody owns any more but that is still there. */
const lost = ['hated', 'can_engage', 'can_collide', 'can_be_hit'] as const;

function surviveList(kit: Kit): number {
  const { model, lists } = kit;
  return lists.ofParts('survive destruction', () => [
    silently(
      'lose owner',
      effectsDeed(
        write(model.columns.health, readNode(model, model.columns.maxHealth, directNode)),
        changeOwner(model, noneNode()),
        ...lost.map((attribute) => hold(model, model.holdings.attributes, 1 + attributes.indexOf(attribute), false)),
      ),
    ),
    ...destroyActions(kit),
  ]);
}

/** What the base of the direct object says, done by the body without a direct object. */
function destroyActions({ destroyLists }: Kit): readonly Action[] {
  if (destroyLists.size === 0) return [];
  return [
    silently(
      'destroy action',
      { by: 'start', list: { object: directNode, lists: destroyLists }, subject: directNode, direct: noneNode() },
      isSomebody(directNode),
    ),
  ];
}

/** The direct object is gone. */
export function leave(model: LevelModel): readonly Effect[] {
  return [write(model.columns.inUse, booleanNode(false)), ...loseBuildObject(model)];
}

const mostHealth = 2 ** 31 - 1;

/** There is no other upper end of health than that of its numbers; below 0 is death. */
export function healDeed(kit: Kit, value: number): Deed {
  const {
    model: { columns },
    model,
    lists,
  } = kit;
  const list = lists.ofParts(`heal ${String(value)}`, () => [
    silently(
      'heal',
      effectsDeed(
        write(
          columns.health,
          makeNode(
            minimum,
            undefined,
            makeNode(add, undefined, runningNode, numberNode(value)),
            numberNode(mostHealth),
          ),
        ),
      ),
    ),
    silently(
      'destroy',
      destroyDeed(kit),
      compareNode('lt', readNode(model, columns.health, directNode), numberNode(0)),
    ),
  ]);
  return { by: 'start', list };
}
