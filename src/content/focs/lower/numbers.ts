import type { Node } from '../../../ir/node.js';
import { kept } from '../../../kernel/maps.js';
import {
  type ChoiceValue,
  type FunctionValue,
  type OperationValue,
  type QueryValue,
  type StatisticValue,
  type Value,
  fieldNumber,
  literalNumber,
  partNumbers,
} from '../syntax.js';
import { type Context, counting, oneOf, siteOf } from './lowering-context.js';
import { entityAt, givenAt, itemAt, unsupported, valueAt, writtenAt, wrongType } from './parameters.js';
import type { Column } from '../../../model/model.js';
import { describeValue } from '../parse/keyword-reading.js';
import { gameColumns } from '../model/game-model.js';
import { currentMeter, isWholeProperty, numberProperty, subjectOf } from './object-properties.js';
import { anyWhere, countOf, seek } from './focs-forms.js';

/** Undefined where something is missing, which is reported. */
type Query = (query: QueryValue, context: Context) => Node | undefined;

const queries: Readonly<Record<string, Query>> = {
  GameRule(query, context) {
    const { kit, builder, whole } = context;
    const name = writtenAt(query, 'name', context);
    if (name === undefined) return undefined;
    const value = kit.read(builder.rule(name), kit.galaxy);
    return whole ? kit.truncate(value) : value;
  },
  HullFuel: ofHull('fuel'),
  HullSpeed: ofHull('speed'),
  HullStealth: ofHull('stealth'),
  HullStructure: ofHull('structure'),
  PartCapacity: ofPart('capacity'),
  PartSecondaryStat: ofPart('secondary'),
  TurnTechResearched: of('empire', (query, context) =>
    itemAt(query, context, 'Tech', writtenAt(query, 'name', context), (name) => context.builder.researched(name)),
  ),
  PartsInShipDesign: of('design', (query, context) => {
    const name = valueAt(query, 'name') === undefined ? '' : writtenAt(query, 'name', context);
    if (name === '') return context.builder.allParts();
    return itemAt(query, context, 'Part', name, (part) => context.builder.partCount(part));
  }),
  // Of a class without parts, 0.
  PartOfClassInShipDesign: of('design', (query, context) => {
    const name = writtenAt(query, 'class', context);
    return name === undefined ? undefined : context.builder.partClassCount(name);
  }),
  DirectDistanceBetween(query, context) {
    const { kit } = context;
    const [a, b] = [0, 1].map((skip) => entityAt(query, 'object', context, skip).node);
    return kit.certain(kit.single(kit.distance(a, b)));
  },
  EmpireMeterValue: of('empire', (query, context) => {
    const name = writtenAt(query, 'meter', context);
    return name === undefined ? undefined : context.builder.empireMeter(name);
  }),
};

const wholeQueries: ReadonlySet<string> = new Set([
  'GameRule',
  'TurnTechResearched',
  'PartsInShipDesign',
  'PartOfClassInShipDesign',
]);

function lowerQuery(query: QueryValue, context: Context): Node | undefined {
  const form = Object.hasOwn(queries, query.name) ? queries[query.name] : undefined;
  return form === undefined
    ? unsupported(context, query, query.name, `one of ${Object.keys(queries).join(', ')}`)
    : form(query, context);
}

function of(label: 'empire' | 'design', columnOf: (query: QueryValue, context: Context) => Column | undefined): Query {
  return (query, context) => {
    const column = columnOf(query, context);
    return column && context.kit.read(column, entityAt(query, label, context).node);
  };
}

function ofHull(field: string): Query {
  return (query, context) => {
    const { kit, builder, catalog, language } = context;
    const value = givenAt(query, 'name');
    const name = language.text(value, context);
    if (name !== undefined) {
      const item = itemAt(query, context, 'Hull', name, (hull) => catalog.item('Hull', hull));
      return item && kit.number(fieldNumber(item, field));
    }
    const hull = language.class(value, 'Hull', context);
    const hullsByNumber = new Map<number, Node[]>();
    for (const item of catalog.items('Hull')) {
      const number = fieldNumber(item, field);
      const index = builder.classOf('Hull', item.name);
      if (number !== 0 && index !== undefined) kept(hullsByNumber, number, (): Node[] => []).push(kit.class(index));
    }
    return [...hullsByNumber].reduceRight(
      (rest, [number, hulls]) => kit.choose(kit.oneOf(hull, hulls), kit.number(number), rest),
      kit.zero,
    );
  };
}

function ofPart(field: 'capacity' | 'secondary'): Query {
  return (query, context) => {
    const part = writtenAt(query, 'name', context);
    const item = itemAt(query, context, 'Part', part, (name) => context.catalog.item('Part', name));
    return item && context.kit.number(partNumbers(item)[field]);
  };
}

/** In the text's order of operations; 0, and reported, for other values. */
export function lowerNumber(value: Value, context: Context): Node {
  return numberOf(value, context) ?? context.kit.zero;
}

function numberOf(value: Value, context: Context): Node | undefined {
  switch (value.kind) {
    case 'number':
      return context.kit.number(value.value);
    case 'property':
      return numberProperty(value, context);
    case 'free':
      return freeNumber(value, context);
    case 'running':
      return runningNumber(value, context);
    case 'operation':
      return operation(value, context);
    case 'function':
      return lowerFunction(value, context);
    case 'statistic':
      return lowerStatistic(value, context);
    case 'query':
      return lowerQuery(value, context);
    case 'choice':
      return choice(value, context);
    case 'text':
    case 'word':
      return wrongType(context, value, describeValue(value), 'a number');
  }
}

export function lowerInteger(value: Value, context: Context): Node {
  if (isWhole(value)) return lowerNumber(value, counting(context, true));
  return context.kit.truncate(lowerNumber(value, counting(context, false)));
}

export function isWhole(value: Value): boolean {
  switch (value.kind) {
    case 'number':
      return value.integer;
    case 'property':
      return isWholeProperty(value.property);
    case 'free':
      return !value.name.startsWith('Universe');
    case 'operation':
    case 'function':
      return value.operands.every(isWhole);
    case 'statistic':
      return value.value === undefined || isWhole(value.value);
    case 'query':
      return wholeQueries.has(value.name);
    case 'choice':
      return [value.then, value.otherwise].every((each) => each === undefined || isWhole(each));
    case 'running':
    case 'text':
    case 'word':
      return false;
  }
}

const galaxyNumbers = gameColumns.filter((name) => name.startsWith('Galaxy'));

function freeNumber(value: Extract<Value, { kind: 'free' }>, context: Context): Node | undefined {
  const { kit } = context;
  const setting = galaxyNumbers.find((name) => name === value.name);
  if (setting !== undefined) return kit.cell(setting, kit.galaxy);
  switch (value.name) {
    case 'CurrentTurn':
      return kit.turn;
    case 'UniverseWidth':
      return kit.cell('universeWidth', kit.galaxy);
    case 'UniverseCentreX':
    case 'UniverseCentreY':
      return kit.divide(kit.cell('universeWidth', kit.galaxy), kit.number(2));
    default:
      return unsupported(context, value, value.name, `a number, such as CurrentTurn or ${galaxyNumbers[0]}`);
  }
}

function runningNumber(value: Extract<Value, { kind: 'running' }>, context: Context): Node | undefined {
  const { kit } = context;
  if (value.of === undefined) return kit.running;
  const subject = subjectOf(value.of, context);
  if (subject === undefined) return undefined;
  const found = `Value of ${describeValue(value.of)}`;
  return (
    currentMeter(value.of, subject, context) ??
    wrongType(context, value, found, 'Value of a meter, such as `Value(Target.MaxFuel)`')
  );
}

function operation(value: OperationValue, context: Context): Node {
  const { kit, whole } = context;
  if (value.operator === 'negate') {
    const literal = literalNumber(value);
    return literal === undefined ? kit.negate(lowerNumber(value.operands[0], context)) : kit.number(literal);
  }
  const [left, right] = value.operands.map((operand) => lowerNumber(operand, context));
  const made = kit[operations[value.operator]](left, right);
  return whole && (value.operator === '/' || value.operator === '^') ? kit.truncate(made) : made;
}

const operations = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '^': 'power' } as const;

function choice({ comparison, then, otherwise, at }: ChoiceValue, context: Context): Node {
  const { kit } = context;
  const value = (part: Value | undefined, missing: number) =>
    part === undefined ? kit.number(missing) : lowerNumber(part, context);
  return kit.choose(context.language.comparison(comparison, at, context), value(then, 1), value(otherwise, 0));
}

const folds = { Sum: 'sum', Mean: 'mean', Min: 'least', Max: 'greatest' } as const;

/** 0 of no objects. */
function lowerStatistic(value: StatisticValue, context: Context): Node | undefined {
  const { kit } = context;
  if (value.statistic === 'If') return kit.choose(anyWhere(value.condition, context), kit.number(1), kit.zero);
  if (value.statistic === 'Count') return countOf(value.condition, context);
  if (!isFold(value.statistic) || value.value === undefined)
    return unsupported(context, value, `Statistic ${value.statistic}`, `If, Count, ${Object.keys(folds).join(', ')}`);
  const found = seek(value.condition, context);
  const of = context.language.number(value.value, found.context);
  if (found.by === 'pin') return kit.choose(found.holds, of, kit.zero);
  return kit.certain(kit.fold(folds[value.statistic], found.range, found.slot, found.filter, of));
}

function isFold(name: string): name is keyof typeof folds {
  return Object.hasOwn(folds, name);
}

function lowerFunction(value: FunctionValue, context: Context): Node | undefined {
  const { kit, language } = context;
  const operands = value.operands.map((operand) => language.number(operand, context));
  const [first, second] = operands;
  switch (value.name) {
    case 'abs':
      return kit.absolute(first);
    case 'min':
      return operands.reduce(kit.least);
    case 'max':
      return operands.reduce(kit.greatest);
    case 'OneOf':
      return oneOf(value, operands, context);
    case 'RandomNumber':
      return between(value, first, second, context);
    default:
      return unsupported(context, value, value.name, 'abs, min, max, OneOf or RandomNumber');
  }
}

function between(place: Value, low: Node, high: Node, context: Context): Node {
  const { kit, whole } = context;
  const drawn = kit.draw(siteOf(context.group, place), context.drawing);
  const breadth = kit.subtract(high, low);
  if (!whole) return kit.add(low, kit.multiply(drawn, breadth));
  return kit.add(low, kit.floor(kit.multiply(drawn, kit.add(breadth, kit.number(1)))));
}
