import type { Clause, Expression } from '../../../ir/expression.js';
import { compare } from '../../../eval/ops/compare.js';
import {
  integerAbsolute,
  integerAdd,
  integerDivide,
  integerMultiply,
  integerRemainder,
  integerSubtract,
} from '../../../eval/ops/integers.js';
import { leftFold, type LeftFoldData } from '../../../eval/ops/left-fold.js';
import { and, choose, not, or } from '../../../eval/ops/logic.js';
import { maximum, minimum } from '../../../eval/ops/arithmetic.js';
import { streamDraw } from '../../../eval/ops/stream-draw.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';
import { EdictError } from '../../../kernel/errors.js';
import { defaultLimits } from '../../../kernel/limits.js';
import { printExpression } from '../expression/print.js';
import { type CivExpression, type Operands, type OperatorShape, nodesOf } from '../expression/syntax.js';
import type { ObjectType, Policy } from '../policy.js';
import { type CivModel, tagKind } from '../world/create-civ-model.js';
import { hasNode } from './has.js';
import { integratorNode } from './integrate.js';
import { type Subject, askedSubject, columnNode, known, numberNode, supposedNode, truthNode } from './subject.js';
import { adaptNode, attributeNode, optionNode } from './values.js';

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
export function expressionOf(source: ExpressionSource): Expression {
  const { expression, civ, scope, policy, name, index = 0, thing = '', file } = source;
  const clauseOf = (part: CivExpression): Clause => ({
    text: printExpression(part),
    node: lowerExpression(part, civ, scope, policy),
  });
  const parts = expression.node === 'and' ? expression.operands : [expression];
  const { line, column } = expression;
  return {
    ...clauseOf(expression),
    index,
    name,
    thing,
    scope: scope.map((type) => civ.kinds[type]),
    clauses: expression.type === 'boolean' ? parts.map(clauseOf) : [],
    origin: { file, line, column },
  };
}

/**
 * Nodes inside one another, for each level that an expression may have, and nodes of one expression, for each part of a
 * large one; both bound what asking it takes.
 */
const depthRatio = 4;
const largestSize = 100_000;
const sizeRatio = 100;
/**
 * Operands that are folded two at a time, each inside the next: more would be deeper than an expression's level may be.
 */
const mostInside = depthRatio + 1;

/**
 * What an expression means, over slot 0: an object of one of the types in scope, which stands for all types where it is
 * empty. Never absent. Throws where it is too large, or was loaded for another world.
 */
export function lowerExpression(
  expression: CivExpression,
  civ: CivModel,
  scope: readonly ObjectType[],
  policy: Policy,
): Node {
  const node = lower(expression, askedSubject(civ, scope), policy);
  const { depth, size } = civ.nodes.extentOf(node);
  const deepest = depthRatio * defaultLimits.expressionDepth;
  if (depth > deepest)
    throw refusal(expression, 'too-deep', `needs ${depth} steps inside one another, the limit is ${deepest}`);
  if (size > largestSize) {
    const most = Math.max(largestSize, sizeRatio * nodesOf(expression).length);
    if (size > most) throw refusal(expression, 'too-large', `needs ${size} operations, the limit is ${most}`);
  }
  return node;
}

function refusal({ line, column }: CivExpression, code: string, what: string): EdictError {
  return new EdictError(
    code,
    `line ${line}, column ${column}: the expression ${what}; split it over several properties`,
  );
}

function lower(expression: CivExpression, subject: Subject, policy: Policy): Node {
  const { civ } = subject;
  switch (expression.node) {
    case 'literal':
      return expression.type === 'boolean' ? truthNode(civ, expression.value !== 0) : numberNode(civ, expression.value);
    case 'option':
      return optionNode(subject, expression);
    case 'has':
      return hasNode(subject, expression.kind, expression.id);
    case 'is':
      return hasNode(subject, tagKind, expression.name);
    case 'attribute':
      return attributeNode(subject, expression.name);
    case 'property': {
      const { name } = expression;
      const value = columnNode(subject, known(civ.columns.properties, name));
      return supposedNode(subject, known(civ.questions, name), 0, value);
    }
    case 'callback':
      // What the host has said of the object.
      return columnNode(subject, known(civ.columns.callbacks, expression.name));
    case 'integrate':
      return integratorNode(subject, expression, policy, (member) => lower(expression.operands[0], member, policy));
    default:
      return operatorNode(expression, subject, policy);
  }
}

function operatorNode(expression: OperatorShape & Operands, subject: Subject, policy: Policy): Node {
  const { nodes } = subject.civ;
  const operands = expression.operands.map((operand) => lower(operand, subject, policy));
  const [first, second, third] = operands;
  switch (expression.node) {
    case 'and':
      return operands.length === 1 ? first : nodes.makeOf(and, undefined, operands);
    case 'or':
      return operands.length === 1 ? first : nodes.makeOf(or, undefined, operands);
    case 'not':
      return nodes.make(not, undefined, first);
    case 'iff':
      return nodes.make(compare, { comparison: '==' }, first, second);
    case 'if':
      return nodes.make(choose, undefined, first, second, third);
    case 'compare':
      return nodes.make(compare, { comparison: expression.comparison }, first, second);
    case 'plus':
      return folded(subject.civ, 'add', operands);
    case 'mult':
      return folded(subject.civ, 'multiply', operands);
    case 'min':
      return folded(subject.civ, 'minimum', operands);
    case 'max':
      return folded(subject.civ, 'maximum', operands);
    case 'minus':
      return nodes.make(integerSubtract, undefined, first, second);
    case 'div':
      return nodes.make(integerDivide, { byZero: policy === 'intended' ? 'zero' : 'dividend' }, first, second);
    case 'modulo':
      return nodes.make(integerRemainder, undefined, first, second);
    case 'abs':
      return nodes.make(integerAbsolute, undefined, first);
    case 'adapt':
      return adaptNode(subject, expression.id, first);
    case 'random':
      return nodes.make(streamDraw, undefined, first);
  }
}

const folding: Readonly<Record<LeftFoldData['by'], Operation<undefined> | Operation>> = {
  add: integerAdd,
  multiply: integerMultiply,
  minimum,
  maximum,
};

function folded({ nodes }: CivModel, by: LeftFoldData['by'], values: readonly Node[]): Node {
  if (values.length > mostInside) return nodes.makeOf(leftFold, { by }, values);
  return values.reduce((left, right) => nodes.make(folding[by], undefined, left, right));
}
