import { makeNode } from '../../../../eval/make-node.js';
import { add, maximum } from '../../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../../eval/ops/coordinate.js';
import { otherwise } from '../../../../eval/ops/logic.js';
import { time } from '../../../../eval/ops/time.js';
import type { Effect } from '../../../../ir/effect.js';
import type { Node } from '../../../../ir/node.js';
import type { Deed } from '../../../../ir/trigger.js';
import type { Action, ActionOf, ActionType } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import {
  andNode,
  booleanNode,
  compareNode,
  isTaken,
  levelNode,
  node,
  noneNode,
  notNode,
  numberNode,
  ownerNode,
  playerNode,
  readNode,
  roleNode,
  wordNode,
} from '../nodes.js';
import { changeOwner, destroyDeed, healDeed, leave, revealDeed } from './bodies.js';
import {
  anyOf,
  appliesNode,
  become,
  branch,
  classNode,
  directNode,
  effectsDeed,
  hasAttribute,
  hold,
  increase,
  isNobody,
  isSomebody,
  onDirect,
  ownerOfDirect,
  runningNode,
  seatNode,
  silently,
  subjectNode,
  write,
  writeLevel,
  type Kit,
} from './kit.js';
import { capSpeedDeed, pushDeed, slowDeed, speedDeed, stopDeed } from './motion.js';

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

/** What an action is, but for where it stands, whom it is about and what only the host is told. */
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

function makeDeed<Type extends ActionType>(kit: Kit, action: ActionOf<Type>): Deed {
  const deed: ((kit: Kit, action: ActionOf<Type>) => Deed) | undefined = deeds[action.type];
  return deed === undefined ? { by: 'tell' } : deed(kit, action);
}

/** By type of action; what belongs to the host's physics is told and no more. */
const deeds: { readonly [Type in ActionType]?: (kit: Kit, action: ActionOf<Type>) => Deed } = {
  check: () => ({ by: 'poll' }),
  condition: ({ model }, { enable, disable }) => ({
    by: 'arm',
    arm: known(model, enable),
    disarm: known(model, disable),
  }),
  delay: (_kit, { duration }) => ({ by: 'delay', ticks: duration }),
  group: ({ lists }, { path, of }) => ({ by: 'group', list: lists.ofContent(`${path}.of`, of) }),
  // Sums stay within 32 bits. What there is no counter for is not counted.
  score: ({ model }, { counter: { player, which }, value }) => {
    const column = which < 0 ? undefined : model.columns.scores.at(which);
    return column === undefined
      ? effectsDeed()
      : effectsDeed(increase(column, numberNode(value), playerOf(model, player)));
  },
  // Cash does not go below 0.
  pay: ({ model }, { value, player }) =>
    effectsDeed(
      write(
        model.columns.cash,
        node(maximum, node(add, runningNode, numberNode(value)), numberNode(0)),
        playerOf(model, player),
      ),
    ),
  win: winDeed,
  reveal: revealDeed,
  destroy: destroyDeed,
  remove: ({ model }) => effectsDeed(...leave(model)),
  // To the subject's owner where no player is named; to nobody without a subject.
  capture: ({ model }, { player }) =>
    effectsDeed(changeOwner(model, player === undefined ? ownerNode(subjectNode) : seatNode(model, player))),
  occupy: occupyDeed,
  heal: healDeed,
  target: targetDeed,
  assume: assumeDeed,
  // Its health stays what it is, also above the new maximum.
  morph: ({ model }, { base }) => {
    const { maxHealth, maxSpeed, fullCount, occupiable, dies } = model.columns;
    const { attributes, tags } = model.holdings;
    return effectsDeed(
      become([maxHealth, maxSpeed, fullCount, occupiable, dies], [attributes, tags], classNode(model, base)),
    );
  },
  move: moveDeed,
  stop: stopDeed,
  slow: slowDeed,
  speed: speedDeed,
  push: pushDeed,
  'cap-speed': capSpeedDeed,
  cloak: ({ model }) => effectsDeed(write(model.columns.cloaked, booleanNode(true))),
  hold: ({ model }) => effectsDeed(write(model.columns.weaponTarget, noneNode)),
  // The host shows what is on the screen and corrects it; conditions see at once what it is to be. Messages begin at
  // page 1.
  message: ({ model }, { id }) =>
    effectsDeed(
      writeLevel(model, 'hasMessage', booleanNode(id !== undefined)),
      writeLevel(model, 'messageId', numberNode(id ?? 0)),
      writeLevel(model, 'messagePage', numberNode(1)),
    ),
  zoom: ({ model }, { value }) => effectsDeed(writeLevel(model, 'zoom', wordNode(model, 'zoom', value))),
  select: ({ model }, { screen, line }) =>
    effectsDeed(
      writeLevel(model, 'screen', wordNode(model, 'screen', screen)),
      writeLevel(model, 'line', numberNode(line)),
    ),
  // The level has the keys that are off. Enabled first, so that a key that is named twice is off.
  key: ({ model }, { enable, disable }) => {
    const level = roleNode(model.roles.level);
    const switched = (keys: readonly string[], isOff: boolean) =>
      keys.flatMap((key) => {
        const word = model.words.keys.get(key);
        return word === undefined ? [] : [hold(model, model.holdings.keys, word, isOff, level)];
      });
    // No arguments of a call: there may be any number of keys.
    return { by: 'effects', effects: [...switched(enable, false), ...switched(disable, true)] };
  },
};

function known({ level: { conditions } }: LevelModel, indices: readonly number[]): readonly number[] {
  return indices.filter((index) => index >= 0 && index < conditions.length);
}

/** A player that is named, else the owner of the direct object. */
function playerOf(model: LevelModel, seat: number | undefined): Node {
  return seat === undefined ? ownerOfDirect : seatNode(model, seat);
}

/** From the first win until the level is over. */
const victoryTicks = 180;

/** The first winner and the first end stay; only that nobody has won ends the level at once, whenever it is said. */
function winDeed({ model }: Kit, { player }: ActionOf<'win'>): Deed {
  const now = makeNode(time, undefined);
  const winner = playerOf(model, player);
  const endAt = (tick: Node): readonly Effect[] => [
    writeLevel(model, 'over', tick),
    writeLevel(model, 'isOver', booleanNode(true)),
  ];
  return effectsDeed(
    branch(isNobody(winner), endAt(now), [
      branch(isNobody(levelNode(model, 'winner')), [
        branch(notNode(appliesNode(levelNode(model, 'isOver'))), endAt(node(add, now, numberNode(victoryTicks)))),
        writeLevel(model, 'winner', winner),
      ]),
    ]),
  );
}

function occupyDeed({ model, lists }: Kit, { value }: ActionOf<'occupy'>): Deed {
  const seats = model.columns.occupation.flatMap((column, seat) =>
    isTaken(model, seat)
      ? [{ column, isOwner: compareNode('eq', ownerNode(subjectNode), playerNode(model, seat)) }]
      : [],
  );
  const canBeOccupied = andNode(
    hasAttribute(model, directNode, 'neutral_death'),
    hasAttribute(model, directNode, 'is_destination'),
    readNode(model, 'occupiable', directNode),
  );
  const full = readNode(model, 'fullCount', directNode);
  const isFull = (column: number): Node => compareNode('ge', readNode(model, column, directNode), full);
  const list = lists.ofParts(`occupy ${value}`, () => [
    silently(
      'gain',
      effectsDeed(...seats.map(({ column, isOwner }) => branch(isOwner, [increase(column, numberNode(value))]))),
      canBeOccupied,
    ),
    silently(
      'take over',
      effectsDeed(changeOwner(model, ownerNode(subjectNode))),
      andNode(canBeOccupied, anyOf(seats.map(({ column, isOwner }) => andNode(isOwner, isFull(column))))),
    ),
  ]);
  return { by: 'start', list };
}

/** The subject is under way to the direct object, which may be itself. Nobody goes anywhere for nobody. */
function targetDeed({ model }: Kit): Deed {
  const { destination } = model.columns;
  const canGo = andNode(
    hasAttribute(model, subjectNode, 'can_accept_destination'),
    readNode(model, 'inUse', directNode),
  );
  return effectsDeed(
    branch(isSomebody(directNode), [
      branch(
        isSomebody(ownerNode(subjectNode)),
        [branch(canGo, [write(destination, directNode, subjectNode)])],
        [write(destination, noneNode, subjectNode)],
      ),
    ]),
  );
}

/**
 * The initial of a number plus the first counter of the first player stands for the direct object. Where there is none
 * nothing happens, which as documented is worth telling.
 */
function assumeDeed({ model, lists }: Kit, { which }: ActionOf<'assume'>): Deed {
  const { initials } = model.roles;
  const counter = readNode(model, model.columns.scores[0], playerNode(model, 0));
  const number = node(add, node(otherwise, counter, numberNode(0)), numberNode(which));
  const isInitial = appliesNode(
    andNode(compareNode('ge', number, numberNode(0)), compareNode('lt', number, numberNode(initials.length))),
  );
  // The roles of initials follow one another.
  const first = initials.length === 0 ? 0 : initials[0];
  const bind: Effect = { kind: 'bind', ...onDirect, role: node(add, number, numberNode(first)), object: directNode };
  if (model.policy === 'compat') return effectsDeed(branch(isInitial, [bind]));
  const list = lists.ofParts(`assume ${which}`, () => [
    silently('bind', effectsDeed(bind), isInitial),
    // Skipped aloud, for want of a direct object: nobody is it.
    { ...silently('assume', { by: 'tell' }, notNode(isInitial)), direct: noneNode, needsDirect: true },
  ]);
  return { by: 'start', list };
}

/**
 * Puts the direct object at a point, or so far from one of the roles before they were swapped, unless that is empty.
 * The random part of a distance is the host's.
 */
function moveDeed(_kit: Kit, { origin, to: [x, y], reflexive }: ActionOf<'move'>): Deed {
  if (origin === 'level') return effectsDeed({ kind: 'put', ...onDirect, x: numberNode(x), y: numberNode(y) });
  const from = (origin === 'subject') === reflexive ? directNode : subjectNode;
  const along = (axis: 'x' | 'y', distance: number): Node =>
    node(add, makeNode(coordinate, { axis }, from), numberNode(distance));
  return effectsDeed(branch(isSomebody(from), [{ kind: 'put', ...onDirect, x: along('x', x), y: along('y', y) }]));
}
