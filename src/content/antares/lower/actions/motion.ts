import type { Effect } from '../../../../ir/effect.js';
import { makeNode } from '../../../../eval/make-node.js';
import type { Node } from '../../../../ir/node.js';
import {
  absolute,
  add,
  divide,
  floor,
  maximum,
  minimum,
  multiply,
  negate,
  round,
  subtract,
  cosine,
  sine,
  squareRoot,
} from '../../../../eval/ops/arithmetic.js';
import type { Deed } from '../../../../ir/trigger.js';
import type { Action } from '../../syntax.js';
import { round256 } from '../../level/units.js';
import type { LevelModel } from '../../world/level-model.js';
import { compareNode, numberNode, readNode } from '../nodes.js';
import {
  branch,
  effectsDeed,
  onDirect,
  write,
  appliesNode,
  chooseNode,
  classOfNode,
  directNode,
  runningNode,
  subjectNode,
} from './kit.js';

/**
 * Velocities of the direct object. They are numbers of 256ths, as those of the engine are: what is written in levels
 * and directions are rounded to the nearest, halves away from zero; products are rounded down. All of it stays within
 * 32 bits.
 */

const unit = 256;
const [least, greatest] = [-(2 ** 31), 2 ** 31 - 1];

export function stopDeed({ columns }: LevelModel): Deed {
  return effectsDeed(write(columns.velocityX, numberNode(0)), write(columns.velocityY, numberNode(0)));
}

/** Bursts of speed have no end; where it faces by itself. */
export function speedDeed(model: LevelModel, { value, relative }: Extract<Action, { readonly type: 'speed' }>): Deed {
  const { velocityX, velocityY } = model.columns;
  const [x, y] = thrust(model, directNode, value);
  const more = (part: Node): Node => of256(held(makeNode(add, undefined, times(unit, runningNode), part)));
  return effectsDeed(
    ...(relative
      ? [write(velocityX, more(x)), write(velocityY, more(y))]
      : [write(velocityX, of256(x)), write(velocityY, of256(y))]),
  );
}

/** Where the subject faces. Without a value the push is by mass, which is the host's. */
export function pushDeed(model: LevelModel, { value }: { readonly value: number | undefined }): Deed {
  if (value === undefined) return { by: 'tell' };
  const [x, y] = thrust(model, subjectNode, value);
  return effectsDeed(write(model.columns.velocityX, of256(x)), write(model.columns.velocityY, of256(y)));
}

/** The present velocity stays as it is. */
export function capSpeedDeed({ columns }: LevelModel, { value }: { readonly value: number | undefined }): Deed {
  if (value !== undefined) return effectsDeed(write(columns.maxSpeed, numberNode(whole256(value) / unit)));
  return effectsDeed({
    kind: 'become',
    ...onDirect,
    class: classOfNode(directNode),
    columns: [columns.maxSpeed],
    holdings: [],
  });
}

/** Both parts of a velocity in the direction in which a body faces, in 256ths. Absent without a body. */
function thrust(model: LevelModel, body: Node, value: number): readonly [Node, Node] {
  const angle = makeNode(multiply, undefined, readNode(model, model.columns.facing, body), numberNode(Math.PI / 180));
  const along = (part: Node): Node => floored(times(whole256(value) / unit, rounded(times(unit, part))));
  return [
    along(makeNode(negate, undefined, makeNode(sine, undefined, angle))),
    along(makeNode(cosine, undefined, angle)),
  ];
}

/**
 * Only of what can move by itself. What is still faster than that afterwards goes on in its direction as fast as it
 * can: of its two parts the lesser is worked out first, and the other one from it, because each is written before the
 * other is looked at.
 */
export function slowDeed(model: LevelModel, { value }: Extract<Action, { readonly type: 'slow' }>): Deed {
  const { velocityX, velocityY, maxSpeed } = model.columns;
  const slowed = (column: number): Node => held(floored(times(whole256(value), readNode(model, column, directNode))));
  const [x, y] = [slowed(velocityX), slowed(velocityY)];
  const most = held(rounded(times(unit, readNode(model, maxSpeed, directNode))));
  const fast = makeNode(add, undefined, square(x), square(y));
  const lesser = (column: number, part: Node): Effect => write(column, of256(lesserPart(part, fast, most)));
  const greater = (column: number, part: Node, other: number): Effect =>
    write(column, of256(greaterPart(part, most, times(unit, readNode(model, other, directNode)))));
  return effectsDeed(
    branch(compareNode('gt', readNode(model, maxSpeed, directNode), numberNode(0)), [
      branch(
        compareNode('gt', fast, square(most)),
        [
          branch(
            compareNode('le', makeNode(absolute, undefined, x), makeNode(absolute, undefined, y)),
            [lesser(velocityX, x), greater(velocityY, y, velocityX)],
            [lesser(velocityY, y), greater(velocityX, x, velocityY)],
          ),
        ],
        [write(velocityX, of256(x)), write(velocityY, of256(y))],
      ),
    ]),
  );
}

/** A part of a velocity, of whose length `fast` is the square, within the greatest speed in its direction. */
function lesserPart(part: Node, fast: Node, most: Node): Node {
  const bound = rounded(
    makeNode(
      divide,
      { zeroDivisor: 'zero' },
      makeNode(multiply, undefined, most, part),
      makeNode(squareRoot, undefined, fast),
    ),
  );
  return chooseNode(
    isNegative(part),
    makeNode(maximum, undefined, part, bound),
    makeNode(minimum, undefined, part, bound),
  );
}

/** The other part, within what the greatest speed leaves beside the lesser one. */
function greaterPart(part: Node, most: Node, lesser: Node): Node {
  const left = rounded(makeNode(squareRoot, undefined, makeNode(subtract, undefined, square(most), square(lesser))));
  return chooseNode(
    isNegative(part),
    makeNode(maximum, undefined, part, makeNode(negate, undefined, left)),
    makeNode(minimum, undefined, part, left),
  );
}

function isNegative(value: Node): Node {
  return appliesNode(compareNode('lt', value, numberNode(0)));
}

/** What is written in a level in whole 256ths. */
function whole256(value: number): number {
  return Math.min(greatest, Math.max(least, round256(value)));
}

function held(value: Node): Node {
  return makeNode(minimum, undefined, makeNode(maximum, undefined, value, numberNode(least)), numberNode(greatest));
}

function square(value: Node): Node {
  return makeNode(multiply, undefined, value, value);
}

function times(factor: number, value: Node): Node {
  return makeNode(multiply, undefined, value, numberNode(factor));
}

/** A whole number of 256ths as a number. */
function of256(value: Node): Node {
  return times(1 / unit, value);
}

function floored(value: Node): Node {
  return makeNode(floor, undefined, value);
}

function rounded(value: Node): Node {
  return makeNode(round, undefined, value);
}
