import { type Operation, booleanType, numberType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { and, choose, not, or } from '../../../eval/ops/logic.js';
import type { BinaryExpression, ConditionalExpression, ExpandedExpression, Expression } from '../syntax.js';
import { build, buildConstant, combine } from './build.js';
import { lowerCall } from './calls.js';
import { isCollection, readCollection } from './collections.js';
import { lowerComparison, lowerIn } from './comparisons.js';
import { type Expected, type Lowered, type Scope, parameter } from './context.js';
import { demandCondition, demandNumber } from './demand.js';
import { checkOpen, isOpen, lowerName, lowerNull, lowerString } from './literals.js';
import { lowerMember } from './members.js';
import { lowerPair } from './pair.js';
import { report, warn } from './report.js';

/** Lowers any expression. It recurses as deep as the text nests, which the parser has limited. */
export function lower(expression: Expression, expected: Expected, scope: Scope): Lowered {
  const { span } = expression;
  switch (expression.kind) {
    case 'number':
      return buildConstant(scope, span, numberType, expression.value);
    case 'boolean':
      return buildConstant(scope, span, booleanType, expression.value ? 1 : 0);
    case 'string':
      return lowerString(expression, expected, scope);
    case 'null':
      return lowerNull(expression, expected, scope);
    case 'name':
      return lowerName(expression, expected, scope);
    case 'member':
      return lowerMember(expression, scope);
    case 'call':
      return lowerCall(expression, expected, scope);
    case 'unary': {
      const { operator, operand } = expression;
      return operator === '!'
        ? combine(scope, span, not, [demandCondition(operand, scope)])
        : combine(scope, span, arithmetic.negate, [demandNumber(operand, scope)]);
    }
    case 'binary':
      return lowerBinary(expression, scope);
    case 'logical': {
      const operands = expression.operands.map((operand) => demandCondition(operand, scope));
      return combine(scope, span, expression.operator === '&&' ? and : or, operands);
    }
    case 'conditional':
      return lowerConditional(expression, expected, scope);
    case 'index':
      return report(
        scope,
        'unknown-operator',
        span,
        'nothing here has numbered parts',
        'write `.first()` for the first of a collection',
      );
    case 'expanded':
      return lowerExpanded(expression, expected, scope);
    case 'list':
      return report(scope, 'collection-value', span, 'a list is not a value', 'use it after `in`, as in `x in [a, b]`');
  }
}

/** Arguments that are not used must be sound all the same. */
function lowerExpanded({ body, unused }: ExpandedExpression, expected: Expected, scope: Scope): Lowered {
  for (const argument of unused) {
    if (isCollection(argument, scope)) readCollection(argument, scope);
    else if (isOpen(argument, scope)) checkOpen(argument, scope);
    else lower(argument, undefined, parameter(scope));
  }
  return lower(body, expected, scope);
}

function lowerBinary(expression: BinaryExpression, scope: Scope): Lowered {
  const { operator, left, right, span } = expression;
  switch (operator) {
    case 'in':
      return lowerIn(expression, scope);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%': {
      const operands = [demandNumber(left, scope), demandNumber(right, scope)];
      if (operator === '+' || operator === '-' || operator === '*')
        return combine(scope, span, exact[operator], operands);
      if (isZero(right))
        warn(scope, 'division-by-zero', right.span, 'the divisor is always 0, and division by zero gives 0');
      return build(scope, span, operator === '/' ? arithmetic.divide : arithmetic.remainder, byZero, operands);
    }
    default:
      return lowerComparison(expression, operator, scope);
  }
}

/** Division and remainder by zero give 0. */
const byZero = { zeroDivisor: 'zero' } as const;

/** Both results are of one type, and stand where the whole stands. */
function lowerConditional(expression: ConditionalExpression, expected: Expected, scope: Scope): Lowered {
  const { condition, then, otherwise, span } = expression;
  const test = demandCondition(condition, scope);
  const results = lowerPair({ expression: then, scope }, { expression: otherwise, scope }, expected);
  return results && combine(scope, span, choose, [test, ...results]);
}

const exact: Readonly<Record<'+' | '-' | '*', Operation>> = {
  '+': arithmetic.add,
  '-': arithmetic.subtract,
  '*': arithmetic.multiply,
};

function isZero(expression: Expression): boolean {
  if (expression.kind === 'unary' && expression.operator === '-') return isZero(expression.operand);
  return expression.kind === 'number' && expression.value === 0;
}
