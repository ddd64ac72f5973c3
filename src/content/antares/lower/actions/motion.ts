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
import type { Node } from '../../../../ir/node.js';
import type { Deed } from '../../../../ir/trigger.js';
import { round256 } from '../../level/units.js';
import type { ActionOf } from '../../syntax.js';
import type { LevelModel } from '../../world/level-model.js';
import { compareNode, node, numberNode, readNode } from '../nodes.js';
import {
  appliesNode,
  become,
  branch,
  chooseNode,
  directNode,
  effectsDeed,
  runningNode,
  subjectNode,
  write,
  type Kit,
} from './kit.js';

/**
 * Velocities of the direct object, in 256ths as in the engine: what is written in levels and directions are rounded to
 * the nearest, halves away from zero; products are rounded down. All of it stays within 32 bits.
 */

const unit = 256;
const [least, greatest] = [-(2 ** 31), 2 ** 31 - 1];

export function stopDeed({ model }: Kit): Deed {
  return effectsDeed(...writeVelocity(model, numberNode(0), numberNode(0)));
}

function writeVelocity({ columns }: LevelModel, x: Node, y: Node): readonly Effect[] {
  return [write(columns.velocityX, x), write(columns.velocityY, y)];
}

/** Bursts of speed have no end; where it faces by itself. */
export function speedDeed({ model }: Kit, { value, relative }: ActionOf<'speed'>): Deed {
  const [x, y] = thrust(model, directNode, value).map((part) =>
    of256(relative ? held(node(add, times(unit, runningNode), part)) : part),
  );
  return effectsDeed(...writeVelocity(model, x, y));
}

/** Where the subject faces. Without a value the push is by mass, which is the host's. */
export function pushDeed({ model }: Kit, { value }: ActionOf<'push'>): Deed {
  if (value === undefined) return { by: 'tell' };
  const [x, y] = thrust(model, subjectNode, value).map(of256);
  return effectsDeed(...writeVelocity(model, x, y));
}

/** The present velocity stays as it is. */
export function capSpeedDeed({ model: { columns } }: Kit, { value }: ActionOf<'cap-speed'>): Deed {
  return effectsDeed(
    value === undefined ? become([columns.maxSpeed], []) : write(columns.maxSpeed, numberNode(whole256(value) / unit)),
  );
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
export function slowDeed({ model }: Kit, { value }: ActionOf<'slow'>): Deed {
  const { velocityX, velocityY } = model.columns;
  const maxSpeed = readNode(model, 'maxSpeed', directNode);
  const slowed = (column: number): Node =>
    held(node(floor, times(whole256(value), readNode(model, column, directNode))));
  const [x, y] = [slowed(velocityX), slowed(velocityY)];
  const most = held(node(round, times(unit, maxSpeed)));
  const fast = node(add, square(x), square(y));
  const lesser = (column: number, part: Node): Effect => write(column, of256(lesserPart(part, fast, most)));
  const greater = (column: number, part: Node, other: number): Effect =>
    write(column, of256(greaterPart(part, most, times(unit, readNode(model, other, directNode)))));
  const limited = branch(
    compareNode('le', node(absolute, x), node(absolute, y)),
    [lesser(velocityX, x), greater(velocityY, y, velocityX)],
    [lesser(velocityY, y), greater(velocityX, x, velocityY)],
  );
  const slow = branch(compareNode('gt', fast, square(most)), [limited], writeVelocity(model, of256(x), of256(y)));
  return effectsDeed(branch(compareNode('gt', maxSpeed, numberNode(0)), [slow]));
}

/** A part of a velocity, of whose length `fast` is the square, within the greatest speed in its direction. */
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
