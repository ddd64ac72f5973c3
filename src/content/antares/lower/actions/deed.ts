import { makeNode } from '../../../../eval/make-node.js';
import {
  absolute,
  add,
  cosine,
  divide,
  floor,
  maximum,
  minimum,
  multiply,
  negate,
  round,
  sine,
  squareRoot,
  subtract,
} from '../../../../eval/ops/arithmetic.js';
import type { Effect } from '../../../../ir/effect.js';
import { branch, increase, onTarget, silently, write } from '../../../../ir/make-effect.js';
import type { Node } from '../../../../ir/node.js';
import type { Deed } from '../../../../ir/trigger.js';
import { round256 } from '../../level/units.js';
import type { Action, ActionOf, ActionType } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import {
  andNode,
  booleanNode,
  compareNode,
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
  anyOf,
  appliesNode,
  chooseNode,
} from '../nodes.js';
import {
  type Kit,
  become,
  classNode,
  directNode,
  effectsDeed,
  hasAttribute,
  hold,
  isNobody,
  isSomebody,
  occupations,
  ownerOfDirect,
  runningNode,
  seatNode,
  subjectNode,
  writeLevel,
} from './kit.js';
import { coordinate } from '../../../../eval/ops/space.js';
import { otherwise } from '../../../../eval/ops/logic.js';
import { time } from '../../../../eval/ops/time.js';
import { changeOwner, destroyDeed, healDeed, leave, revealDeed } from './bodies.js';

/**
 * Velocities of the direct object, in 256ths as in the engine: what is written in levels and directions are rounded to
 * the nearest, halves away from zero; products are rounded down. All of it stays within 32 bits.
 */

const unit = 256;
const [least, greatest] = [-(2 ** 31), 2 ** 31 - 1];

function writeVelocity({ columns }: LevelModel, x: Node, y: Node): readonly Effect[] {
  return [write(columns.velocityX, x), write(columns.velocityY, y)];
}

/** Bursts of speed have no end; where it faces by itself. */
function speedDeed({ model }: Kit, { value, relative }: ActionOf<'speed'>): Deed {
  const [x, y] = thrust(model, directNode, value).map((part) =>
    of256(relative ? held(node(add, times(unit, runningNode), part)) : part),
  );
  return effectsDeed(...writeVelocity(model, x, y));
}

/** Where the subject faces. Without a value the push is by mass, which is the host's. */
function pushDeed({ model }: Kit, { value }: ActionOf<'push'>): Deed {
  if (value === undefined) return { by: 'tell' };
  const [x, y] = thrust(model, subjectNode, value).map(of256);
  return effectsDeed(...writeVelocity(model, x, y));
}

/** Both parts of a velocity in the direction in which a body faces, in 256ths. Absent without a body. */
function thrust(model: LevelModel, body: Node, value: number): readonly Node[] {
  const angle = node(multiply, readNode(model, 'facing', body), numberNode(Math.PI / 180));
  return [node(negate, node(sine, angle)), node(cosine, angle)].map((part) =>
    node(floor, times(whole256(value) / unit, node(round, times(unit, part)))),
  );
}

/**
 * Only of what can move by itself. What is still too fast goes on in its direction as fast as it can: the lesser part
 * is worked out first, and the other from it, because each is written before the other is looked at.
 */
function slowDeed({ model }: Kit, { value }: ActionOf<'slow'>): Deed {
  const { velocityX, velocityY } = model.columns;
  const maxSpeed = readNode(model, 'maxSpeed', directNode);
  const slowed = (column: number) => held(node(floor, times(whole256(value), readNode(model, column, directNode))));
  const [x, y] = [slowed(velocityX), slowed(velocityY)];
  const most = held(node(round, times(unit, maxSpeed)));
  const fast = node(add, square(x), square(y));
  const lesser = (column: number, part: Node) => write(column, of256(lesserPart(part, fast, most)));
  const greater = (column: number, part: Node, other: number) =>
    write(column, of256(greaterPart(part, most, times(unit, readNode(model, other, directNode)))));
  const limited = branch(
    compareNode('le', node(absolute, x), node(absolute, y)),
    [lesser(velocityX, x), greater(velocityY, y, velocityX)],
    [lesser(velocityY, y), greater(velocityX, x, velocityY)],
  );
  const slow = branch(compareNode('gt', fast, square(most)), [limited], writeVelocity(model, of256(x), of256(y)));
  return effectsDeed(branch(compareNode('gt', maxSpeed, numberNode(0)), [slow]));
}

/** A part of a velocity within the greatest speed in its direction. `fast`: the square of its length. */
function lesserPart(part: Node, fast: Node, most: Node): Node {
  const bound = node(
    round,
    makeNode(divide, { zeroDivisor: 'zero' }, node(multiply, most, part), node(squareRoot, fast)),
  );
  return within(part, bound, bound);
}

function greaterPart(part: Node, most: Node, lesser: Node): Node {
  const left = node(round, node(squareRoot, node(subtract, square(most), square(lesser))));
  return within(part, node(negate, left), left);
}

/** No less than one bound where a value is negative, else no more than the other. */
function within(value: Node, lowest: Node, highest: Node): Node {
  const isNegative = appliesNode(compareNode('lt', value, numberNode(0)));
  return chooseNode(isNegative, node(maximum, value, lowest), node(minimum, value, highest));
}

function whole256(value: number): number {
  return Math.min(greatest, Math.max(least, round256(value)));
}

function held(value: Node): Node {
  return node(minimum, node(maximum, value, numberNode(least)), numberNode(greatest));
}

function square(value: Node): Node {
  return node(multiply, value, value);
}

function times(factor: number, value: Node): Node {
  return node(multiply, value, numberNode(factor));
}

function of256(value: Node): Node {
  return times(1 / unit, value);
}

export function lowerDeed(kit: Kit, action: Action): Deed {
  // A group does what is in it, and no other group has that.
  if (action.type === 'group') return makeDeed(kit, action);
  const key = keyOf(action);
  const known = kit.deeds.get(key) ?? makeDeed(kit, action);
  kit.deeds.set(key, known);
  return known;
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
  return JSON.stringify(what, (_name, value: unknown) => (typeof value === 'number' ? String(value) : value));
}

function makeDeed<Type extends ActionType>(kit: Kit, action: ActionOf<Type>): Deed {
  const deed: ((kit: Kit, action: ActionOf<Type>) => Deed) | undefined = deeds[action.type];
  return deed?.(kit, action) ?? { by: 'tell' };
}

const deeds: { readonly [Type in ActionType]?: (kit: Kit, action: ActionOf<Type>) => Deed } = {
  check: () => ({ by: 'poll' }),
  condition: ({ model }, { enable, disable }) => ({
    by: 'arm',
    arm: known(model, enable),
    disarm: known(model, disable),
  }),
  delay: (_kit, { duration }) => ({ by: 'delay', ticks: duration }),
  group: ({ lists }, { path, of }) => ({ by: 'group', list: lists.ofContent(`${path}.of`, of) }),
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
  stop: ({ model }) => effectsDeed(...writeVelocity(model, numberNode(0), numberNode(0))),
  slow: slowDeed,
  speed: speedDeed,
  push: pushDeed,
  // The present velocity stays as it is.
  'cap-speed': ({ model: { columns } }, { value }) =>
    effectsDeed(
      value === undefined
        ? become([columns.maxSpeed], [])
        : write(columns.maxSpeed, numberNode(whole256(value) / unit)),
    ),
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

function playerOf(model: LevelModel, seat: number | undefined): Node {
  return seat === undefined ? ownerOfDirect : seatNode(model, seat);
}

const victoryTicks = 180;

/** The first winner and the first end stay; only that nobody has won ends the level at once, whenever it is said. */
function winDeed({ model }: Kit, { player }: ActionOf<'win'>): Deed {
  const now = makeNode(time, undefined);
  const winner = playerOf(model, player);
  const endAt = (tick: Node) => [writeLevel(model, 'over', tick), writeLevel(model, 'isOver', booleanNode(true))];
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
  const owner = ownerNode(subjectNode);
  const seats = occupations(model).map(({ column, player }) => ({ column, isOwner: compareNode('eq', owner, player) }));
  const canBeOccupied = andNode(
    hasAttribute(model, directNode, 'neutral_death'),
    hasAttribute(model, directNode, 'is_destination'),
    readNode(model, 'occupiable', directNode),
  );
  const full = readNode(model, 'fullCount', directNode);
  const isFull = (column: number) => compareNode('ge', readNode(model, column, directNode), full);
  return {
    by: 'start',
    list: lists.ofParts(`occupy ${value}`, () => [
      silently(
        'gain',
        effectsDeed(...seats.map(({ column, isOwner }) => branch(isOwner, [increase(column, numberNode(value))]))),
        canBeOccupied,
      ),
      silently(
        'take over',
        effectsDeed(changeOwner(model, owner)),
        andNode(canBeOccupied, anyOf(seats.map(({ column, isOwner }) => andNode(isOwner, isFull(column))))),
      ),
    ]),
  };
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
  const role = node(add, number, numberNode(initials.at(0) ?? 0));
  const bind: Effect = { kind: 'bind', ...onTarget, role, object: directNode };
  if (model.policy === 'compat') return effectsDeed(branch(isInitial, [bind]));
  return {
    by: 'start',
    list: lists.ofParts(`assume ${which}`, () => [
      silently('bind', effectsDeed(bind), isInitial),
      // Skipped aloud, for want of a direct object: nobody is it.
      { ...silently('assume', { by: 'tell' }, notNode(isInitial)), direct: noneNode, needsDirect: true },
    ]),
  };
}

/**
 * Puts the direct object at a point, or so far from one of the roles before they were swapped, unless that is empty.
 * The random part of a distance is the host's.
 */
function moveDeed(_kit: Kit, { origin, to: [x, y], reflexive }: ActionOf<'move'>): Deed {
  if (origin === 'level') return effectsDeed({ kind: 'put', ...onTarget, x: numberNode(x), y: numberNode(y) });
  const from = (origin === 'subject') === reflexive ? directNode : subjectNode;
  const along = (axis: 'x' | 'y', distance: number) =>
    node(add, makeNode(coordinate, { axis }, from), numberNode(distance));
  return effectsDeed(branch(isSomebody(from), [{ kind: 'put', ...onTarget, x: along('x', x), y: along('y', y) }]));
}
