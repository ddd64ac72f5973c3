import type { Fault } from '../text/diagnostic.js';

/** Offsets in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type LogicalOperator = '&&' | '||';
export type BinaryOperator = '+' | '-' | '*' | '/' | '%' | '<' | '<=' | '>' | '>=' | '==' | '!=' | 'in';

/** The span has the whole node, without parentheses around it. */
export type Expression =
  /** `integer`: written so, as `1` and `0xff` but not `1.0` and `1e3`. */
  (
    | { readonly kind: 'number'; readonly value: number; readonly integer: boolean }
    | { readonly kind: 'string'; readonly value: string }
    | { readonly kind: 'boolean'; readonly value: boolean }
    | { readonly kind: 'null' }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly object: Expression; readonly member: string; readonly memberSpan: Span }
    | { readonly kind: 'index'; readonly object: Expression; readonly index: Expression }
    /** `f(x)`, or with a receiver `a.f(x)`; macros such as `exists` are receiver calls too. */
    | {
        readonly kind: 'call';
        readonly function: string;
        readonly functionSpan: Span;
        readonly receiver?: Expression;
        readonly arguments: readonly Expression[];
      }
    | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
    | {
        readonly kind: 'binary';
        readonly operator: BinaryOperator;
        readonly left: Expression;
        readonly right: Expression;
        readonly operatorSpan: Span;
      }
    /** Two or more operands; none of them is a logical expression of the same operator. */
    | { readonly kind: 'logical'; readonly operator: LogicalOperator; readonly operands: readonly Expression[] }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        readonly then: Expression;
        readonly otherwise: Expression;
      }
    | { readonly kind: 'list'; readonly elements: readonly Expression[] }
    /** Never parsed: a call of a function of content that does not use all of its arguments. */
    | { readonly kind: 'expanded'; readonly body: Expression; readonly unused: readonly Expression[] }
  ) & { readonly span: Span };

type ExpressionOf<Kind> = Extract<Expression, { readonly kind: Kind }>;

export type StringExpression = ExpressionOf<'string'>;
export type NullExpression = ExpressionOf<'null'>;
export type NameExpression = ExpressionOf<'name'>;
export type MemberExpression = ExpressionOf<'member'>;
export type CallExpression = ExpressionOf<'call'>;
export type BinaryExpression = ExpressionOf<'binary'>;
export type ConditionalExpression = ExpressionOf<'conditional'>;
export type ExpandedExpression = ExpressionOf<'expanded'>;

export interface SyntaxProblem extends Omit<Fault, 'code'> {
  readonly span: Span;
}

export type ParseResult =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly errors: readonly SyntaxProblem[] };

/** `depth` in levels of the tree (and of brackets), `length` in UTF-16 units of text. */
export interface ParseLimits {
  readonly depth?: number;
  readonly length?: number;
}

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

/** A call that names a member of a collection for the expression after the name. */
export interface NamingCall {
  readonly receiver: Expression;
  readonly before: readonly Expression[];
  readonly variable: NameExpression;
  readonly inside: readonly Expression[];
}

/** Number of arguments before the member's name, by fold or step. One expression follows it, or for some more. */
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
  ['weighted', 0],
  ['minBy', 0],
  ['maxBy', 0],
  ['top', 1],
  ['bottom', 1],
]);

const severalAfter: ReadonlySet<string> = new Set(['minBy', 'maxBy', 'top', 'bottom']);

/** The parts of `.exists(v, …)` and its like; undefined for other calls. */
export function namesMember({ receiver, function: name, arguments: given }: CallExpression): NamingCall | undefined {
  const first = naming.get(name);
  if (receiver === undefined || first === undefined || given.length < first + 2) return undefined;
  if (given.length > first + 2 && !severalAfter.has(name)) return undefined;
  const variable = given[first];
  return variable.kind === 'name'
    ? { receiver, before: given.slice(0, first), variable, inside: given.slice(first + 1) }
    : undefined;
}
