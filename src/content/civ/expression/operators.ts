import type { CivExpression } from './syntax.js';
import type { CivShape, ValueType } from './shape.js';

/** An element that takes operands: how many, of what types, and what it means. */
export interface Operator {
  readonly result: ValueType | 'either';
  readonly least: number;
  readonly most: number;
  /** Type of an operand; `wanted` is what the whole is wanted to be. */
  operandType(index: number, wanted: ValueType): ValueType;
  /** Elements that are no operands and may be there once. */
  readonly parameters: readonly string[];
  shape(operands: readonly CivExpression[], parameters: ReadonlyMap<string, string>): CivShape;
}

export const defaultAdapt = 'ADAPT_DEFAULT';

type Sides = (left: CivExpression, right: CivExpression) => CivShape;

const none: readonly string[] = [];

function fold(node: 'and' | 'or' | 'plus' | 'mult' | 'min' | 'max', type: ValueType): Operator {
  return {
    result: type,
    least: 1,
    most: Infinity,
    operandType: () => type,
    parameters: none,
    shape: (operands) => ({ node, operands }),
  };
}

function pair(result: ValueType, operand: ValueType, shape: Sides): Operator {
  return {
    result,
    least: 2,
    most: 2,
    operandType: () => operand,
    parameters: none,
    shape: ([left, right]) => shape(left, right),
  };
}

function single(
  type: ValueType,
  shape: (operand: CivExpression, parameters: ReadonlyMap<string, string>) => CivShape,
  parameters = none,
): Operator {
  return {
    result: type,
    least: 1,
    most: 1,
    operandType: () => type,
    parameters,
    shape: ([operand], given) => shape(operand, given),
  };
}

const comparison = (sign: '<' | '<=' | '==' | '!=' | '>=' | '>'): Operator =>
  pair('boolean', 'number', (left, right) => ({ node: 'compare', comparison: sign, left, right }));
const arithmetic = (node: 'minus' | 'div' | 'modulo'): Operator =>
  pair('number', 'number', (left, right) => ({ node, left, right }));

/** By name of the element. */
export const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['And', fold('and', 'boolean')],
  ['Or', fold('or', 'boolean')],
  ['Not', single('boolean', (operand) => ({ node: 'not', operand }))],
  ['BEqual', pair('boolean', 'boolean', (left, right) => ({ node: 'iff', left, right }))],
  [
    'If',
    {
      result: 'either',
      least: 3,
      most: 3,
      operandType: (index, wanted) => (index === 0 ? 'boolean' : wanted),
      parameters: none,
      shape: ([condition, then, otherwise]) => ({ node: 'if', condition, then, otherwise }),
    },
  ],
  ['Greater', comparison('>')],
  ['GreaterEqual', comparison('>=')],
  ['Equal', comparison('==')],
  ['NotEqual', comparison('!=')],
  ['Less', comparison('<')],
  ['LessEqual', comparison('<=')],
  ['Plus', fold('plus', 'number')],
  ['Mult', fold('mult', 'number')],
  ['Min', fold('min', 'number')],
  ['Max', fold('max', 'number')],
  ['Minus', arithmetic('minus')],
  ['Div', arithmetic('div')],
  ['Modulo', arithmetic('modulo')],
  ['Abs', single('number', (operand) => ({ node: 'abs', operand }))],
  [
    'Adapt',
    single('number', (operand, parameters) => ({ node: 'adapt', id: parameters.get('ID') ?? defaultAdapt, operand }), [
      'ID',
    ]),
  ],
  ['Random', single('number', (operand) => ({ node: 'random', operand }))],
]);

/** These may hold a literal instead of an operand. */
export const literalHolders: ReadonlySet<string> = new Set([
  'And',
  'Or',
  'Not',
  'Plus',
  'Mult',
  'Min',
  'Max',
  'Abs',
  'Random',
  'Adapt',
]);
