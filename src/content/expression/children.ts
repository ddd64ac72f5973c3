import type { Expression, CallExpression, NameExpression } from './syntax.js';

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
    case 'expanded':
      return [expression.body, ...expression.unused];
  }
}

/** The node with others in place of those directly below it. */
export function withChildren(expression: Expression, change: (child: Expression) => Expression): Expression {
  switch (expression.kind) {
    case 'number':
    case 'string':
    case 'boolean':
    case 'null':
    case 'name':
      return expression;
    case 'member':
      return { ...expression, object: change(expression.object) };
    case 'index':
      return { ...expression, object: change(expression.object), index: change(expression.index) };
    case 'call':
      return {
        ...expression,
        ...(expression.receiver === undefined ? {} : { receiver: change(expression.receiver) }),
        arguments: expression.arguments.map(change),
      };
    case 'unary':
      return { ...expression, operand: change(expression.operand) };
    case 'binary':
      return { ...expression, left: change(expression.left), right: change(expression.right) };
    case 'logical':
      return { ...expression, operands: expression.operands.map(change) };
    case 'conditional':
      return {
        ...expression,
        condition: change(expression.condition),
        then: change(expression.then),
        otherwise: change(expression.otherwise),
      };
    case 'list':
      return { ...expression, elements: expression.elements.map(change) };
    case 'expanded':
      return { ...expression, body: change(expression.body), unused: expression.unused.map(change) };
  }
}

/** A call that names a member of a collection for the expression behind the name. */
export interface NamingCall {
  readonly receiver: Expression;
  /** What stands before the name. */
  readonly before: readonly Expression[];
  readonly variable: NameExpression;
  readonly inside: Expression;
}

/** Folds and steps that name a member, with how many arguments stand before the name. */
const naming: ReadonlyMap<string, number> = new Map([
  ['filter', 0],
  ['map', 0],
  ['exists', 0],
  ['all', 0],
  ['sum', 0],
  ['mean', 0],
  ['min', 0],
  ['max', 0],
  ['collect', 1],
]);

/** The parts of `.exists(v, …)` and its like; undefined for other calls. */
export function namesMember({ receiver, function: name, arguments: given }: CallExpression): NamingCall | undefined {
  const first = naming.get(name);
  if (receiver === undefined || first === undefined || given.length !== first + 2) return undefined;
  const variable = given[first];
  return variable.kind === 'name'
    ? { receiver, before: given.slice(0, first), variable, inside: given[first + 1] }
    : undefined;
}
