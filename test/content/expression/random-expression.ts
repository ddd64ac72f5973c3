import fc from 'fast-check';
import {
  childrenOf,
  type BinaryOperator,
  type Expression,
  type LogicalOperator,
} from '../../../src/content/expression/syntax.js';

const span = { start: 0, end: 0 };
const spans = { functionSpan: span, span };
const reserved = new Set(['true', 'false', 'null', 'in']);
const binaryOperators: BinaryOperator[] = ['+', '-', '*', '/', '%', '<', '<=', '>', '>=', '==', '!=', 'in'];

const names = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/).filter((name) => !reserved.has(name)),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'and', 'not', 'if', 'e1', 'xff'),
);
// The parser refuses these two as functions, because they are slips for `!` and `?:`.
const functions = names.filter((name) => name !== 'not' && name !== 'if');

const strings = fc.oneof(
  fc.string({ unit: 'binary' }),
  // Lone surrogates and control characters, which no well-formed string has.
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
);

/** Trees of every kind of node, as the parser makes them: logical operands are flat, numbers are not negative. */
export const randomExpression: fc.Arbitrary<Expression> = fc.letrec<{ node: Expression }>((tie) => {
  const node = tie('node');
  const nodes = fc.array(node, { maxLength: 3 });
  return {
    node: fc.oneof(
      { maxDepth: 6, depthIdentifier: 'expression' },
      fc.nat(Number.MAX_SAFE_INTEGER).map((value): Expression => ({ kind: 'number', value, integer: true, span })),
      fc
        .double({ min: 0, noNaN: true, noDefaultInfinity: true })
        .map((value): Expression => ({ kind: 'number', value, integer: false, span })),
      strings.map((value): Expression => ({ kind: 'string', value, span })),
      fc.boolean().map((value): Expression => ({ kind: 'boolean', value, span })),
      fc.constant<Expression>({ kind: 'null', span }),
      names.map((name): Expression => ({ kind: 'name', name, span })),
      fc
        .tuple(node, names)
        .map(([object, member]): Expression => ({ kind: 'member', object, member, memberSpan: span, span })),
      fc.tuple(node, node).map(([object, index]): Expression => ({ kind: 'index', object, index, span })),
      fc
        .tuple(functions, nodes)
        .map(([name, items]): Expression => ({ kind: 'call', function: name, arguments: items, ...spans })),
      fc.tuple(names, node, nodes).map(
        ([name, receiver, items]): Expression => ({
          kind: 'call',
          function: name,
          receiver,
          arguments: items,
          ...spans,
        }),
      ),
      fc
        .tuple(fc.constantFrom<'!' | '-'>('!', '-'), node)
        .map(([operator, operand]): Expression => ({ kind: 'unary', operator, operand, span })),
      fc.tuple(fc.constantFrom(...binaryOperators), node, node).map(
        ([operator, left, right]): Expression => ({
          kind: 'binary',
          operator,
          left,
          right,
          operatorSpan: span,
          span,
        }),
      ),
      fc
        .tuple(fc.constantFrom<LogicalOperator>('&&', '||'), fc.array(node, { minLength: 2, maxLength: 4 }))
        .map(([operator, operands]) => logical(operator, operands)),
      fc
        .tuple(node, node, node)
        .map(([condition, then, otherwise]): Expression => ({ kind: 'conditional', condition, then, otherwise, span })),
      nodes.map((elements): Expression => ({ kind: 'list', elements, span })),
    ),
  };
}).node;

function logical(operator: LogicalOperator, operands: readonly Expression[]): Expression {
  const flat = operands.flatMap((operand) =>
    operand.kind === 'logical' && operand.operator === operator ? operand.operands : [operand],
  );
  return { kind: 'logical', operator, operands: flat, span };
}

/** The tree as comparable text without any spans. */
export function withoutSpans(expression: Expression): string {
  return JSON.stringify(expression, (key, value: unknown) => (key.toLowerCase().endsWith('span') ? undefined : value));
}

/** A node and all nodes below it. */
export function nodesOf(expression: Expression): readonly Expression[] {
  return [expression, ...childrenOf(expression).flatMap(nodesOf)];
}
