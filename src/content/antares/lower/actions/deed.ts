import type { Deed } from '../../../../ir/trigger.js';
import { type Node } from '../../../../ir/node.js';
import type { Action } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { booleanNode, noneNode, ownerNode } from '../nodes.js';
import { assumeDeed } from './assume.js';
import { destroyDeed, healDeed, leave } from './destroy.js';
import { effectsDeed, onDirect, write } from './effects.js';
import type { Kit } from './kit.js';
import { capSpeedDeed, pushDeed, slowDeed, speedDeed, stopDeed } from './motion.js';
import { classNode, seatNode, subjectNode } from './nodes.js';
import { occupyDeed } from './occupy.js';
import { changeOwner } from './owner.js';
import { moveDeed, targetDeed } from './place.js';
import { payDeed, scoreDeed, winDeed } from './players.js';
import { revealDeed } from './reveal.js';
import { keyDeed, messageDeed, selectDeed, zoomDeed } from './screen.js';

/** What an action does. Levels say the same thing many times: it is made once. */
export function lowerDeed(kit: Kit, action: Action): Deed {
  const key = keyOf(action);
  const known = kit.deeds.get(key);
  if (known !== undefined) return known;
  const deed = makeDeed(kit, action);
  // A group does what is in it, and no other group has that.
  if (action.type !== 'group') kit.deeds.set(key, deed);
  return deed;
}

/**
 * The same for actions that do the same: what an action is, but for where it stands, whom it is about and what only the
 * host is told.
 */
function keyOf({
  at: _at,
  path: _path,
  filter: _filter,
  override: _override,
  fields: _fields,
  ...what
}: Action): string {
  // Numbers as texts, because JSON has no words for some.
  return what.type === 'group'
    ? what.type
    : JSON.stringify(what, (_name, value: unknown) => (typeof value === 'number' ? String(value) : value));
}

/** What belongs to the host's physics is told and no more. */
function makeDeed(kit: Kit, action: Action): Deed {
  const { model, lists } = kit;
  const { columns } = model;
  switch (action.type) {
    case 'check':
      return { by: 'poll' };
    case 'condition':
      return { by: 'arm', arm: known(model, action.enable), disarm: known(model, action.disable) };
    case 'delay':
      return { by: 'delay', ticks: action.duration };
    case 'group':
      return { by: 'group', list: lists.ofContent(`${action.path}.of`, action.of) };
    case 'score':
      return scoreDeed(model, action);
    case 'pay':
      return payDeed(model, action);
    case 'win':
      return winDeed(model, action);
    case 'reveal':
      return revealDeed(kit, action);
    case 'destroy':
      return destroyDeed(kit);
    case 'remove':
      return effectsDeed(...leave(model));
    case 'capture':
      return effectsDeed(changeOwner(model, captor(model, action.player)));
    case 'occupy':
      return occupyDeed(kit, action.value);
    case 'heal':
      return healDeed(kit, action.value);
    case 'target':
      return targetDeed(model);
    case 'assume':
      return assumeDeed(kit, action.which);
    case 'morph':
      return morphDeed(model, action.base);
    case 'move':
      return moveDeed(action);
    case 'stop':
      return stopDeed(model);
    case 'slow':
      return slowDeed(model, action);
    case 'speed':
      return speedDeed(model, action);
    case 'push':
      return pushDeed(model, action);
    case 'cap-speed':
      return capSpeedDeed(model, action);
    case 'cloak':
      return effectsDeed(write(columns.cloaked, booleanNode(true)));
    case 'hold':
      return effectsDeed(write(columns.weaponTarget, noneNode()));
    case 'message':
      return messageDeed(model, action);
    case 'zoom':
      return zoomDeed(model, action);
    case 'select':
      return selectDeed(model, action);
    case 'key':
      return keyDeed(model, action);
    default:
      return { by: 'tell' };
  }
}

/** The subject's owner where no player is named; nobody without a subject. */
function captor(model: LevelModel, player: number | undefined): Node {
  return player === undefined ? ownerNode(subjectNode) : seatNode(model, player);
}

/** Its health stays what it is, also above the new maximum. */
function morphDeed({ columns, holdings, classes }: LevelModel, base: string): Deed {
  return effectsDeed({
    kind: 'become',
    ...onDirect,
    class: classNode(classes.get(base) ?? 0),
    columns: [columns.maxHealth, columns.maxSpeed, columns.fullCount, columns.occupiable, columns.dies],
    holdings: [holdings.attributes, holdings.tags],
  });
}

/** Indices of conditions; in the engine others mean nothing in particular. */
function known({ level: { conditions } }: LevelModel, indices: readonly number[]): readonly number[] {
  return indices.filter((index) => index >= 0 && index < conditions.length);
}
