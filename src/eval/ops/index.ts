import * as arithmetic from './arithmetic.js';
import * as arrays from './texts.js';
import { identical, join, pooled } from './texts.js';
import * as integers from './integers.js';
import * as logic from './logic.js';
import { both, either, provided } from './logic.js';
import type { Operation } from '../operation.js';
import { affiliation, related, unowned } from './affiliations.js';
import { aggregate, collect, countTrue, leftFold } from './member-folds.js';
import { among } from './among.js';
import { available, holds, sighted, visible } from './bit-tests.js';
import { age, created, running, time, turn } from './time.js';
import { compare, within } from './compare-values.js';
import { constant, lookup } from './constants.js';
import { controller, occurring, remembered, step } from './occurrence-reads.js';
import { coordinate, distance, jumps, nearby, stepToward } from './space.js';
import { draw, instance, instanceDraw, lead, streamDraw } from './draws.js';
import { classOf, follow, kindOf, role, slot } from './object-links.js';
import { heed, read } from './read.js';
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
} from './numeric-arithmetic.js';
import { solved } from './solved.js';
import { supposed } from './supposed.js';

/** Terms know theirs by its place here. */
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

export const operations: ReadonlyMap<string, Operation> = new Map(
  operationList.map((operation) => [operation.name, operation]),
);
