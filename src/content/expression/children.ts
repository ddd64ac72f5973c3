import type { Expression } from './syntax.js';

/** The nodes directly below a node, in text order. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
    case 'name':
      return [];
    case 'member':
      return [expression.object];
    case 'index':
      return [expression.object, expression.index];
    case 'call':
      return expression.receiver === undefined ? expression.arguments : [expression.receiver, ...expression.arguments];
    case 'unary':
      return [expression.operand];
    case 'binary':
      return [expression.left, expression.right];
    case 'logical':
      return expression.operands;
    case 'conditional':
      return [expression.condition, expression.then, expression.otherwise];
    case 'list':
      return expression.elements;
  }
}
