import { readCollection } from './collections.js';
import { count } from './folds.js';
import { numberFunctions } from './number-functions.js';
import { objectFunctions } from './object-functions.js';
import { occurrenceFunctions } from './occurring.js';
import { type FunctionRow, byName, nameIn } from './row.js';
import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { numberType } from '../../../eval/operation.js';
import { within } from '../../../eval/ops/within.js';
import type { CallExpression, Span, Expression } from '../syntax.js';
import { build, buildConstant } from './build.js';
import { demand, demandCondition } from './demand.js';
import { describeType } from './describe.js';
import { lowerPair } from './pair.js';
import { report, warn } from './report.js';
import { type Scope, parameter, untested, probed } from './scope.js';
import { sidesOf } from './sides.js';
import { applies, otherwise, present } from '../../../eval/ops/logic.js';
import { asAggregate, asFollow, isSlot } from '../../../eval/shape.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { lookup } from '../../../eval/ops/lookup.js';
import { formatCount, quote } from '../wording.js';
import type { LookupKey, LookupTable } from './context.js';
import { isOpen } from './literals.js';
import { didYouMeanOf } from './nearest.js';

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
