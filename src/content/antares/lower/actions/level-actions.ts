import { nodes } from '../../../../eval/node-kit.js';
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
import { branch, increase, onTarget } from '../../../../ir/make-effect.js';
import type { Node } from '../../../../ir/node.js';
import type { Task } from '../../../../ir/trigger.js';
import { kept } from '../../../../kernel/maps.js';
import { round256 } from '../../level/level-units.js';
import type { Action, ActionOf, ActionType } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import {
  andNode,
  compareNode,
  levelNode,
  node,
  playerNode,
  readNode,
  wordNode,
  type Kit,
  become,
  classNode,
  directNode,
  taskOf,
  operandNode,
  partOf,
  write,
  type Doing,
  type Operand,
  hasAttribute,
  hold,
  isNobody,
  isSomebody,
  occupations,
  ownerOfDirect,
  runningNode,
  scoreColumn,
  seatNode,
  subjectNode,
  writeLevel,
} from '../level-nodes.js';
import { coordinate } from '../../../../eval/ops/space.js';
import { otherwise } from '../../../../eval/ops/logic.js';
import { time } from '../../../../eval/ops/time.js';
import { changeOwner, destroyTask, healTask, leave, revealTask } from './body-actions.js';

/**
 * Velocities of the direct object, in 256ths as in the engine. Written values and directions round to the nearest,
 * halves away from zero; products round down; all stay within 32 bits.
 */

const unit = 256;
const [least, greatest] = [-(2 ** 31), 2 ** 31 - 1];

function writeVelocity({ columns }: LevelModel, x: Operand, y: Operand): readonly Effect[] {
  return [write(columns.velocityX, x), write(columns.velocityY, y)];
}

/** The velocity in the direction that a body faces, in 256ths. Absent without a body. */
function thrust(model: LevelModel, body: Node, value: number): readonly Node[] {
  const angle = node(multiply, readNode(model, 'facing', body), Math.PI / 180);
  return [node(negate, node(sine, angle)), node(cosine, angle)].map((part) =>
    node(floor, times(whole256(value) / unit, node(round, times(unit, part)))),
  );
}

/** A component of a velocity, limited by the greatest speed in its direction. `fast`: the squared length. */
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

function within(value: Node, lowest: Node, highest: Node): Node {
  const isNegative = nodes.applies(compareNode('lt', value, 0));
  return nodes.choose(isNegative, node(maximum, value, lowest), node(minimum, value, highest));
}

function whole256(value: number): number {
  return Math.min(greatest, Math.max(least, round256(value)));
}

function held(value: Node): Node {
  return node(minimum, node(maximum, value, least), greatest);
}

function square(value: Node): Node {
  return node(multiply, value, value);
}

function times(factor: number, value: Node): Node {
  return node(multiply, value, factor);
}

function of256(value: Node): Node {
  return times(1 / unit, value);
}

export function lowerTask(kit: Kit, action: Action): Task {
  // Each group has its own list.
  if (action.type === 'group') return makeTask(kit, action);
  return kept(kit.tasks, keyOf(action), () => makeTask(kit, action));
}

/** Identifies an action by its meaning, without place, roles and host fields. */
function keyOf({
  at: _at,
  path: _path,
  filter: _filter,
  override: _override,
  fields: _fields,
  ...what
}: Action): string {
  // Numbers are texts, because JSON lacks infinities and NaN.
  return JSON.stringify(what, (_name, value: unknown) => (typeof value === 'number' ? String(value) : value));
}

type Lowering<Type extends ActionType> = (kit: Kit, action: ActionOf<Type>) => Doing;

function makeTask<Type extends ActionType>(kit: Kit, action: ActionOf<Type>): Task {
  const lower: Lowering<Type> | undefined = lowerings[action.type];
  return taskOf(lower?.(kit, action) ?? { by: 'tell' });
}

const lowerings: { readonly [Type in ActionType]?: Lowering<Type> } = {
  check: () => ({ by: 'poll' }),
  condition: ({ model }, { enable, disable }) => ({
    by: 'arm',
    arm: known(model, enable),
    disarm: known(model, disable),
  }),
  delay: (_kit, { duration }) => ({ by: 'delay', ticks: duration }),
  group: ({ lists }, { path, of }) => ({ by: 'group', list: lists.ofContent(`${path}.of`, of) }),
  score: ({ model }, { counter: { player, which }, value }) => {
    const column = scoreColumn(model, which);
    return column === undefined ? [] : [increase(column, operandNode(value), playerOf(model, player))];
  },
  pay: ({ model }, { value, player }) => [
    write(model.columns.cash, node(maximum, node(add, runningNode, value), 0), playerOf(model, player)),
  ],
  /** The first winner and the first end stay; a win of nobody ends the level at once. */
  win({ model }, { player }) {
    const now = makeNode(time, undefined);
    const winner = playerOf(model, player);
    const endAt = (tick: Node) => [writeLevel(model, 'over', tick), writeLevel(model, 'isOver', true)];
    return [
      branch(isNobody(winner), endAt(now), [
        branch(isNobody(levelNode(model, 'winner')), [
          branch(nodes.not(nodes.applies(levelNode(model, 'isOver'))), endAt(node(add, now, victoryTicks))),
          writeLevel(model, 'winner', winner),
        ]),
      ]),
    ];
  },
  reveal: revealTask,
  destroy: destroyTask,
  remove: ({ model }) => leave(model),
  capture: ({ model }, { player }) => [
    changeOwner(model, player === undefined ? nodes.owner(subjectNode) : seatNode(model, player)),
  ],
  occupy({ model, lists }, { value }) {
    const owner = nodes.owner(subjectNode);
    const seats = occupations(model).map(({ column, player }) => ({
      column,
      isOwner: compareNode('eq', owner, player),
    }));
    const canBeOccupied = andNode(
      hasAttribute(model, 'neutral_death'),
      hasAttribute(model, 'is_destination'),
      readNode(model, 'occupiable'),
    );
    const full = readNode(model, 'fullCount');
    const isFull = (column: number) => compareNode('ge', readNode(model, column), full);
    return {
      by: 'start',
      list: lists.ofParts(`occupy ${value}`, () => [
        partOf(
          'gain',
          seats.map(({ column, isOwner }) => branch(isOwner, [increase(column, operandNode(value))])),
          canBeOccupied,
        ),
        partOf(
          'take over',
          [changeOwner(model, owner)],
          andNode(canBeOccupied, nodes.any(seats.map(({ column, isOwner }) => andNode(isOwner, isFull(column))))),
        ),
      ]),
    };
  },
  heal: healTask,
  /** The subject heads for the direct object, perhaps itself. Without one, nothing moves. */
  target({ model }) {
    const { destination } = model.columns;
    const canGo = andNode(hasAttribute(model, 'can_accept_destination', subjectNode), readNode(model, 'inUse'));
    return [
      branch(isSomebody(directNode), [
        branch(
          isSomebody(nodes.owner(subjectNode)),
          [branch(canGo, [write(destination, directNode, subjectNode)])],
          [write(destination, nodes.none, subjectNode)],
        ),
      ]),
    ];
  },
  /**
   * Binds the initial of a number plus the first player's first counter to the direct object. Policy sound reports a
   * missing one.
   */
  assume({ model, lists }, { which }) {
    const { initials } = model.roles;
    const counter = readNode(model, model.columns.scores[0], playerNode(model, 0));
    const number = node(add, node(otherwise, counter, 0), which);
    const isInitial = nodes.applies(andNode(compareNode('ge', number, 0), compareNode('lt', number, initials.length)));
    // Roles of initials are consecutive.
    const role = node(add, number, initials.at(0) ?? 0);
    const bind: Effect = { kind: 'bind', ...onTarget, role, object: directNode };
    if (model.policy === 'compat') return [branch(isInitial, [bind])];
    return {
      by: 'start',
      list: lists.ofParts(`assume ${which}`, () => [
        partOf('bind', [bind], isInitial),
        // Reports the skip for want of a direct object to the host.
        { ...partOf('assume', { by: 'tell' }, nodes.not(isInitial)), direct: nodes.none, needsDirect: true },
      ]),
    };
  },
  // Health stays the same, even above the new maximum.
  morph: ({ model }, { base }) => {
    const { maxHealth, maxSpeed, fullCount, occupiable, dies } = model.columns;
    const { attributes, tags } = model.holdings;
    return [become([maxHealth, maxSpeed, fullCount, occupiable, dies], [attributes, tags], classNode(model, base))];
  },
  /** Moves to a point, or to a distance from a role before the swap. The host adds the random part. */
  move(_kit, { origin, to: [x, y], reflexive }) {
    if (origin === 'level') return [{ kind: 'put', ...onTarget, x: nodes.number(x), y: nodes.number(y) }];
    const from = (origin === 'subject') === reflexive ? directNode : subjectNode;
    const along = (axis: 'x' | 'y', distance: number) => node(add, makeNode(coordinate, { axis }, from), distance);
    return [branch(isSomebody(from), [{ kind: 'put', ...onTarget, x: along('x', x), y: along('y', y) }])];
  },
  stop: ({ model }) => writeVelocity(model, 0, 0),
  /**
   * Applies to bodies that move by themselves. Excess speed keeps its direction: the lesser component comes first, and
   * the greater follows from it, because each is written before the other is read.
   */
  slow({ model }, { value }) {
    const { velocityX, velocityY } = model.columns;
    const maxSpeed = readNode(model, 'maxSpeed');
    const slowed = (column: number) => held(node(floor, times(whole256(value), readNode(model, column))));
    const [x, y] = [slowed(velocityX), slowed(velocityY)];
    const most = held(node(round, times(unit, maxSpeed)));
    const fast = node(add, square(x), square(y));
    const lesser = (column: number, part: Node) => write(column, of256(lesserPart(part, fast, most)));
    const greater = (column: number, part: Node, other: number) =>
      write(column, of256(greaterPart(part, most, times(unit, readNode(model, other)))));
    const limited = branch(
      compareNode('le', node(absolute, x), node(absolute, y)),
      [lesser(velocityX, x), greater(velocityY, y, velocityX)],
      [lesser(velocityY, y), greater(velocityX, x, velocityY)],
    );
    const slow = branch(compareNode('gt', fast, square(most)), [limited], writeVelocity(model, of256(x), of256(y)));
    return [branch(compareNode('gt', maxSpeed, 0), [slow])];
  },
  /** Without an end for bursts; in the direction the body faces. */
  speed({ model }, { value, relative }) {
    const [x, y] = thrust(model, directNode, value).map((part) =>
      of256(relative ? held(node(add, times(unit, runningNode), part)) : part),
    );
    return writeVelocity(model, x, y);
  },
  /** Pushes in the direction the subject faces. Without a value, the host pushes by mass. */
  push({ model }, { value }) {
    if (value === undefined) return { by: 'tell' };
    const [x, y] = thrust(model, subjectNode, value).map(of256);
    return writeVelocity(model, x, y);
  },
  'cap-speed': ({ model: { columns } }, { value }) => [
    value === undefined ? become([columns.maxSpeed], []) : write(columns.maxSpeed, whole256(value) / unit),
  ],
  cloak: ({ model }) => [write(model.columns.cloaked, true)],
  hold: ({ model }) => [write(model.columns.weaponTarget, nodes.none)],
  // The host shows the screen and corrects this; conditions see it at once. Messages begin at page 1.
  message: ({ model }, { id }) => [
    writeLevel(model, 'hasMessage', id !== undefined),
    writeLevel(model, 'messageId', id ?? 0),
    writeLevel(model, 'messagePage', 1),
  ],
  zoom: ({ model }, { value }) => [writeLevel(model, 'zoom', wordNode(model, 'zoom', value))],
  select: ({ model }, { screen, line }) => [
    writeLevel(model, 'screen', wordNode(model, 'screen', screen)),
    writeLevel(model, 'line', line),
  ],
  // The level stores disabled keys. Enabled keys come first: a key in both lists is disabled.
  key: ({ model }, { enable, disable }) => {
    const level = nodes.role(model.roles.level);
    const switched = (keys: readonly string[], isOff: boolean) =>
      keys.flatMap((key) => {
        const word = model.words.keys.get(key);
        return word === undefined ? [] : [hold(model, model.holdings.keys, word, isOff, level)];
      });
    return [...switched(enable, false), ...switched(disable, true)];
  },
};

function known({ level: { conditions } }: LevelModel, indices: readonly number[]): readonly number[] {
  return indices.filter((index) => index >= 0 && index < conditions.length);
}

function playerOf(model: LevelModel, seat: number | undefined): Node {
  return seat === undefined ? ownerOfDirect : seatNode(model, seat);
}

const victoryTicks = 180;
