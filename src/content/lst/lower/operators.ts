import { dataOf } from '../../../eval/shape.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { Operation } from '../../../eval/operation.js';
import * as arrays from '../../../eval/ops/arrays.js';
import { not } from '../../../eval/ops/logic.js';
import * as numeric from '../../../eval/ops/numeric.js';
import { identical, join } from '../../../eval/ops/pooled.js';
import { both, either } from '../../../eval/ops/strict-logic.js';
import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { BinaryOperator, Formula } from '../formula/syntax.js';
import { type Format, plainFormats } from '../text/format.js';
import { describeFormat, equalFormats } from './formats.js';
import type { Call, Lowering } from './lowering.js';

type Binary = Extract<Formula, { readonly kind: 'binary' }>;

const arithmetic: Readonly<Record<'+' | '-' | '*' | '/' | '%' | '^', Operation<undefined>>> = {
  '+': numeric.numericAdd,
  '-': numeric.numericSubtract,
  '*': numeric.numericMultiply,
  '/': numeric.numericDivide,
  '%': numeric.numericRemainder,
  '^': numeric.numericPower,
};

/** `x operator y` */
export function lowerBinary(
  lowering: Lowering,
  formula: Binary,
  call: Call | undefined,
  asserted: Format | undefined,
): Node | undefined {
  const left = lowering.lower(formula.left, call, undefined);
  if (left === undefined) return undefined;
  const right = lowering.lower(formula.right, call, undefined);
  if (right === undefined) return undefined;
  const made = combine(lowering, formula.operator, left, right, asserted);
  if (made !== undefined) {
    if (isDivision(formula.operator) && isZero(right)) lowering.warn(formula, call, divisionByZero(formula.operator));
    return made;
  }
  return refuse(lowering, formula, call, lowering.formatOf(left), lowering.formatOf(right), asserted);
}

/** The expression, if the operator takes values of these formats. */
function combine(
  lowering: Lowering,
  operator: BinaryOperator,
  left: Node,
  right: Node,
  asserted: Format | undefined,
): Node | undefined {
  const bothAre = (name: Node['type']['name']): boolean => left.type.name === name && right.type.name === name;
  switch (operator) {
    case '||':
      return bothAre('boolean') ? makeNode(either, undefined, left, right) : undefined;
    case '&&':
      return bothAre('boolean') ? makeNode(both, undefined, left, right) : undefined;
    case '<':
    case '>':
    case '<=':
    case '>=':
      return bothAre('numeric') ? makeNode(numeric.numericCompare, { comparison: operator }, left, right) : undefined;
    case '==':
    case '!=':
      return compareEqual(lowering, operator, left, right);
    case '+':
    case '-':
      if (bothAre('numeric')) return makeNode(arithmetic[operator], undefined, left, right);
      if (operator === '+' && bothAre('text')) return makeNode(join, undefined, left, right);
      return asserted?.name === 'ARRAY' ? combineArrays(lowering, operator, left, right, asserted) : undefined;
    default:
      return bothAre('numeric') ? makeNode(arithmetic[operator], undefined, left, right) : undefined;
  }
}

function compareEqual(lowering: Lowering, operator: '==' | '!=', left: Node, right: Node): Node | undefined {
  if (left.type.name === 'numeric' && right.type.name === 'numeric')
    return makeNode(numeric.numericCompare, { comparison: operator }, left, right);
  if (!equalFormats(lowering.formatOf(left), lowering.formatOf(right))) return undefined;
  const equal = makeNode(left.type.name === 'array' ? arrays.sameElements : identical, undefined, left, right);
  return operator === '==' ? equal : makeNode(not, undefined, equal);
}

/** An array and another, or an array and an element, where an array of that format is asserted. */
function combineArrays(
  lowering: Lowering,
  operator: '+' | '-',
  left: Node,
  right: Node,
  asserted: Extract<Format, { readonly name: 'ARRAY' }>,
): Node | undefined {
  if (!equalFormats(lowering.formatOf(left), asserted)) return undefined;
  const other = lowering.formatOf(right);
  if (equalFormats(other, asserted))
    return makeNode(operator === '+' ? arrays.concatenate : arrays.without, undefined, left, right);
  return equalFormats(other, asserted.of)
    ? makeNode(operator === '+' ? arrays.append : arrays.withoutElement, undefined, left, right)
    : undefined;
}

function refuse(
  lowering: Lowering,
  formula: Binary,
  call: Call | undefined,
  left: Format,
  right: Format,
  asserted: Format | undefined,
): Node | undefined {
  const { operator } = formula;
  const isArrayWork = (operator === '+' || operator === '-') && left.name === 'ARRAY' && asserted === undefined;
  const suggestion = isArrayWork
    ? `arrays are joined by ${quoteText('+')} and ${quoteText('-')} only where the place of the formula asks for an array: at the top of what a variable is SET to`
    : undefined;
  return lowering.fail(
    formula,
    call,
    'format',
    `${quoteText(operator)} takes ${expected(operator)}, not ${describeFormat(left)} and ${describeFormat(right)}`,
    suggestion,
  );
}

function expected(operator: BinaryOperator): string {
  switch (operator) {
    case '||':
    case '&&':
      return 'two values of BOOLEAN';
    case '==':
    case '!=':
      return 'two values of one format';
    case '+':
      return 'two values of NUMBER or two of STRING';
    default:
      return 'two values of NUMBER';
  }
}

/** `-x` */
export function lowerNegate(
  lowering: Lowering,
  formula: Extract<Formula, { readonly operand: Formula }>,
  call: Call | undefined,
): Node | undefined {
  const operand = lowering.lower(formula.operand, call, undefined);
  if (operand === undefined) return undefined;
  if (operand.type.name === 'numeric') return makeNode(numeric.numericNegate, undefined, operand);
  return lowering.fail(
    formula,
    call,
    'format',
    `${quoteText('-')} takes a ${plainFormats.NUMBER.name}, not ${describeFormat(lowering.formatOf(operand))}`,
  );
}

/** `!x` */
export function lowerNot(
  lowering: Lowering,
  formula: Extract<Formula, { readonly operand: Formula }>,
  call: Call | undefined,
): Node | undefined {
  const operand = lowering.lower(formula.operand, call, undefined);
  if (operand === undefined) return undefined;
  if (operand.type.name === 'boolean') return makeNode(not, undefined, operand);
  const message = `${quoteText('!')} takes a ${plainFormats.BOOLEAN.name}, not ${describeFormat(lowering.formatOf(operand))}`;
  return lowering.fail(
    formula,
    call,
    'format',
    message,
    `${quoteText('!')} binds tighter than comparisons: put what it negates in brackets`,
  );
}

function isDivision(operator: BinaryOperator): operator is '/' | '%' {
  return operator === '/' || operator === '%';
}

function isZero(node: Node): boolean {
  return dataOf(node, numeric.numeral)?.value === 0;
}

/** What to say of a division by a zero that is written there. */
export function divisionByZero(operator: '/' | '%' | 'DIVIDE'): string {
  return `${quoteText(operator)} by zero, always: the result is ${operator === '%' ? 'NaN' : 'an infinity, or NaN'}`;
}
