import type { Type } from '../../../components/model.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, numberType } from '../../../eval/operation.js';
import type { BinaryExpression, ExpandedExpression, Expression } from '../syntax.js';
import { buildConstant } from './build.js';
import { lowerCall } from './calls.js';
import { isCollection, readCollection } from './collections.js';
import { lowerComparison, lowerIn } from './comparisons.js';
import { checkOpen, isOpen, lowerName, lowerNull, lowerString } from './literals.js';
import { lowerMember } from './members.js';
import { lowerArithmetic, lowerConditional, lowerLogical, lowerUnary } from './operators.js';
import { report } from './report.js';
import { type Scope, parameter } from './scope.js';

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
