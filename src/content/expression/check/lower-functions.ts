import type { CallExpression, Expression, Span } from '../syntax.js';
import { type FunctionRow, declaredBy, direct, nameIn, rowOf, typed, foundName, unknownNamed } from './row.js';
import {
  type Lowered,
  type Scope,
  parameter,
  probed,
  untested,
  report,
  warn,
  didYouMeanOf,
  namesOf,
} from './expression-context.js';
import type { LookupKey, LookupTable, Node } from '../../../ir/node.js';
import { type Operation, numberType, entityType } from '../../../eval/operation.js';
import { asFollow, asMemberOf, asUnbound, constantValue, isSlot } from '../../../eval/node-shape.js';
import {
  build,
  buildConstant,
  combine,
  demand,
  demandCondition,
  demandNumber,
  describeType,
  demandObject,
} from './build-node.js';
import { grouped } from '../../../kernel/grouped.js';
import { quoteText } from '../../text/quote.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { compare, within } from '../../../eval/ops/compare-values.js';
import { draw, normal, poisson } from '../../../eval/ops/draws.js';
import { applies, choose, otherwise, present, not } from '../../../eval/ops/logic.js';
import { lookup } from '../../../eval/ops/constants.js';
import { gridIn, spaceIn, ranges, readCollection, steps, instancesOf } from './collections.js';
import { count, folds, foldOver } from './lower-folds.js';
import { isOpen } from './literals.js';
import { occurrenceFunctions } from './dot-access.js';
import { lowerPair, sidesOf } from './comparisons.js';
import { drawSite } from './draw-site.js';
import { type Column, type Type, indexByName } from '../../../model/model.js';
import type { AffiliationMode } from '../../../eval/data.js';
import { affiliation, related, unowned } from '../../../eval/ops/affiliations.js';
import { available, heldCount, visible } from '../../../eval/ops/bit-tests.js';
import { age, created } from '../../../eval/ops/time.js';
import { coordinate, distance, jumps } from '../../../eval/ops/space.js';
import { gridCell, gridSteps, vacant } from '../../../eval/ops/grid.js';
import { offset } from '../../../eval/ops/offset.js';
import { follow, role, slot } from '../../../eval/ops/object-links.js';
import { read } from '../../../eval/ops/read.js';
import { isStockpile, noteRead, setHolder, setNamed } from './object-reads.js';

const twoNumbers = [numberType, numberType];
const threeNumbers = [numberType, numberType, numberType];
const classType: Type = { name: 'class' };
const pair = [entityType, entityType];

/** Functions that are called without a receiver: docs/language.md. */
export const functions: ReadonlyMap<string, FunctionRow> = indexByName([
  ofOne('abs', arithmetic.absolute),
  ofOne('floor', arithmetic.floor),
  ofOne('ceil', arithmetic.ceiling),
  ofOne('round', arithmetic.round),
  ofOne('truncate', arithmetic.truncate),
  ofOne('single', arithmetic.single),
  extreme('min', arithmetic.minimum),
  extreme('max', arithmetic.maximum),
  rowOf('pow(x, y)', direct(twoNumbers, arithmetic.power)),
  ofOne('sign', arithmetic.sign),
  ofOne('exp', arithmetic.exponential),
  whereFinite('sqrt', arithmetic.squareRoot),
  whereFinite('log', arithmetic.logarithm),
  whereFinite('log2', arithmetic.binaryLogarithm),
  ofOne('sin', arithmetic.sine),
  ofOne('cos', arithmetic.cosine),
  rowOf('atan2(y, x)', direct(twoNumbers, arithmetic.arctangent)),
  rowOf('mod(x, y)', direct(twoNumbers, arithmetic.modulo)),
  rowOf(
    'lerp(a, b, t)',
    typed(threeNumbers, ([a, b, t], span, scope) => between(a, b, t, span, scope)),
  ),
  rowOf(
    'clamp(x, low, high)',
    typed(threeNumbers, ([x, low, high], span, scope) =>
      combine(scope, span, arithmetic.minimum, [combine(scope, span, arithmetic.maximum, [x, low]), high]),
    ),
  ),
  rowOf('approach(x, goal, step)', typed(threeNumbers, approach)),
  rowOf('random()', drawn),
  drawing('uniform(a, b)', 2, ([a, b], uniform, span, scope) => between(a, b, uniform, span, scope)),
  drawing('normal(mean, sd)', 2, ([mean, deviation], uniform, span, scope) => {
    const make = making(span, scope);
    return make(arithmetic.add, mean, make(arithmetic.multiply, deviation, make(normal, uniform)));
  }),
  drawing('exponential(mean)', 1, ([mean], uniform, span, scope) => {
    const make = making(span, scope);
    const rest = make(arithmetic.subtract, buildConstant(scope, span, numberType, 1), uniform);
    return make(arithmetic.multiply, mean, make(arithmetic.negate, make(arithmetic.logarithm, rest)));
  }),
  drawing('poisson(mean)', 1, ([mean], uniform, span, scope) => combine(scope, span, poisson, [mean, uniform])),
  drawing('bernoulli(p)', 1, ([p], uniform, span, scope) => {
    const [yes, no] = [1, 0].map((value) => buildConstant(scope, span, numberType, value));
    return combine(scope, span, choose, [build(scope, span, compare, { comparison: '<' }, [uniform, p]), yes, no]);
  }),
  rowOf('chance(p)', (call, scope) =>
    build(scope, call.span, compare, { comparison: '<' }, [
      drawn(call, scope),
      demandNumber(call.arguments[0], untested(scope)),
    ]),
  ),
  rowOf('within(word, centre, range)', ({ arguments: [word, centre, range], span }, scope) => {
    const words = lowerPair(...sidesOf(word, centre, scope), undefined);
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
  }),
  rowOf('has(x)', ({ arguments: [x], span }, scope) => {
    const node = scope.check.lower(x, undefined, probed(scope));
    if (node !== undefined && isAlwaysPresent(node))
      warn(scope, 'always-true', span, 'this is always present, though it may be none', 'compare it with `null`');
    return combine(scope, span, present, [node]);
  }),
  rowOf('default(x, y)', ({ arguments: [x, y], span }, scope, expected) => {
    const values = lowerPair({ expression: x, scope: probed(scope) }, { expression: y, scope }, expected);
    return values && combine(scope, span, otherwise, values);
  }),
  rowOf('applies(condition)', ({ arguments: [condition], span }, scope) =>
    combine(scope, span, applies, [demandCondition(condition, scope)]),
  ),
  rowOf('affiliation(x, y, mode)', ({ arguments: [x, y, mode], span }, scope) =>
    affiliated(x, y, readMode(mode, scope), span, scope),
  ),
  rowOf('ownedBy(x, y)', ({ arguments: [x, y], span }, scope) => affiliated(x, y, 'empire-inclusive', span, scope)),
  rowOf("role('name')", ({ arguments: [named], span }, scope) => {
    const index = readDeclared(named, 'role', scope);
    return index === undefined ? undefined : build(scope, span, role, { role: index });
  }),
  rowOf("related(x, y, 'name')", ({ arguments: [x, y, named], span }, scope) => {
    const objects = [x, y].map((argument) => demandObject(argument, scope));
    const index = readDeclared(named, 'relation', scope);
    return index === undefined ? undefined : build(scope, span, related, { relation: index }, objects);
  }),
  rowOf('sees(x, y)', direct(pair, visible)),
  rowOf('distance(x, y)', direct(pair, distance)),
  rowOf('jumps(x, y)', direct(pair, jumps)),
  toClass('distanceTo', distance),
  toClass('jumpsTo', jumps),
  rowOf('stockpile(x, name)', lowerStockpile),
  rowOf(
    'available(x, class)',
    typed([entityType, classType], ([x, wanted], span, scope) =>
      combine(scope, span, available, [ownerOf(x, span, scope), wanted]),
    ),
  ),
  rowOf("steps(x, y, 'grid')", lowerSteps, { least: 2 }),
  rowOf("cell(column, row, 'grid')", lowerCell, { least: 2 }),
  rowOf('column(x)', coordinateOf('x')),
  rowOf('row(x)', coordinateOf('y')),
  rowOf('empty(x, kind)', lowerEmpty, { least: 1 }),
  rowOf('x(o)', exactly('x')),
  rowOf('y(o)', exactly('y')),
  inSpace('offsetX', (way) => way('x')),
  inSpace('offsetY', (way) => way('y')),
  inSpace('span', (way, make) => {
    const [x, y] = [way('x'), way('y')];
    const square = make(arithmetic.add, make(arithmetic.multiply, x, x), make(arithmetic.multiply, y, y));
    return make(arithmetic.squareRoot, square);
  }),
  inSpace('heading', (way, make) => make(arithmetic.arctangent, way('y'), way('x'))),
  rowOf('age(x)', direct([entityType], age)),
  rowOf('created(x)', direct([entityType], created)),
  ...occurrenceFunctions,
  rowOf("lookup('table', key)", lowerLookup, { most: 3 }),
  rowOf('size(collection)', ({ arguments: [collection], span }, scope) => {
    const set = collection.kind === 'member' ? setNamed(collection.member, scope) : undefined;
    if (collection.kind === 'member' && set !== undefined)
      return build(scope, span, heldCount, { holding: set.index }, [
        setHolder(collection, set, 'its size is always 0', scope),
      ]);
    const found = readCollection(collection, scope);
    return found && count(found, span, scope);
  }),
]);

export function isBuiltIn(name: string): boolean {
  return functions.has(name) || ranges.has(name) || steps.has(name) || folds.has(name);
}

function ofOne(name: string, operation: Operation): FunctionRow {
  return rowOf(`${name}(x)`, direct([numberType], operation));
}

/** Missing where it has no value: the language is total. */
function whereFinite(name: string, operation: Operation): FunctionRow {
  return rowOf(
    `${name}(x)`,
    typed([numberType], (args, span, scope) =>
      combine(scope, span, arithmetic.finite, [combine(scope, span, operation, args)]),
    ),
  );
}

function between(a: Lowered, b: Lowered, part: Lowered, span: Span, scope: Scope): Lowered {
  const make = making(span, scope);
  return make(arithmetic.add, a, make(arithmetic.multiply, make(arithmetic.subtract, b, a), part));
}

/** Of numbers, which are parameters, and one uniform number of its own place in the text. */
function drawing(
  signature: string,
  numbers: number,
  make: (args: readonly Node[], uniform: Lowered, span: Span, scope: Scope) => Lowered,
): FunctionRow {
  return rowOf(signature, (call, scope) => {
    const uniform = drawn(call, scope);
    const parameters = Array<typeof numberType>(numbers).fill(numberType);
    return typed(parameters, (args, span) => make(args, uniform, span, scope))(call, untested(scope), undefined);
  });
}

function extreme(name: string, operation: Operation): FunctionRow {
  return rowOf(`${name}(x, y, …)`, (call, scope) => {
    const [first, ...rest] = call.arguments.map((argument) => demandNumber(argument, scope));
    return rest.reduce((fold, arg) => fold && combine(scope, call.span, operation, [fold, arg]), first);
  });
}

function making(span: Span, scope: Scope) {
  return (operation: Operation, ...args: readonly Lowered[]): Lowered => combine(scope, span, operation, args);
}

/** Where the goal is reached both branches give it. */
function approach([x, goal, step]: readonly Node[], span: Span, scope: Scope): Lowered {
  const make = making(span, scope);
  return make(
    choose,
    build(scope, span, compare, { comparison: '<' as const }, [x, goal]),
    make(arithmetic.minimum, make(arithmetic.add, x, step), goal),
    make(arithmetic.maximum, make(arithmetic.subtract, x, step), goal),
  );
}

/** Every place in the text has a number of its own, and every bound object draws for itself. */
function drawn({ function: name, span }: CallExpression, scope: Scope): Lowered {
  const site = drawSite(name, span, scope);
  return site === undefined ? undefined : build(scope, span, draw, { site, slots: scope.free });
}

/** Objects that are reached without a property are none where there is none, never absent. */
function isAlwaysPresent(node: Node): boolean {
  if (asFollow(node) !== undefined) return isAlwaysPresent(node.args[0]);
  return isSlot(node) || asMemberOf(asUnbound(node) ?? node) !== undefined;
}

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
    `the table ${quoteText(name)} has ${has}, found ${grouped(keys.length)}`,
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
    (said) => `unknown table ${said}`,
    scope,
  );
}

/** A number without its fraction, moved by one and held between the first row and the last. */
function placeOf(key: Expression, { type, rows }: LookupKey, scope: Scope): Lowered {
  const node = demand(key, type, parameter(scope));
  if (type.name !== 'number' || node === undefined) return node;
  const { span } = key;
  const number = (value: number): Lowered => buildConstant(scope, span, numberType, value);
  const make = making(span, scope);
  const moved = make(arithmetic.add, make(arithmetic.floor, node), number(1));
  return make(arithmetic.minimum, make(arithmetic.maximum, moved, number(0)), number(rows - 1));
}

const modes: readonly AffiliationMode[] = [
  'empire-inclusive',
  'empire-exclusive',
  'enemies-inclusive',
  'enemies-exclusive',
];

function readMode(expression: Expression, scope: Scope): AffiliationMode | undefined {
  const name = nameIn(expression);
  const found = modes.find((known) => known === name);
  return found ?? unknownNamed(expression, 'unknown-word', 'a mode of affiliation', () => modes, scope);
}

function affiliated(
  x: Expression,
  y: Expression,
  mode: AffiliationMode | undefined,
  span: Span,
  scope: Scope,
): Lowered {
  const object = demandObject(x, scope);
  if (y.kind === 'null') {
    const nobody = combine(scope, span, unowned, [object]);
    return mode?.startsWith('enemies') ? combine(scope, span, not, [nobody]) : mode && nobody;
  }
  const other = demandObject(y, untested(scope));
  return mode && build(scope, span, affiliation, { mode }, [object, other]);
}

function readDeclared(argument: Expression, what: 'role' | 'relation', scope: Scope): number | undefined {
  const { roles, relations } = scope.check.model;
  const names = (): readonly string[] => (what === 'role' ? roles : namesOf(relations));
  const find = (name: string): number | undefined => {
    const index = names().indexOf(name);
    return index < 0 ? undefined : index;
  };
  return declaredBy(argument, what, find, names, (said) => `the content declares no ${what} ${said}`, scope);
}

function toClass(name: string, measure: Operation): FunctionRow {
  return rowOf(`${name}(x, class)`, ({ arguments: [x, wanted], span }, scope) => {
    const object = demandObject(x, scope);
    const collection = instancesOf(wanted, span, untested(scope));
    if (collection === undefined) return undefined;
    const member = build(scope, span, slot, { slot: scope.free });
    const value = combine(scope, span, measure, [object, member]);
    return foldOver('least', collection, span, scope, value);
  });
}

function lowerSteps({ arguments: [x, y, named], span }: CallExpression, scope: Scope): Lowered {
  const objects = [x, y].map((argument) => demandObject(argument, scope));
  const grid = gridIn(named, span, scope);
  return grid && build(scope, span, gridSteps, { grid: grid.index }, objects);
}

function lowerCell({ arguments: [column, row, named], span }: CallExpression, scope: Scope): Lowered {
  const places = [column, row].map((argument) => demandNumber(argument, scope));
  const grid = gridIn(named, span, scope);
  return grid && build(scope, span, gridCell, { grid: grid.index }, places);
}

function coordinateOf(axis: 'x' | 'y'): FunctionRow['lower'] {
  return typed([entityType], ([x], span, scope) =>
    combine(scope, span, arithmetic.floor, [build(scope, span, coordinate, { axis }, [x])]),
  );
}

function exactly(axis: 'x' | 'y'): FunctionRow['lower'] {
  return typed([entityType], ([x], span, scope) => build(scope, span, coordinate, { axis }, [x]));
}

/** Of the shortest way from one object to another. */
function inSpace(
  name: string,
  measure: (way: (axis: 'x' | 'y') => Lowered, make: ReturnType<typeof making>) => Lowered,
): FunctionRow {
  return rowOf(
    `${name}(a, b, 'space')`,
    ({ arguments: [a, b, named], span }, scope) => {
      const objects = [a, b].map((argument) => demandObject(argument, scope));
      const space = spaceIn(named, span, scope);
      if (space === undefined) return undefined;
      return measure((axis) => build(scope, span, offset, { space: space.index, axis }, objects), making(span, scope));
    },
    { least: 2 },
  );
}

/** A kind that is known at load has an index of its own. */
function lowerEmpty({ arguments: [x, of], span }: CallExpression, scope: Scope): Lowered {
  const object = demandObject(x, scope);
  if (of === undefined) return build(scope, span, vacant, { kind: 0 }, [object]);
  const kind = demand(of, { name: 'kind' }, parameter(scope));
  if (kind === undefined || object === undefined) return undefined;
  const known = constantValue(kind);
  if (known !== undefined) return build(scope, span, vacant, { kind: known }, [object]);
  return report(
    scope,
    'kind-expected',
    of.span,
    'expected a kind that is known at load',
    'write the name of a kind, or count with `attached(x).filter(v, v.kind == …)`',
  );
}

function ownerOf(x: Node, span: Span, scope: Scope): Lowered {
  return build(scope, span, follow, { relation: 'owner' as const, kind: 0 }, [x]);
}

function lowerStockpile({ arguments: [x, named], span }: CallExpression, scope: Scope): Lowered {
  const object = demandObject(x, scope);
  const column = readStockpile(named, scope);
  const owner = object && ownerOf(object, span, scope);
  if (column === undefined || owner === undefined) return undefined;
  noteRead(column, owner, span, scope);
  return build(scope, span, read, { column: column.index, type: column.type, climb: false, absent: 'missing' }, [
    owner,
  ]);
}

function readStockpile(expression: Expression, scope: Scope): Column | undefined {
  const { model } = scope.check;
  const name = nameIn(expression);
  const column = name === undefined ? undefined : model.columnByName.get(name);
  if (column !== undefined && isStockpile(model, column)) return column;
  return report(
    scope,
    'unknown-stockpile',
    expression.span,
    `expected the name of a stockpile, a number that only factions have, found ${foundName(name)}${whyNone(column)}`,
    () => didYouMeanOf(scope, name ?? '', namesOf(model.columns.filter((each) => isStockpile(model, each)))),
  );
}

function whyNone(column: Column | undefined): string {
  if (column === undefined) return '';
  if (column.role === 'meter') return ', which is a meter';
  return column.type.name === 'number' ? ', which other objects than factions have' : ', which is not a number';
}
