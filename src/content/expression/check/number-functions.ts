import type { Node } from '../../../ir/node.js';
import { type Operation, numberType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { compare } from '../../../eval/ops/compare.js';
import { draw } from '../../../eval/ops/draw.js';
import { choose } from '../../../eval/ops/logic.js';
import type { CallExpression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build } from './build.js';
import { demand } from './demand.js';
import { report } from './report.js';
import { type FunctionRow, direct, typed } from './row.js';
import { type Scope, parameter, untested } from './scope.js';

/** Functions of numbers. */
export const numberFunctions: readonly FunctionRow[] = [
  one('abs', 'without its sign', arithmetic.absolute),
  one('floor', 'the next whole number downward', arithmetic.floor),
  one('ceil', 'the next whole number upward', arithmetic.ceiling),
  one('round', 'the nearest whole number, halves away from zero', arithmetic.round),
  one('truncate', 'without what is behind the point', arithmetic.truncate),
  one('single', 'the nearest number that 32 bits hold', arithmetic.single),
  extreme('min', 'the least of two or more', arithmetic.minimum),
  extreme('max', 'the greatest of two or more', arithmetic.maximum),
  direct(
    { name: 'pow', signature: 'pow(x, y)', meaning: 'x to the power of y', example: 'pow(source.population, 0.5)' },
    [numberType, numberType],
    arithmetic.power,
    undefined,
  ),
  typed(
    {
      name: 'clamp',
      signature: 'clamp(x, low, high)',
      meaning: 'x, at least low, then at most high',
      example: 'clamp(source.population, 0, 10)',
    },
    [numberType, numberType, numberType],
    ([x, low, high], span, scope) =>
      build(scope, span, arithmetic.minimum, undefined, [
        build(scope, span, arithmetic.maximum, undefined, [x, low]),
        high,
      ]),
  ),
  typed(
    {
      name: 'approach',
      signature: 'approach(x, goal, step)',
      meaning: 'x moved toward the goal by at most a step',
      example: 'approach(source.population, source.maxPopulation, 1)',
    },
    [numberType, numberType, numberType],
    approach,
  ),
  {
    name: 'random',
    signature: 'random()',
    meaning: 'a number from 0 to below 1; own draw for each rule, place in the text, object and turn',
    example: 'random() * 6',
    least: 0,
    most: 0,
    lower: (call, _expected, scope) => drawn(call, scope),
  },
  {
    name: 'chance',
    signature: 'chance(p)',
    meaning: 'true with probability p; a draw like `random()`',
    example: 'chance(0.25)',
    least: 1,
    most: 1,
    lower: (call, _expected, scope) =>
      build(scope, call.span, compare, { comparison: '<' }, [
        drawn(call, scope),
        demand(call.arguments[0], numberType, parameter(untested(scope))),
      ]),
  },
];

function one(name: string, meaning: string, operation: Operation): FunctionRow {
  return direct(
    { name, signature: `${name}(x)`, meaning, example: `${name}(source.population)` },
    [numberType],
    operation,
    undefined,
  );
}

function extreme(name: string, meaning: string, operation: Operation): FunctionRow {
  return {
    name,
    signature: `${name}(x, y, …)`,
    meaning,
    example: `${name}(source.population, 3, 5)`,
    least: 2,
    most: Infinity,
    lower: (call, _expected, scope) => leftFold(call, operation, scope),
  };
}

function leftFold(call: CallExpression, operation: Operation, scope: Scope): Node | undefined {
  const [first, ...rest] = call.arguments.map((argument) => demand(argument, numberType, parameter(scope)));
  return rest.reduce((fold, arg) => fold && build(scope, call.span, operation, undefined, [fold, arg]), first);
}

/** A step toward the goal that never oversteps it; for a goal that is reached both branches give the goal. */
function approach([x, goal, step]: readonly Node[], span: Span, scope: Scope): Node | undefined {
  const make = (operation: Operation, left: Node | undefined, right: Node | undefined): Node | undefined =>
    build(scope, span, operation, undefined, [left, right]);
  return build(scope, span, choose, undefined, [
    build(scope, span, compare, { comparison: '<' as const }, [x, goal]),
    make(arithmetic.minimum, make(arithmetic.add, x, step), goal),
    make(arithmetic.maximum, make(arithmetic.subtract, x, step), goal),
  ]);
}

/** Every place in the text has a number of its own, and every bound object draws for itself. */
function drawn({ function: name, span }: CallExpression, scope: Scope): Node | undefined {
  if (scope.check.context.solves === true) {
    return report(
      scope,
      'draw-in-modifier',
      span,
      `${quote(name)} draws, and a modifier must give the same whenever it is asked`,
      () => 'let an effect draw into a property, and read that',
    );
  }
  const { still = false } = scope.check.context;
  if (still !== false) {
    return report(
      scope,
      'draw-in-expression',
      span,
      `${quote(name)} draws, and ${still === true ? 'what is asked here must give the same whenever it is asked' : still}`,
      () => 'let an effect draw into a property, and read that',
    );
  }
  return build(scope, span, draw, { site: scope.check.context.sites.next++, slots: scope.free });
}
