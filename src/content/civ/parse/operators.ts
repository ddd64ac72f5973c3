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
} from '../syntax.js';

export interface Operator {
  readonly shape: OperatorShape;
  readonly result: ValueType | 'either';
  readonly least: number;
  readonly most: number;
  readonly operands: ValueType | 'either';
  readonly parameters: readonly string[];
}

export const defaultAdapt = 'ADAPT_DEFAULT';

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

function comparison(sign: Extract<OperatorShape, { readonly node: 'compare' }>['comparison']): Operator {
  return operator({ node: 'compare', comparison: sign }, two, 'boolean', 'number');
}

export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['And', operator({ node: 'and' }, several, 'boolean')],
  ['Or', operator({ node: 'or' }, several, 'boolean')],
  ['Not', operator({ node: 'not' }, one, 'boolean')],
  ['BEqual', operator({ node: 'iff' }, two, 'boolean')],
  ['If', operator({ node: 'if' }, [3, 3], 'either')],
  ['Greater', comparison('>')],
  ['GreaterEqual', comparison('>=')],
  ['Equal', comparison('==')],
  ['NotEqual', comparison('!=')],
  ['Less', comparison('<')],
  ['LessEqual', comparison('<=')],
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

/** An element that folds values of related objects; the one that names its aggregator is not among them. */
export interface IntegratorForm {
  readonly aggregator: string;
  readonly output: ValueType;
  readonly input: ValueType;
  /** Without an operand it takes true of each object. */
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

/** Beyond this a distance could only go several times around a world. */
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
