import type { CivExpression } from './syntax.js';

/** What an expression consists of, from left to right. */
export function operandsOf(expression: CivExpression): readonly CivExpression[] {
  switch (expression.node) {
    case 'and':
    case 'or':
    case 'plus':
    case 'mult':
    case 'min':
    case 'max':
      return expression.operands;
    case 'iff':
    case 'compare':
    case 'minus':
    case 'div':
    case 'modulo':
      return [expression.left, expression.right];
    case 'if':
      return [expression.condition, expression.then, expression.otherwise];
    case 'not':
    case 'abs':
    case 'adapt':
    case 'random':
    case 'integrate':
      return [expression.operand];
    default:
      return [];
  }
}
