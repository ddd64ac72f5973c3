/** A stretch of the text: offsets in UTF-16 units, `end` exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export type UnaryOperator = '!' | '-';
export type LogicalOperator = '&&' | '||';
export type RelationOperator = '<' | '<=' | '>' | '>=' | '==' | '!=' | 'in';
export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%';
export type BinaryOperator = ArithmeticOperator | RelationOperator;

/** `integer`: written so, as `1` and `0xff` but not `1.0` and `1e3`. */
export interface NumberExpression {
  readonly kind: 'number';
  readonly value: number;
  readonly integer: boolean;
  readonly span: Span;
}

export interface StringExpression {
  readonly kind: 'string';
  readonly value: string;
  readonly span: Span;
}

export interface BooleanExpression {
  readonly kind: 'boolean';
  readonly value: boolean;
  readonly span: Span;
}

export interface NullExpression {
  readonly kind: 'null';
  readonly span: Span;
}

export interface NameExpression {
  readonly kind: 'name';
  readonly name: string;
  readonly span: Span;
}

export interface MemberExpression {
  readonly kind: 'member';
  readonly object: Expression;
  readonly member: string;
  readonly memberSpan: Span;
  readonly span: Span;
}

export interface IndexExpression {
  readonly kind: 'index';
  readonly object: Expression;
  readonly index: Expression;
  readonly span: Span;
}

/** `f(x)`, or with a receiver `a.f(x)`; macros such as `exists` are receiver calls too. */
export interface CallExpression {
  readonly kind: 'call';
  readonly function: string;
  readonly functionSpan: Span;
  readonly receiver?: Expression;
  readonly arguments: readonly Expression[];
  readonly span: Span;
}

export interface UnaryExpression {
  readonly kind: 'unary';
  readonly operator: UnaryOperator;
  readonly operand: Expression;
  readonly span: Span;
}

export interface BinaryExpression {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
  readonly operatorSpan: Span;
  readonly span: Span;
}

/** Two or more operands; none of them is a logical expression of the same operator. */
export interface LogicalExpression {
  readonly kind: 'logical';
  readonly operator: LogicalOperator;
  readonly operands: readonly Expression[];
  readonly span: Span;
}

export interface ConditionalExpression {
  readonly kind: 'conditional';
  readonly condition: Expression;
  readonly then: Expression;
  readonly otherwise: Expression;
  readonly span: Span;
}

export interface ListExpression {
  readonly kind: 'list';
  readonly elements: readonly Expression[];
  readonly span: Span;
}

/** What the parser never makes: a call of a function of content that does not use all of its arguments. */
export interface ExpandedExpression {
  readonly kind: 'expanded';
  readonly body: Expression;
  readonly unused: readonly Expression[];
  readonly span: Span;
}

/** One node of a parsed expression. Its span has the whole node, without parentheses around it. */
export type Expression =
  | NumberExpression
  | StringExpression
  | BooleanExpression
  | NullExpression
  | NameExpression
  | MemberExpression
  | IndexExpression
  | CallExpression
  | UnaryExpression
  | BinaryExpression
  | LogicalExpression
  | ConditionalExpression
  | ListExpression
  | ExpandedExpression;

/** `message` says what was expected and found, `suggestion` what to do. */
export interface SyntaxProblem {
  readonly message: string;
  readonly span: Span;
  readonly suggestion?: string;
}

export type ParseResult =
  | { readonly ok: true; readonly expression: Expression }
  | { readonly ok: false; readonly errors: readonly SyntaxProblem[] };

/** `depth` in levels of the tree (and of brackets), `length` in UTF-16 units of text. */
export interface ParseLimits {
  readonly depth?: number;
  readonly length?: number;
}
