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
import { operandsOf } from '../expression/operands.js';
import type { CivExpression } from '../expression/syntax.js';
import type { ObjectType, Policy } from '../policy.js';
import type { CivModel } from '../world/civ-model.js';
import { hasNode } from './has.js';
import { integratorNode } from './integrate.js';
import {
  type Subject,
  askedSubject,
  numberNode,
  truthNode,
  byType,
  cityOn,
  heldNode,
  nobody,
  ownerOf,
  plotOf,
  supposedNode,
} from './subject.js';
import { adaptNode, attributeNode, callbackNode, optionNode, propertyNode } from './values.js';
import { anarchyTag, plotTags, unitTags } from '../expression/tags.js';
import { tagKind } from '../world/create-civ-model.js';
import { known, wordOf } from './known.js';

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
    const most = Math.max(largestSize, sizeRatio * partsIn(expression));
    if (size > most) throw refusal(expression, 'too-large', `needs ${size} operations, the limit is ${most}`);
  }
  return node;
}

/** Nodes of an expression as it is written. */
function partsIn(expression: CivExpression): number {
  let count = 0;
  const left = [expression];
  for (let at = left.pop(); at !== undefined; at = left.pop()) {
    count++;
    for (const operand of operandsOf(at)) left.push(operand);
  }
  return count;
}

function refusal({ line, column }: CivExpression, code: string, what: string): EdictError {
  return new EdictError(
    code,
    `line ${line}, column ${column}: the expression ${what}; split it over several properties`,
  );
}

function lower(expression: CivExpression, subject: Subject, policy: Policy): Node {
  const { civ } = subject;
  const { nodes } = civ;
  const of = (operand: CivExpression): Node => lower(operand, subject, policy);
  switch (expression.node) {
    case 'literal':
      return expression.type === 'boolean' ? truthNode(civ, expression.value !== 0) : numberNode(civ, expression.value);
    case 'option':
      return optionNode(subject, expression);
    case 'and':
      return joined(civ, and, expression.operands, of);
    case 'or':
      return joined(civ, or, expression.operands, of);
    case 'not':
      return nodes.make(not, undefined, of(expression.operand));
    case 'iff':
      return nodes.make(compare, { comparison: '==' }, of(expression.left), of(expression.right));
    case 'if':
      return nodes.make(choose, undefined, of(expression.condition), of(expression.then), of(expression.otherwise));
    case 'compare':
      return nodes.make(compare, { comparison: expression.comparison }, of(expression.left), of(expression.right));
    case 'has':
      return hasNode(subject, expression.kind, expression.id);
    case 'is':
      return isNode(subject, expression.tag);
    case 'attribute':
      return attributeNode(subject, expression.name);
    case 'property':
      return propertyNode(subject, expression.name);
    case 'plus':
      return folded(civ, 'add', expression.operands, of);
    case 'mult':
      return folded(civ, 'multiply', expression.operands, of);
    case 'min':
      return folded(civ, 'minimum', expression.operands, of);
    case 'max':
      return folded(civ, 'maximum', expression.operands, of);
    case 'minus':
      return nodes.make(integerSubtract, undefined, of(expression.left), of(expression.right));
    case 'div':
      return nodes.make(
        integerDivide,
        { byZero: policy === 'intended' ? 'zero' : 'dividend' },
        of(expression.left),
        of(expression.right),
      );
    case 'modulo':
      return nodes.make(integerRemainder, undefined, of(expression.left), of(expression.right));
    case 'abs':
      return nodes.make(integerAbsolute, undefined, of(expression.operand));
    case 'integrate':
      return integratorNode(subject, expression, policy, (member) => lower(expression.operand, member, policy));
    case 'adapt':
      return adaptNode(subject, expression.id, of(expression.operand));
    case 'random':
      return nodes.make(streamDraw, undefined, of(expression.operand));
    case 'callback':
      return callbackNode(subject, expression.name);
  }
}

function joined(
  { nodes }: CivModel,
  operation: Operation,
  operands: readonly CivExpression[],
  of: (operand: CivExpression) => Node,
): Node {
  return operands.length === 1 ? of(operands[0]) : nodes.makeOf(operation, undefined, operands.map(of));
}

const folding: Readonly<Record<LeftFoldData['by'], Operation<undefined> | Operation>> = {
  add: integerAdd,
  multiply: integerMultiply,
  minimum,
  maximum,
};

function folded(
  { nodes }: CivModel,
  by: LeftFoldData['by'],
  operands: readonly CivExpression[],
  of: (operand: CivExpression) => Node,
): Node {
  const values = operands.map(of);
  if (values.length > mostInside) return nodes.makeOf(leftFold, { by }, values);
  return values.reduce((left, right) => nodes.make(folding[by], undefined, left, right));
}

/** Whether an object is what a tag (with TAG_) says, as the tables say and overlays suppose. */
function isNode(subject: Subject, tag: string): Node {
  const { civ } = subject;
  return supposedNode(
    subject,
    known(civ.questions, tagKind),
    wordOf(civ, tagKind, tag),
    byType(subject, (type) => answerOf(subject, tag, type)),
  );
}

type TagSource = 'never' | 'stored' | 'plot' | 'city' | 'owned' | 'has city';

const ofUnits: Partial<Record<ObjectType, TagSource>> = { UNIT: 'stored' };
const ofPlots: Partial<Record<ObjectType, TagSource>> = { PLOT: 'stored', UNIT: 'plot' };

/** Where objects of each type have a tag from; everything else is never so. */
const tagTable: ReadonlyMap<string, Partial<Record<ObjectType, TagSource>>> = new Map([
  ...unitTags.map((tag) => [tag, ofUnits] as const),
  ...plotTags.map((tag) => [tag, ofPlots] as const),
  ['TAG_OWNED', { PLOT: 'owned', UNIT: 'plot' }],
  ['TAG_CITY', { PLOT: 'has city', UNIT: 'plot' }],
  [anarchyTag, { PLAYER: 'stored', CITY: 'stored', PLOT: 'city', UNIT: 'plot' }],
]);

function answerOf(subject: Subject, tag: string, type: ObjectType): Node {
  const { civ } = subject;
  switch (tagTable.get(tag)?.[type] ?? 'never') {
    case 'never':
      return truthNode(civ, false);
    case 'stored':
      return heldNode(subject, known(civ.holdings, tagKind), wordOf(civ, tagKind, tag));
    case 'plot':
      return isNode(plotOf(subject), tag);
    case 'city':
      return isNode(cityOn(subject), tag);
    case 'owned':
      return isSomebody(ownerOf(subject));
    case 'has city':
      return isSomebody(cityOn(subject));
  }
}

function isSomebody({ civ, object }: Subject): Node {
  return civ.nodes.make(compare, { comparison: '!=' }, object, nobody(civ));
}
