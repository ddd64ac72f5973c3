import type { Type } from '../../../components/model.js';
import type { Node } from '../../../ir/node.js';
import { type Operation, numberType } from '../../../eval/operation.js';
import * as arithmetic from '../../../eval/ops/arithmetic.js';
import { and, choose, not, or } from '../../../eval/ops/logic.js';
import type {
  ArithmeticOperator,
  BinaryExpression,
  ConditionalExpression,
  Expression,
  LogicalExpression,
  UnaryExpression,
} from '../syntax.js';
import { build } from './build.js';
import { demand, demandCondition } from './demand.js';
import { lowerPair } from './pair.js';
import { warn } from './report.js';
import { type Scope, parameter } from './scope.js';

/** Division and remainder by zero give 0. */
const byZero = { zeroDivisor: 'zero' } as const;

export function lowerUnary({ operator, operand, span }: UnaryExpression, scope: Scope): Node | undefined {
  return operator === '!'
    ? build(scope, span, not, undefined, [demandCondition(operand, scope)])
    : build(scope, span, arithmetic.negate, undefined, [demand(operand, numberType, parameter(scope))]);
}

export function lowerLogical({ operator, operands, span }: LogicalExpression, scope: Scope): Node | undefined {
  return build(
    scope,
    span,
    operator === '&&' ? and : or,
    undefined,
    operands.map((operand) => demandCondition(operand, scope)),
  );
}

/** Both results are of one type, and stand where the whole stands. */
export function lowerConditional(
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

export function lowerArithmetic(
  expression: BinaryExpression,
  operator: ArithmeticOperator,
  scope: Scope,
): Node | undefined {
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
