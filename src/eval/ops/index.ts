import * as arithmetic from './arithmetic.js';
import * as arrays from './arrays.js';
import * as integers from './integers.js';
import * as logic from './logic.js';
import type { Operation } from '../operation.js';
import { affiliation, unowned } from './affiliation.js';
import { aggregate } from './aggregate.js';
import { among } from './among.js';
import { available } from './available.js';
import { age, running, turn } from './clock.js';
import { collect } from './collect.js';
import { compare } from './compare.js';
import { constant } from './constant.js';
import { controller } from './controller.js';
import { coordinate } from './coordinate.js';
import { countTrue } from './count-true.js';
import { created } from './created.js';
import { distance, jumps } from './distance.js';
import { draw } from './draw.js';
import { follow } from './follow.js';
import { heed } from './heed.js';
import { holds } from './holds.js';
import { instance, instanceDraw, lead } from './instance.js';
import { leftFold } from './left-fold.js';
import { lookup } from './lookup.js';
import { nearby } from './nearby.js';
import {
  numeral,
  numericAbsolute,
  numericAdd,
  numericCeiling,
  numericCompare,
  numericDivide,
  numericFloor,
  numericMaximum,
  numericMinimum,
  numericMultiply,
  numericNegate,
  numericPower,
  numericRemainder,
  numericRound,
  numericSubtract,
} from './numeric.js';
import { occurring } from './occurring.js';
import { identical, join, pooled } from './pooled.js';
import { provided } from './provided.js';
import { read } from './read.js';
import { related } from './related.js';
import { remembered } from './remembered.js';
import { role } from './role.js';
import { sighted } from './sighted.js';
import { slot } from './slot.js';
import { solved } from './solved.js';
import { classOf, kindOf } from './sort.js';
import { step } from './step.js';
import { stepToward } from './step-toward.js';
import { streamDraw } from './stream-draw.js';
import { both, either } from './strict-logic.js';
import { supposed } from './supposed.js';
import { time } from './time.js';
import { visible } from './visible.js';
import { within } from './within.js';

/** Every operation of the IR; terms know theirs by its place here. */
export const operationList: readonly Operation[] = [
  constant,
  slot,
  role,
  turn,
  age,
  created,
  running,
  read,
  follow,
  kindOf,
  classOf,
  arithmetic.add,
  arithmetic.subtract,
  arithmetic.multiply,
  arithmetic.minimum,
  arithmetic.maximum,
  arithmetic.power,
  arithmetic.negate,
  arithmetic.absolute,
  arithmetic.floor,
  arithmetic.ceiling,
  arithmetic.round,
  arithmetic.truncate,
  arithmetic.single,
  arithmetic.squareRoot,
  arithmetic.sine,
  arithmetic.cosine,
  arithmetic.divide,
  arithmetic.remainder,
  compare,
  logic.and,
  logic.or,
  logic.not,
  logic.present,
  logic.applies,
  logic.otherwise,
  logic.choose,
  heed,
  within,
  lookup,
  affiliation,
  unowned,
  related,
  visible,
  sighted,
  distance,
  jumps,
  coordinate,
  stepToward,
  nearby,
  available,
  draw,
  aggregate,
  collect,
  among,
  solved,
  numeral,
  numericAdd,
  numericSubtract,
  numericMultiply,
  numericDivide,
  numericRemainder,
  numericPower,
  numericMinimum,
  numericMaximum,
  numericNegate,
  numericAbsolute,
  numericFloor,
  numericCeiling,
  numericRound,
  numericCompare,
  both,
  either,
  pooled,
  identical,
  join,
  arrays.length,
  arrays.element,
  arrays.slice,
  arrays.concatenate,
  arrays.append,
  arrays.without,
  arrays.withoutElement,
  arrays.sameElements,
  holds,
  supposed,
  integers.integerAdd,
  integers.integerSubtract,
  integers.integerMultiply,
  integers.integerRemainder,
  integers.integerPercentage,
  integers.integerAbsolute,
  integers.integerDivide,
  leftFold,
  streamDraw,
  time,
  countTrue,
  provided,
  occurring,
  remembered,
  controller,
  step,
  instance,
  lead,
  instanceDraw,
] as Operation[];

/** The same by name. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  operationList.map((operation) => [operation.name, operation]),
);
