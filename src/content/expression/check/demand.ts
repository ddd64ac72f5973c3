import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, sameType } from '../../../eval/operation.js';
import type { Expression, Span } from '../syntax.js';
import { conversion, describeType } from './describe.js';
import { report } from './report.js';
import { compared, type Scope } from './scope.js';

/** Lowers an expression that must be of a type; reports it when it is of another. */
export function demand(expression: Expression, type: Type, scope: Scope): Node | undefined {
  return demandType(scope.check.lower(expression, type, scope), type, expression.span, scope);
}

/** A condition: what is compared in it is the tested value. */
export function demandCondition(expression: Expression, scope: Scope): Node | undefined {
  return demand(expression, booleanType, compared(scope));
}

/** Passes a node of the right type; reports any other. */
export function demandType(node: Node | undefined, type: Type, span: Span, scope: Scope): Node | undefined {
  if (node === undefined || sameType(node.type, type)) return node;
  const { model } = scope.check.context;
  const found = node.type;
  return report(
    scope,
    'type-mismatch',
    span,
    `expected ${describeType(model, type)}, found ${describeType(model, found)}`,
    () => conversion(model, found, type),
  );
}
