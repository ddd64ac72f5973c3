import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { readCollection, ranges, steps } from './collections.js';
import { count, folds } from './folds.js';
import { objectFunctions } from './object-functions.js';
import { occurrenceFunctions } from './occurring.js';
import { type FunctionRow, byName, nameIn, direct, typed } from './row.js';
import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { numberType, type Operation } from '../../../eval/operation.js';
import { within } from '../../../eval/ops/within.js';
import type { CallExpression, Span, Expression } from '../syntax.js';
import { build, buildConstant } from './build.js';
import { demand, demandCondition, describeType } from './demand.js';
import { lowerPair, sidesOf } from './pair.js';
import { report, warn, didYouMeanOf } from './report.js';
import { type Scope, parameter, untested, probed, type LookupKey, type LookupTable } from './context.js';
import { applies, otherwise, present, choose } from '../../../eval/ops/logic.js';
import { asAggregate, asFollow, isSlot } from '../../../eval/shape.js';
import { lookup } from '../../../eval/ops/lookup.js';
import { formatCount, quote } from '../wording.js';
import { isOpen } from './literals.js';
import { compare } from '../../../eval/ops/compare.js';
import { draw } from '../../../eval/ops/draw.js';

/** Tables of content. */
const lookupFunction: FunctionRow = {
  name: 'lookup',
  signature: "lookup('table', key)",
  meaning: 'what a declared table has for a word, a class or a whole number; of a table with two keys: for both',
  example: "lookup('crops', target.environment)",
  least: 2,
  most: 3,
  lower: lowerLookup,
};

function lowerLookup(call: CallExpression, _expected: Type | undefined, scope: Scope): Node | undefined {
  const [named, ...keys] = call.arguments;
  const table = readTable(named, scope);
  if (table === undefined) {
    // Without the table only what is no literal can be checked.
    for (const key of keys) if (!isOpen(key, scope)) scope.check.lower(key, undefined, parameter(scope));
    return undefined;
  }
  if (keys.length !== table.keys.length) {
    const one = table.keys.length === 1;
    return report(
      scope,
      'wrong-arity',
      call.functionSpan,
      `the table ${quote(nameIn(named) ?? '')} has ${one ? 'one key' : 'two keys'}, found ${formatCount(keys.length)}`,
      () => `write ${quote(`lookup('${nameIn(named) ?? ''}', ${one ? 'key' : 'key, key'})`)}`,
    );
  }
  return build(
    scope,
    call.span,
    lookup,
    { table: table.index, type: table.type },
    keys.map((key, i) => placeOf(key, table.keys[i], scope)),
  );
}

function readTable(argument: Expression, scope: Scope): LookupTable | undefined {
  const tables = scope.check.context.library?.tables ?? new Map<string, LookupTable>();
  const name = nameIn(argument);
  const known = [...tables.keys()];
  if (name === undefined)
    return report(scope, 'type-mismatch', argument.span, 'expected the name of a table in quotes', () =>
      didYouMeanOf(scope, '', known),
    );
  const found = tables.get(name);
  if (found !== undefined) return found;
  return report(
    scope,
    'unknown-table',
    argument.span,
    `no table ${quote(name)} is known here`,
    () => didYouMeanOf(scope, name, known) ?? 'declare it under `tables`',
  );
}

/** A number without its fraction, moved by one and held between the first row and the last, which all others have. */
function placeOf(key: Expression, { type, rows }: LookupKey, scope: Scope): Node | undefined {
  const node = demand(key, type, parameter(scope));
  if (type.name !== 'number' || node === undefined) return node;
  const { span } = key;
  const number = (value: number): Node | undefined => buildConstant(scope, span, numberType, value);
  const make = (operation: typeof arithmetic.add, ...args: readonly (Node | undefined)[]): Node | undefined =>
    build(scope, span, operation, undefined, args);
  const moved = make(arithmetic.add, make(arithmetic.floor, node), number(1));
  return make(arithmetic.minimum, make(arithmetic.maximum, moved, number(0)), number(rows - 1));
}

/** Functions that ask for absence. */
const absenceFunctions: readonly FunctionRow[] = [
  {
    name: 'has',
    signature: 'has(x)',
    meaning: 'the value is there at all, be it 0 or none',
    example: 'has(target.population)',
    least: 1,
    most: 1,
    lower: ({ arguments: [x], span }, _expected, scope) => {
      const node = scope.check.lower(x, undefined, probed(scope));
      if (node !== undefined && isAlwaysPresent(node))
        warn(
          scope,
          'always-true',
          span,
          'this is always present, though it may be none',
          () => 'compare it with `null`',
        );
      return build(scope, span, present, undefined, [node]);
    },
  },
  {
    name: 'default',
    signature: 'default(x, y)',
    meaning: 'x, or y where x is absent',
    example: 'default(target.population, 3) > 2',
    least: 2,
    most: 2,
    lower: ({ arguments: [x, y], span }, expected, scope) => {
      const values = lowerPair({ expression: x, scope: probed(scope) }, { expression: y, scope }, expected);
      return values && build(scope, span, otherwise, undefined, values);
    },
  },
  {
    name: 'applies',
    signature: 'applies(condition)',
    meaning: 'the condition with absence taken for false',
    example: 'applies(target.population > 3)',
    least: 1,
    most: 1,
    lower: ({ arguments: [condition], span }, _expected, scope) =>
      build(scope, span, applies, undefined, [demandCondition(condition, scope)]),
  },
];

/** Objects that are reached without a property are none where there is none, never absent. */
function isAlwaysPresent(node: Node): boolean {
  if (asFollow(node) !== undefined) return isAlwaysPresent(node.args[0]);
  return isSlot(node) || (asAggregate(node) !== undefined && node.type.name === 'entity');
}

/** Functions of words. */
const wordFunctions: readonly FunctionRow[] = [
  {
    name: 'within',
    signature: 'within(word, centre, range)',
    meaning:
      'at most so many places apart on an order, steps on a wheel; off the wheel and for words without order only the word itself',
    example: 'within(target.environment, source.planet.environment, 1)',
    least: 3,
    most: 3,
    lower: lowerWithin,
  },
];

function lowerWithin(
  { arguments: [word, centre, range], span }: CallExpression,
  _expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const [one, other] = sidesOf(word, centre, scope);
  const words = lowerPair({ expression: word, scope: one }, { expression: centre, scope: other }, undefined);
  const reach = demand(range, numberType, parameter(untested(scope)));
  if (words === undefined || !areWords(words[0], { start: word.span.start, end: centre.span.end }, scope))
    return undefined;
  return build(scope, span, within, undefined, [...words, reach]);
}

function areWords(node: Node, span: Span, scope: Scope): boolean {
  if (node.type.name === 'enumeration') return true;
  const { model } = scope.check.context;
  report(
    scope,
    'type-mismatch',
    span,
    `expected two words of one enumeration, found ${describeType(model, node.type)}`,
    () => 'compare numbers with `<=`',
  );
  return false;
}

const size: FunctionRow = {
  name: 'size',
  signature: 'size(collection)',
  meaning: 'the same as `.count()`',
  example: 'size(objects(planet))',
  least: 1,
  most: 1,
  lower: ({ arguments: [collection], span }, _expected, scope) => {
    const found = readCollection(collection, scope);
    return found && count(found, span, scope);
  },
};

/** Every function that is called without a receiver. */
export const functions: ReadonlyMap<string, FunctionRow> = byName([
  ...numberFunctions,
  ...wordFunctions,
  ...absenceFunctions,
  ...objectFunctions,
  ...occurrenceFunctions,
  lookupFunction,
  size,
]);

/** Functions of numbers. */
const numberFunctions: readonly FunctionRow[] = [
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

/** Whether the language itself has a function, collection or fold of a name. */
export function isBuiltIn(name: string): boolean {
  return functions.has(name) || ranges.has(name) || steps.has(name) || folds.has(name);
}
