import type { CallExpression, Expression, Span } from '../syntax.js';
import { type FunctionRow, byName, declaredBy, direct, nameIn, rowOf, typed } from './row.js';
import {
  type LookupKey,
  type LookupTable,
  type Lowered,
  type Scope,
  parameter,
  probed,
  untested,
} from './expression-context.js';
import type { Node } from '../../../ir/node.js';
import { type Operation, numberType } from '../../../eval/operation.js';
import { asAggregate, asFollow, isSlot } from '../../../eval/node-shape.js';
import { build, buildConstant, combine, demand, demandCondition, demandNumber, describeType } from './build-node.js';
import { formatCount } from '../wording.js';
import { quoteText } from '../../text/quote.js';
import { report, warn } from './report-problem.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { compare, within } from '../../../eval/ops/compare-values.js';
import { draw } from '../../../eval/ops/draws.js';
import { applies, choose, otherwise, present } from '../../../eval/ops/logic.js';
import { lookup } from '../../../eval/ops/constants.js';
import { ranges, readCollection, steps } from './collections.js';
import { count, folds } from './lower-folds.js';
import { isOpen } from './literals.js';
import { objectFunctions } from './object-functions.js';
import { occurrenceFunctions } from './occurring.js';
import { lowerPair, sidesOf } from './comparisons.js';

const threeNumbers = [numberType, numberType, numberType];

const numberFunctions: readonly FunctionRow[] = [
  ofOne('abs', 'without its sign', arithmetic.absolute),
  ofOne('floor', 'the next whole number downward', arithmetic.floor),
  ofOne('ceil', 'the next whole number upward', arithmetic.ceiling),
  ofOne('round', 'the nearest whole number, halves away from zero', arithmetic.round),
  ofOne('truncate', 'without what is after the point', arithmetic.truncate),
  ofOne('single', 'the nearest number that 32 bits hold', arithmetic.single),
  extreme('min', 'the least of two or more', arithmetic.minimum),
  extreme('max', 'the greatest of two or more', arithmetic.maximum),
  rowOf(
    'pow(x, y)',
    'x to the power of y',
    'pow(source.population, 0.5)',
    direct([numberType, numberType], arithmetic.power),
  ),
  rowOf(
    'clamp(x, low, high)',
    'x, at least low, then at most high',
    'clamp(source.population, 0, 10)',
    typed(threeNumbers, ([x, low, high], span, scope) =>
      combine(scope, span, arithmetic.minimum, [combine(scope, span, arithmetic.maximum, [x, low]), high]),
    ),
  ),
  rowOf(
    'approach(x, goal, step)',
    'x moved toward the goal by at most a step',
    'approach(source.population, source.maxPopulation, 1)',
    typed(threeNumbers, approach),
  ),
  rowOf(
    'random()',
    'a number from 0 to below 1; own draw for each rule, place in the text, object and turn',
    'random() * 6',
    drawn,
  ),
  rowOf('chance(p)', 'true with probability p; a draw like `random()`', 'chance(0.25)', (call, scope) =>
    build(scope, call.span, compare, { comparison: '<' }, [
      drawn(call, scope),
      demandNumber(call.arguments[0], untested(scope)),
    ]),
  ),
];

function ofOne(name: string, meaning: string, operation: Operation): FunctionRow {
  return rowOf(`${name}(x)`, meaning, `${name}(source.population)`, direct([numberType], operation));
}

function extreme(name: string, meaning: string, operation: Operation): FunctionRow {
  return rowOf(`${name}(x, y, …)`, meaning, `${name}(source.population, 3, 5)`, (call, scope) => {
    const [first, ...rest] = call.arguments.map((argument) => demandNumber(argument, scope));
    return rest.reduce((fold, arg) => fold && combine(scope, call.span, operation, [fold, arg]), first);
  });
}

/** Where the goal is reached both branches give it. */
function approach([x, goal, step]: readonly Node[], span: Span, scope: Scope): Lowered {
  const make = (operation: Operation, ...args: readonly Lowered[]): Lowered => combine(scope, span, operation, args);
  return make(
    choose,
    build(scope, span, compare, { comparison: '<' as const }, [x, goal]),
    make(arithmetic.minimum, make(arithmetic.add, x, step), goal),
    make(arithmetic.maximum, make(arithmetic.subtract, x, step), goal),
  );
}

/** Every place in the text has a number of its own, and every bound object draws for itself. */
function drawn({ function: name, span }: CallExpression, scope: Scope): Lowered {
  const { solves = false, still = false, sites } = scope.check;
  const same = 'must give the same whenever it is asked';
  const why = solves ? `a modifier ${same}` : still === true ? `what is asked here ${same}` : still;
  if (why === false) return build(scope, span, draw, { site: sites.next++, slots: scope.free });
  return report(
    scope,
    solves ? 'draw-in-modifier' : 'draw-in-expression',
    span,
    `${quoteText(name)} draws, and ${why}`,
    'let an effect draw into a property, and read that',
  );
}

const absenceFunctions: readonly FunctionRow[] = [
  rowOf(
    'has(x)',
    'the value is there at all, be it 0 or none',
    'has(target.population)',
    ({ arguments: [x], span }, scope) => {
      const node = scope.check.lower(x, undefined, probed(scope));
      if (node !== undefined && isAlwaysPresent(node))
        warn(scope, 'always-true', span, 'this is always present, though it may be none', 'compare it with `null`');
      return combine(scope, span, present, [node]);
    },
  ),
  rowOf(
    'default(x, y)',
    'x, or y where x is absent',
    'default(target.population, 3) > 2',
    ({ arguments: [x, y], span }, scope, expected) => {
      const values = lowerPair({ expression: x, scope: probed(scope) }, { expression: y, scope }, expected);
      return values && combine(scope, span, otherwise, values);
    },
  ),
  rowOf(
    'applies(condition)',
    'the condition with absence taken for false',
    'applies(target.population > 3)',
    ({ arguments: [condition], span }, scope) => combine(scope, span, applies, [demandCondition(condition, scope)]),
  ),
];

/** Objects that are reached without a property are none where there is none, never absent. */
function isAlwaysPresent(node: Node): boolean {
  if (asFollow(node) !== undefined) return isAlwaysPresent(node.args[0]);
  return isSlot(node) || (asAggregate(node) !== undefined && node.type.name === 'entity');
}

const withinFunction: FunctionRow = rowOf(
  'within(word, centre, range)',
  'at most so many places apart on an order, steps on a wheel; off the wheel and for words without order only the word itself',
  'within(target.environment, source.planet.environment, 1)',
  ({ arguments: [word, centre, range], span }, scope) => {
    const [one, other] = sidesOf(word, centre, scope);
    const words = lowerPair({ expression: word, scope: one }, { expression: centre, scope: other }, undefined);
    const reach = demandNumber(range, untested(scope));
    if (words === undefined) return undefined;
    const [{ type }] = words;
    if (type.name === 'enumeration') return combine(scope, span, within, [...words, reach]);
    return report(
      scope,
      'type-mismatch',
      { start: word.span.start, end: centre.span.end },
      `expected two words of one enumeration, found ${describeType(scope.check.model, type)}`,
      'compare numbers with `<=`',
    );
  },
);

const lookupFunction: FunctionRow = rowOf(
  "lookup('table', key)",
  'what a declared table has for a word, a class or a whole number; of a table with two keys: for both',
  "lookup('crops', target.environment)",
  lowerLookup,
  { most: 3 },
);

function lowerLookup({ arguments: [named, ...keys], span, functionSpan }: CallExpression, scope: Scope): Lowered {
  const table = readTable(named, scope);
  if (table === undefined) {
    // Without the table only what is no literal can be checked.
    for (const key of keys) if (!isOpen(key, scope)) scope.check.lower(key, undefined, parameter(scope));
    return undefined;
  }
  const { index, type, keys: wanted } = table;
  if (keys.length === wanted.length) {
    const places = keys.map((key, i) => placeOf(key, wanted[i], scope));
    return build(scope, span, lookup, { table: index, type }, places);
  }
  const name = nameIn(named) ?? '';
  const [has, form] = wanted.length === 1 ? ['one key', 'key'] : ['two keys', 'key, key'];
  return report(
    scope,
    'wrong-arity',
    functionSpan,
    `the table ${quoteText(name)} has ${has}, found ${formatCount(keys.length)}`,
    () => `write ${quoteText(`lookup('${name}', ${form})`)}`,
  );
}

function readTable(argument: Expression, scope: Scope): LookupTable | undefined {
  const tables = scope.check.library?.tables;
  return declaredBy(
    argument,
    'table',
    (name) => tables?.get(name),
    () => [...(tables?.keys() ?? [])],
    (said) => `no table ${said} is known here`,
    scope,
  );
}

/** A number without its fraction, moved by one and held between the first row and the last. */
function placeOf(key: Expression, { type, rows }: LookupKey, scope: Scope): Lowered {
  const node = demand(key, type, parameter(scope));
  if (type.name !== 'number' || node === undefined) return node;
  const { span } = key;
  const number = (value: number): Lowered => buildConstant(scope, span, numberType, value);
  const make = (operation: Operation, ...args: readonly Lowered[]): Lowered => combine(scope, span, operation, args);
  const moved = make(arithmetic.add, make(arithmetic.floor, node), number(1));
  return make(arithmetic.minimum, make(arithmetic.maximum, moved, number(0)), number(rows - 1));
}

/** Every function that is called without a receiver. */
export const functions: ReadonlyMap<string, FunctionRow> = byName([
  ...numberFunctions,
  withinFunction,
  ...absenceFunctions,
  ...objectFunctions,
  ...occurrenceFunctions,
  lookupFunction,
  rowOf(
    'size(collection)',
    'the same as `.count()`',
    'size(objects(planet))',
    ({ arguments: [collection], span }, scope) => {
      const found = readCollection(collection, scope);
      return found && count(found, span, scope);
    },
  ),
]);

export function isBuiltIn(name: string): boolean {
  return functions.has(name) || ranges.has(name) || steps.has(name) || folds.has(name);
}
