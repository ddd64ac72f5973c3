import {
  type CivExpression,
  type OperatorShape,
  type Place,
  type ValueType,
  expressionAt,
  type ObjectType,
  type RelationName,
  objectTypes,
  relationNames,
  type Integrator,
  operandsOf,
} from '../syntax.js';
import { defaultLimits } from '../../../kernel/world-limits.js';

export interface Operator {
  readonly shape: OperatorShape;
  readonly result: ValueType | 'either';
  readonly least: number;
  readonly most: number;
  readonly operands: ValueType | 'either';
  readonly parameters: readonly string[];
}

const defaultAdapt = 'ADAPT_DEFAULT';

type Count = readonly [least: number, most: number];
const one: Count = [1, 1];
const two: Count = [2, 2];
const several: Count = [1, Infinity];

function operator(
  shape: OperatorShape,
  [least, most]: Count,
  result: Operator['result'],
  operands = result,
  parameters: readonly string[] = [],
): Operator {
  return { shape, result, least, most, operands, parameters };
}

function comparing(sign: Extract<OperatorShape, { readonly node: 'compare' }>['comparison']): Operator {
  return operator({ node: 'compare', comparison: sign }, two, 'boolean', 'number');
}

export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['And', operator({ node: 'and' }, several, 'boolean')],
  ['Or', operator({ node: 'or' }, several, 'boolean')],
  ['Not', operator({ node: 'not' }, one, 'boolean')],
  ['BEqual', operator({ node: 'iff' }, two, 'boolean')],
  ['If', operator({ node: 'if' }, [3, 3], 'either')],
  ['Greater', comparing('>')],
  ['GreaterEqual', comparing('>=')],
  ['Equal', comparing('==')],
  ['NotEqual', comparing('!=')],
  ['Less', comparing('<')],
  ['LessEqual', comparing('<=')],
  ['Plus', operator({ node: 'plus' }, several, 'number')],
  ['Mult', operator({ node: 'mult' }, several, 'number')],
  ['Min', operator({ node: 'min' }, several, 'number')],
  ['Max', operator({ node: 'max' }, several, 'number')],
  ['Minus', operator({ node: 'minus' }, two, 'number')],
  ['Div', operator({ node: 'div' }, two, 'number')],
  ['Modulo', operator({ node: 'modulo' }, two, 'number')],
  ['Abs', operator({ node: 'abs' }, one, 'number')],
  ['Adapt', operator({ node: 'adapt', id: defaultAdapt }, one, 'number', 'number', ['ID'])],
  ['Random', operator({ node: 'random' }, one, 'number')],
]);

export function operandType({ shape, operands }: Operator, index: number, wanted: ValueType): ValueType {
  if (shape.node === 'if' && index === 0) return 'boolean';
  return operands === 'either' ? wanted : operands;
}

export function resultType({ result }: Operator, wanted: ValueType): ValueType {
  return result === 'either' ? wanted : result;
}

export function operation(
  operator: Operator,
  operands: readonly CivExpression[],
  wanted: ValueType,
  place: Place,
  id?: string,
): CivExpression {
  const { shape } = operator;
  const whole = shape.node === 'adapt' ? { ...shape, id: id ?? shape.id } : shape;
  return expressionAt({ ...whole, operands }, resultType(operator, wanted), place);
}

/** An element that folds values of related objects, except the generic one, which names its aggregator. */
export interface IntegratorForm {
  readonly aggregator: string;
  readonly output: ValueType;
  readonly input: ValueType;
  /** Without an operand, it folds true for each object. */
  readonly optional?: true;
}

const count: IntegratorForm = { aggregator: 'NUM', input: 'boolean', output: 'number', optional: true };
const mean: IntegratorForm = { aggregator: 'MEAN', input: 'number', output: 'number' };

export const integrators: ReadonlyMap<string, IntegratorForm> = new Map<string, IntegratorForm>([
  ['IntegrateAnd', { aggregator: 'AND', input: 'boolean', output: 'boolean' }],
  ['IntegrateOr', { aggregator: 'OR', input: 'boolean', output: 'boolean', optional: true }],
  ['IntegrateSum', { aggregator: 'SUM', input: 'number', output: 'number' }],
  ['IntegrateMean', mean],
  ['IntegrateAvg', mean],
  ['IntegrateNum', count],
  ['IntegrateCount', count],
]);

export const rangeParameters: readonly string[] = ['RelationType', 'GameObjectType', 'iDistance'];

export const relationsByText: ReadonlyMap<string, RelationName> = new Map(
  relationNames.map((name) => [`RELATION_${name}`, name]),
);
export const objectTypesByText: ReadonlyMap<string, ObjectType> = new Map(
  objectTypes.map((type) => [`GAMEOBJECT_${type}`, type]),
);

/** A greater distance would only circle a world again. */
export const greatestDistance = 1_000;

export function distanceIn(text: string): number | undefined {
  return /^\d+$/.test(text) && Number(text) <= greatestDistance ? Number(text) : undefined;
}

function isOnGround(type: ObjectType): boolean {
  return type === 'CITY' || type === 'UNIT' || type === 'PLOT';
}

export function relationLeads(relation: RelationName, from: ObjectType, to: ObjectType): boolean {
  switch (relation) {
    case 'ASSOCIATED':
      return true;
    case 'SAME_PLOT':
    case 'NEAR':
      return isOnGround(from);
    case 'TRADE':
      return from === 'CITY' && to === 'CITY';
    case 'WORKING':
      return (from === 'CITY' && to === 'PLOT') || (from === 'PLOT' && to === 'CITY');
  }
}

const choice = 0;
const either = 1;
const both = 2;
const comparison = 3;
const sum = 4;
const product = 5;
const prefix = 6;
const whole = 7;
const beyond = 8;

interface Printed {
  readonly text: string;
  readonly level: number;
}

/** Prints, for example, `has FEATURE_FOREST and (has ROUTE_ROAD or crime > 80)`; `…` beyond the depth limit. */
export function printExpression(expression: CivExpression): string {
  return print(expression, 0).text;
}

const words: Readonly<Record<ObjectType, string>> = {
  GAME: 'games',
  TEAM: 'teams',
  PLAYER: 'players',
  CITY: 'cities',
  UNIT: 'units',
  PLOT: 'plots',
};

interface KnownAggregator {
  readonly word: string;
  /** The kernel's equal fold, if any. */
  readonly fold?: 'all' | 'any' | 'count' | 'integerSum' | 'integerMean';
}

export const knownAggregators: ReadonlyMap<string, KnownAggregator> = new Map<string, KnownAggregator>([
  ['AND', { word: 'all', fold: 'all' }],
  ['OR', { word: 'any', fold: 'any' }],
  ['NUM', { word: 'count', fold: 'count' }],
  ['SUM', { word: 'sum', fold: 'integerSum' }],
  ['MEAN', { word: 'mean', fold: 'integerMean' }],
  ['MIN', { word: 'least' }],
  ['MAX', { word: 'greatest' }],
]);

type Joint = readonly [sign: string, level: number, first: number, next: number];

/**
 * The precedence of a form, and the least of its first and its other operands. Operands of the same form need no
 * brackets if order does not matter.
 */
const joints: ReadonlyMap<OperatorShape['node'], Joint> = new Map<OperatorShape['node'], Joint>([
  ['and', ['and', both, both, both]],
  ['or', ['or', either, either, either]],
  ['iff', ['==', comparison, sum, sum]],
  ['compare', ['', comparison, sum, sum]],
  ['plus', ['+', sum, sum, product]],
  ['minus', ['-', sum, sum, product]],
  ['mult', ['*', product, product, prefix]],
  ['div', ['/', product, product, prefix]],
  ['modulo', ['%', product, product, prefix]],
]);

function print(expression: CivExpression, depth: number): Printed {
  const atom = (text: string) => ({ text, level: whole });
  if (depth >= defaultLimits.expressionDepth) return atom('…');
  const part = (operand: CivExpression, least: number) => {
    const { text, level } = print(operand, depth + 1);
    return level < least ? `(${text})` : text;
  };
  const call = (name: string, ...more: readonly string[]) =>
    atom(`${name}(${[...operandsOf(expression).map((operand) => part(operand, choice)), ...more].join(', ')})`);
  switch (expression.node) {
    case 'literal':
      return atom(expression.type === 'number' ? String(expression.value) : String(expression.value !== 0));
    case 'option':
      return atom(`${{ GAME: '', BUG: 'BUG ', PLAYER: 'player ' }[expression.of]}option ${expression.id}`);
    case 'has':
      return atom(`has ${expression.id}`);
    case 'is':
      return atom(`is ${without(expression.name, 'TAG_')}`);
    case 'attribute':
      return atom(without(expression.name, 'ATTRIBUTE_'));
    case 'property':
      return atom(without(expression.name, 'PROPERTY_').toLowerCase());
    case 'callback':
      return atom(`${expression.name}()`);
    case 'not':
      return { text: `not ${part(expression.operands[0], prefix)}`, level: prefix };
    case 'if': {
      const [condition, then, otherwise] = expression.operands.map((operand) => part(operand, either));
      return { text: `if ${condition} then ${then} else ${otherwise}`, level: choice };
    }
    case 'adapt':
      return call('adapted', ...(expression.id === defaultAdapt ? [] : [expression.id]));
    case 'integrate': {
      const [operand] = expression.operands;
      return atom(integratorText(expression, part(operand, operand.node === 'integrate' ? beyond : whole)));
    }
    default: {
      const { node, operands } = expression;
      const joint = joints.get(node);
      if (joint === undefined) return call(node);
      if (operands.length === 1) return print(operands[0], depth + 1);
      const [sign, level, first, next] = joint;
      return {
        text: operands
          .map((operand, i) => part(operand, i === 0 ? first : next))
          .join(` ${node === 'compare' ? expression.comparison : sign} `),
        level,
      };
    }
  }
}

function integratorText({ aggregator, relation, distance, objectType, operands }: Integrator, text: string): string {
  const [operand] = operands;
  const range = `${relation === 'NEAR' ? `NEAR(${distance})` : relation} ${words[objectType]}`;
  const fold = knownAggregators.get(aggregator)?.word ?? aggregator;
  const isPlain = operand.node === 'literal' && operand.type === 'boolean' && operand.value === 1;
  return isPlain ? `${fold} of ${range}` : `${fold} of ${text} over ${range}`;
}

function without(text: string, start: string): string {
  return text.startsWith(start) ? text.slice(start.length) : text;
}
