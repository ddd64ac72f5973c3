import type { CivExpression } from '../../src/content/civ/syntax.js';

/** A rule of JSON Logic. */
export type Logic = { readonly [operator: string]: Logic | readonly Logic[] | string } | number | boolean;

/**
 * What the objects of peers hold: for each kind of thing the ids that are so, derived ones included, which they get for
 * nothing.
 */
export type LogicData = Readonly<Record<string, unknown>>;

/**
 * The same expression for peers; undefined for what they cannot say: percentages truncated at each step, draws,
 * callbacks, relations. A quotient is truncated by whoever compares.
 */
export function logicOf(expression: CivExpression): Logic | undefined {
  switch (expression.node) {
    case 'literal':
      return expression.type === 'boolean' ? expression.value !== 0 : expression.value;
    case 'has':
      return { var: `${expression.kind}.${expression.id}` };
    case 'is':
      return { var: `TAG.${expression.name}` };
    case 'attribute':
      return { var: expression.name };
    case 'property':
      return { var: expression.name };
    case 'and':
      return joined('and', expression.operands);
    case 'or':
      return joined('or', expression.operands);
    case 'not':
      return joined('!', expression.operands);
    case 'plus':
      return joined('+', expression.operands);
    case 'mult':
      return joined('*', expression.operands);
    case 'div':
      return isLeaf(expression.operands[0]) ? joined('/', expression.operands) : undefined;
    case 'compare':
      return joined(expression.comparison, expression.operands);
    default:
      return undefined;
  }
}

function isLeaf({ node }: CivExpression): boolean {
  return node === 'attribute' || node === 'literal';
}

function joined(operator: string, operands: readonly CivExpression[]): Logic | undefined {
  const parts = operands.map(logicOf);
  return parts.every((part): part is Logic => part !== undefined) ? { [operator]: parts } : undefined;
}
