import type { OperatorShape, ValueType } from './syntax.js';

export interface Operator {
  readonly shape: OperatorShape;
  readonly result: ValueType | 'either';
  /** Operands. Where one is enough, a literal may stand instead. */
  readonly least: number;
  readonly most: number;
  readonly operands: ValueType | 'either';
  /** Elements that are no operands and may be there once. */
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

/** By name of the element. */
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

/** Type of an operand where the whole is wanted to be of a type; an If asks a condition first. */
export function operandType({ shape, operands }: Operator, index: number, wanted: ValueType): ValueType {
  if (shape.node === 'if' && index === 0) return 'boolean';
  return operands === 'either' ? wanted : operands;
}

export function resultType({ result }: Operator, wanted: ValueType): ValueType {
  return result === 'either' ? wanted : result;
}

/** What an operator says with the id of what it adapts by, if any. */
export function shapeWith({ shape }: Operator, id: string | undefined): OperatorShape {
  return shape.node === 'adapt' ? { ...shape, id: id ?? shape.id } : shape;
}
