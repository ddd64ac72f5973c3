import type { Clause, Expression } from '../../../ir/expression.js';
import type { CivExpression } from '../expression/syntax.js';
import { printExpression } from '../expression/print.js';
import type { ObjectType, Policy } from '../policy.js';
import type { CivModel } from '../world/civ-model.js';
import { lowerExpression } from './lower-expression.js';

export interface ExpressionSource {
  readonly expression: CivExpression;
  readonly civ: CivModel;
  /** At least one type. */
  readonly scope: readonly ObjectType[];
  readonly policy: Policy;
  /** Unique among the expressions of a book. */
  readonly name: string;
  readonly index?: number;
  /** The thing whose requirements it states. */
  readonly thing?: string;
  readonly file: string;
}

/**
 * An expression that hosts can ask. A condition that is a row of And has a clause for each operand, so that it can be
 * said which is in the way.
 */
export function expressionOf({
  expression,
  civ,
  scope,
  policy,
  name,
  index = 0,
  thing = '',
  file,
}: ExpressionSource): Expression {
  const clauseOf = (part: CivExpression): Clause => ({
    text: printExpression(part),
    node: lowerExpression(part, civ, scope, policy),
  });
  const parts = expression.node === 'and' ? expression.operands : [expression];
  const { line, column } = expression;
  return {
    index,
    name,
    thing,
    scope: scope.map((type) => civ.kinds[type]),
    node: lowerExpression(expression, civ, scope, policy),
    clauses: expression.type === 'boolean' ? parts.map(clauseOf) : [],
    text: printExpression(expression),
    origin: { file, line, column },
  };
}
