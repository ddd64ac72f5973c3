import type { Deed } from '../../../../ir/trigger.js';
import type { Node } from '../../../../ir/node.js';
import { type Action, screens, zooms } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import {
  booleanNode,
  noneNode,
  ownerNode,
  andNode,
  numberNode,
  compareNode,
  notNode,
  otherwiseNode,
  playerNode,
  readNode,
  roleNode,
  wordNode,
} from '../nodes.js';
import { destroyDeed, healDeed, leave, changeOwner, revealDeed } from './bodies.js';
import {
  effectsDeed,
  onDirect,
  write,
  branch,
  silently,
  increase,
  hold,
  writeLevel,
  type Kit,
  classNode,
  seatNode,
  subjectNode,
  directNode,
  hasAttribute,
  isInUse,
  isSomebody,
  appliesNode,
  anyOf,
  isNobody,
  runningNode,
} from './kit.js';
import { capSpeedDeed, pushDeed, slowDeed, speedDeed, stopDeed } from './motion.js';
import { makeNode } from '../../../../eval/make-node.js';
import { add, maximum } from '../../../../eval/ops/arithmetic.js';
import { coordinate } from '../../../../eval/ops/coordinate.js';
import type { Effect } from '../../../../ir/effect.js';
import { isTaken } from '../when.js';
import { time } from '../../../../eval/ops/time.js';

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

/** Where bodies are, and where they are to go. */

/**
 * Puts the direct object at a point, or so far from one of the roles as they were before they were swapped; nothing
 * happens where that role is empty. The random part of a distance is the host's, who puts it there.
 */
function moveDeed({ origin, to: [x, y], reflexive }: Extract<Action, { readonly type: 'move' }>): Deed {
  if (origin === 'level') return effectsDeed({ kind: 'put', ...onDirect, x: numberNode(x), y: numberNode(y) });
  const from = (origin === 'subject') === reflexive ? directNode : subjectNode;
  const along = (axis: 'x' | 'y', distance: number): Node =>
    makeNode(add, undefined, makeNode(coordinate, { axis }, from), numberNode(distance));
  return effectsDeed(branch(isSomebody(from), [{ kind: 'put', ...onDirect, x: along('x', x), y: along('y', y) }]));
}

/** The subject is under way to the direct object, which may be itself. Nobody goes anywhere for nobody. */
function targetDeed(model: LevelModel): Deed {
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

/**
 * The initial of a number plus the first counter of the first player stands for the direct object. There may be no such
 * initial: then nothing happens, which as documented is worth telling.
 */
function assumeDeed({ model, lists }: Kit, which: number): Deed {
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

/** The subject's owner gains on the direct object, and has it at the full count. */
function occupyDeed({ model, lists }: Kit, value: number): Deed {
  const seats = model.columns.occupation.flatMap((column, seat) =>
    isTaken(model, seat)
      ? [{ column, isOwner: compareNode('eq', ownerNode(subjectNode), playerNode(model, seat)) }]
      : [],
  );
  const list = lists.ofParts(`occupy ${String(value)}`, () => [
    silently(
      'gain',
      effectsDeed(...seats.map(({ column, isOwner }) => branch(isOwner, [increase(column, numberNode(value))]))),
      canBeOccupied(model),
    ),
    silently(
      'take over',
      effectsDeed(changeOwner(model, ownerNode(subjectNode))),
      andNode(canBeOccupied(model), anyOf(seats.map(({ column, isOwner }) => andNode(isOwner, isFull(model, column))))),
    ),
  ]);
  return { by: 'start', list };
}

function canBeOccupied(model: LevelModel): Node {
  return andNode(
    hasAttribute(model, directNode, 'neutral_death'),
    hasAttribute(model, directNode, 'is_destination'),
    readNode(model, model.columns.occupiable, directNode),
  );
}

function isFull(model: LevelModel, column: number): Node {
  return compareNode('ge', readNode(model, column, directNode), readNode(model, model.columns.fullCount, directNode));
}

/**
 * Actions on what the player has before them. The host shows it and corrects it; conditions see at once what it is to
 * be.
 */

/** Begins at page 1, in place of what is shown. */
function messageDeed(model: LevelModel, { id }: Extract<Action, { readonly type: 'message' }>): Deed {
  const { columns } = model;
  return effectsDeed(
    writeLevel(model, columns.hasMessage, booleanNode(id !== undefined)),
    writeLevel(model, columns.messageId, numberNode(id ?? 0)),
    writeLevel(model, columns.messagePage, numberNode(1)),
  );
}

function zoomDeed(model: LevelModel, { value }: Extract<Action, { readonly type: 'zoom' }>): Deed {
  return effectsDeed(writeLevel(model, model.columns.zoom, wordNode(model, model.columns.zoom, zooms.indexOf(value))));
}

function selectDeed(model: LevelModel, { screen, line }: Extract<Action, { readonly type: 'select' }>): Deed {
  const { columns } = model;
  return effectsDeed(
    writeLevel(model, columns.screen, wordNode(model, columns.screen, screens.indexOf(screen))),
    writeLevel(model, columns.line, numberNode(line)),
  );
}

/** The level has a set of keys that are switched off. Enabled first, so that a key that is named twice is off. */
function keyDeed(model: LevelModel, { enable, disable }: Extract<Action, { readonly type: 'key' }>): Deed {
  const level = roleNode(model.roles.level);
  const switched = (keys: readonly string[], isOff: boolean) =>
    keys.flatMap((key) => {
      const word = model.words.keys.get(key);
      return word === undefined ? [] : [hold(model, model.holdings.keys, word, isOff, level)];
    });
  // No arguments of a call: there may be any number of keys.
  return { by: 'effects', effects: [...switched(enable, false), ...switched(disable, true)] };
}

/** Actions on players: one that is named, else the owner of the direct object. */

function playerOf(model: LevelModel, seat: number | undefined): Node {
  return seat === undefined ? ownerNode(directNode) : seatNode(model, seat);
}

/** Sums stay within 32 bits. What there is no counter for is not counted. */
function scoreDeed(model: LevelModel, { counter, value }: Extract<Action, { readonly type: 'score' }>): Deed {
  const { scores } = model.columns;
  const column = counter.which < 0 ? undefined : scores.at(counter.which);
  return column === undefined
    ? effectsDeed()
    : effectsDeed(increase(column, numberNode(value), playerOf(model, counter.player)));
}

/** Cash does not go below 0. */
function payDeed(model: LevelModel, { value, player }: Extract<Action, { readonly type: 'pay' }>): Deed {
  return effectsDeed(
    write(
      model.columns.cash,
      makeNode(maximum, undefined, makeNode(add, undefined, runningNode, numberNode(value)), numberNode(0)),
      playerOf(model, player),
    ),
  );
}

/** From the first win until the level is over. */
const victoryTicks = 180;

/**
 * The first player who has won stays that, and the end that was set first stays set; only that nobody has won ends the
 * level at once, whenever it is said.
 */
function winDeed(model: LevelModel, { player }: Extract<Action, { readonly type: 'win' }>): Deed {
  const { columns } = model;
  const now = makeNode(time, undefined);
  const winner = playerOf(model, player);
  const ofLevel = (column: number): Node => readNode(model, column, roleNode(model.roles.level));
  const endAt = (tick: Node) => [
    writeLevel(model, columns.over, tick),
    writeLevel(model, columns.isOver, booleanNode(true)),
  ];
  return effectsDeed(
    branch(isNobody(winner), endAt(now), [
      branch(isNobody(ofLevel(columns.winner)), [
        branch(
          notNode(appliesNode(ofLevel(columns.isOver))),
          endAt(makeNode(add, undefined, now, numberNode(victoryTicks))),
        ),
        writeLevel(model, columns.winner, winner),
      ]),
    ]),
  );
}
