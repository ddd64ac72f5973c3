import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, numberType, type Operation } from '../../../eval/operation.js';
import type {
  BinaryExpression,
  ExpandedExpression,
  Expression,
  ArithmeticOperator,
  ConditionalExpression,
  LogicalExpression,
  UnaryExpression,
} from '../syntax.js';
import { buildConstant, build } from './build.js';
import { lowerCall } from './calls.js';
import { isCollection, readCollection } from './collections.js';
import { lowerComparison, lowerIn } from './comparisons.js';
import { checkOpen, isOpen, lowerName, lowerNull, lowerString } from './literals.js';
import { lowerMember } from './members.js';
import { report, warn } from './report.js';
import { type Scope, parameter } from './context.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { and, choose, not, or } from '../../../eval/ops/logic.js';
import { demand, demandCondition } from './demand.js';
import { lowerPair } from './pair.js';

/** Lowers any expression. It recurses as deep as the text nests, which the parser has limited. */
export function lower(expression: Expression, expected: Type | undefined, scope: Scope): Node | undefined {
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
    case 'unary':
      return lowerUnary(expression, scope);
    case 'binary':
      return lowerBinary(expression, scope);
    case 'logical':
      return lowerLogical(expression, scope);
    case 'conditional':
      return lowerConditional(expression, expected, scope);
    case 'index':
      return report(
        scope,
        'unknown-operator',
        span,
        'nothing here has numbered parts',
        () => 'write `.first()` for the first of a collection',
      );
    case 'expanded':
      return lowerExpanded(expression, expected, scope);
    case 'list':
      return report(
        scope,
        'collection-value',
        span,
        'a list is not a value',
        () => 'use it after `in`, as in `x in [a, b]`',
      );
  }
}

/** Arguments that are not used must be sound all the same. */
function lowerExpanded(
  { body, unused }: ExpandedExpression,
  expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  for (const argument of unused) {
    if (isCollection(argument, scope)) readCollection(argument, scope);
    else if (isOpen(argument, scope)) checkOpen(argument, scope);
    else lower(argument, undefined, parameter(scope));
  }
  return lower(body, expected, scope);
}

function lowerBinary(expression: BinaryExpression, scope: Scope): Node | undefined {
  const { operator } = expression;
  switch (operator) {
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return lowerArithmetic(expression, operator, scope);
    case 'in':
      return lowerIn(expression, scope);
    default:
      return lowerComparison(expression, operator, scope);
  }
}

/** Division and remainder by zero give 0. */
const byZero = { zeroDivisor: 'zero' } as const;

function lowerUnary({ operator, operand, span }: UnaryExpression, scope: Scope): Node | undefined {
  return operator === '!'
    ? build(scope, span, not, undefined, [demandCondition(operand, scope)])
    : build(scope, span, arithmetic.negate, undefined, [demand(operand, numberType, parameter(scope))]);
}

function lowerLogical({ operator, operands, span }: LogicalExpression, scope: Scope): Node | undefined {
  return build(
    scope,
    span,
    operator === '&&' ? and : or,
    undefined,
    operands.map((operand) => demandCondition(operand, scope)),
  );
}

/** Both results are of one type, and stand where the whole stands. */
function lowerConditional(
  expression: ConditionalExpression,
  expected: Type | undefined,
  scope: Scope,
): Node | undefined {
  const condition = demandCondition(expression.condition, scope);
  const results = lowerPair(
    { expression: expression.then, scope },
    { expression: expression.otherwise, scope },
    expected,
  );
  return results && build(scope, expression.span, choose, undefined, [condition, ...results]);
}

function lowerArithmetic(expression: BinaryExpression, operator: ArithmeticOperator, scope: Scope): Node | undefined {
  const { left, right, span } = expression;
  const inner = parameter(scope);
  const operands = [demand(left, numberType, inner), demand(right, numberType, inner)];
  switch (operator) {
    case '/':
    case '%':
      if (isZero(right))
        warn(scope, 'division-by-zero', right.span, 'the divisor is always 0, and division by zero gives 0');
      return build(scope, span, operator === '/' ? arithmetic.divide : arithmetic.remainder, byZero, operands);
    default:
      return build(scope, span, exact[operator], undefined, operands);
  }
}

const exact: Record<'+' | '-' | '*', Operation> = {
  '+': arithmetic.add,
  '-': arithmetic.subtract,
  '*': arithmetic.multiply,
};

function isZero(expression: Expression): boolean {
  if (expression.kind === 'unary' && expression.operator === '-') return isZero(expression.operand);
  return expression.kind === 'number' && expression.value === 0;
}
