import { type BinaryExpression, type Expression, type MemberExpression, type Span, childrenOf } from '../syntax.js';
import {
  type Expected,
  type Lowered,
  type Scope,
  canBeTested,
  compared,
  parameter,
  untested,
  report,
  warn,
} from './expression-context.js';
import { type Node, sourceSlot } from '../../../ir/node.js';
import type { Holding, Type } from '../../../model/model.js';
import { booleanType, numberType, sameType } from '../../../eval/operation.js';
import {
  build,
  buildConstant,
  combine,
  demand,
  demandObject,
  describeType,
  isFewEnough,
  literalValue,
} from './build-node.js';
import { constantValue } from '../../../eval/node-shape.js';
import { quoteText } from '../../text/quote.js';
import { compare } from '../../../eval/ops/compare-values.js';
import { heldWord, holds } from '../../../eval/ops/bit-tests.js';
import { pick } from '../../../eval/ops/pick.js';
import { or } from '../../../eval/ops/logic.js';
import { type Comparison, isEquality } from '../../../kernel/comparison.js';
import { setHolder, setNamed } from './object-reads.js';
import { isOpen } from './literals.js';
import { isMember, unknownMember } from './dot-access.js';
import { allTrue, isCollection, ranges, readCollection } from './collections.js';

export function lowerComparison(expression: BinaryExpression, comparison: Comparison, scope: Scope): Lowered {
  const { left, right, span, operatorSpan } = expression;
  const sides = lowerPair(...sidesOf(left, right, scope), undefined, 'not-comparable');
  return sides !== undefined && isOrdered(sides[0].type, comparison, operatorSpan, scope)
    ? build(scope, span, compare, { comparison }, sides)
    : undefined;
}

/** `x in [a, b]`: equal to one of them; `word in x.set`: held in a set; `x in neighbours(y)`: a member. */
export function lowerIn({ left, right, span }: BinaryExpression, scope: Scope): Lowered {
  const set = right.kind === 'member' ? setNamed(right.member, scope) : undefined;
  if (right.kind === 'member' && set !== undefined) return lowerHeld(left, right, set, span, scope);
  if (isCollection(right, scope) || right.kind === 'call') return lowerContained(left, right, span, scope);
  if (right.kind === 'member' && !isMember(right.member, scope)) return unknownMember(right, scope);
  // Each element takes a comparison.
  if (right.kind === 'list' && !isFewEnough(scope, right.span, right.elements.length, 'elements in the list'))
    return undefined;
  const [one, { scope: inner }] = sidesOf(left, right, scope);
  const wanted = lower(one, undefined);
  if (right.kind !== 'list') {
    return report(
      scope,
      'type-mismatch',
      right.span,
      'expected a list such as `[a, b]`, a set of words or a collection after `in`',
    );
  }
  const { elements } = right;
  if (wanted === undefined) {
    // Without a type for the literals only the others can be checked.
    for (const element of elements) if (!isOpen(element, inner)) scope.check.lower(element, undefined, inner);
    return undefined;
  }
  if (elements.length === 0) return neverTrue('nothing is in an empty list', span, scope);
  const { model } = scope.check;
  const equalities = elements.map((element): Lowered => {
    const node = scope.check.lower(element, wanted.type, inner);
    if (node === undefined || sameType(node.type, wanted.type))
      return build(scope, element.span, compare, { comparison: '==' as const }, [wanted, node]);
    const message = `${describeType(model, wanted.type)} and ${describeType(model, node.type)} cannot be compared`;
    return report(scope, 'not-comparable', element.span, message);
  });
  return equalities.length === 1 ? equalities[0] : combine(scope, span, or, equalities);
}

/** The place of the object among the members is one from 0. */
function lowerContained(left: Expression, right: Expression, span: Span, scope: Scope): Lowered {
  const wanted = demandObject(left, scope);
  const collection = readCollection(right, scope);
  if (collection === undefined || wanted === undefined) return undefined;
  const { range, anchor, tests, mapped } = collection;
  if (mapped !== undefined)
    return report(
      scope,
      'not-a-collection',
      right.span,
      'after `map` there are numbers, and an object is in none of them',
      'leave `map` out',
    );
  const data = { pick: 'indexOf' as const, range, slot: scope.free, site: 0, slots: 0 };
  const place = build(scope, span, pick, data, [...anchor, wanted, allTrue(tests, span, scope)]);
  const first = buildConstant(scope, span, numberType, 0);
  return build(scope, span, compare, { comparison: '>=' as const }, [place, first]);
}

function neverTrue(why: string, span: Span, scope: Scope): Lowered {
  warn(scope, 'never-true', span, `${why}, so this is never true`);
  return buildConstant(scope, span, booleanType, 0);
}

function isOrdered(type: Type, comparison: Comparison, span: Span, scope: Scope): boolean {
  if (isEquality(comparison) || type.name === 'number') return true;
  const { model } = scope.check;
  const sign = quoteText(comparison);
  let message = `${sign} compares numbers and ordered words, not ${describeType(model, type)}`;
  let suggestion = 'compare with `==` or `!=`';
  if (type.name === 'enumeration') {
    const { name, order } = model.enumerations[type.index];
    if (order === 'ordered') return true;
    message = `the words of ${quoteText(name)} have no order, so ${sign} cannot compare them`;
    suggestion =
      order === 'wheel'
        ? 'use `within(word, centre, range)`'
        : 'compare with `==` or `in`, or declare the enumeration ordered';
  }
  report(scope, 'not-comparable', span, message, suggestion);
  return false;
}

function lowerHeld(left: Expression, right: MemberExpression, set: Holding, span: Span, scope: Scope): Lowered {
  const { words, index } = set;
  const word = demand(left, { name: 'enumeration', index: words }, parameter(scope));
  const value = word && constantValue(word);
  if (value === 0) return neverTrue('none is in no set', span, scope);
  const of = setHolder(right, set, 'this is never true', scope);
  return value === undefined
    ? build(scope, span, heldWord, { holding: index }, [of, word])
    : build(scope, span, holds, { holding: index, word: value }, [of]);
}

interface Side {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** Lowers both sides, literals last; undefined where either side fails or their types differ. */
export function lowerPair(
  left: Side,
  right: Side,
  expected: Expected,
  code = 'type-mismatch',
): readonly [Node, Node] | undefined {
  const nodes = lowerSides(left, right, expected);
  if (nodes === undefined) return undefined;
  const [first, second] = nodes;
  if (sameType(first.type, second.type)) return nodes;
  const span = { start: left.expression.span.start, end: right.expression.span.end };
  const [one, other] = nodes.map(({ type }) => describeType(left.scope.check.model, type));
  return report(
    left.scope,
    code,
    span,
    code === 'not-comparable'
      ? `${one} and ${other} cannot be compared`
      : `expected two values of one type, found ${one} and ${other}`,
    () => wordInQuotes(left, second.type) ?? wordInQuotes(right, first.type),
  );
}

function lowerSides(left: Side, right: Side, expected: Expected): readonly [Node, Node] | undefined {
  if (expected !== undefined) return both(lower(left, expected), lower(right, expected));
  const [leftOpen, rightOpen] = [left, right].map((side) => isOpen(side.expression, side.scope));
  if (leftOpen && rightOpen) {
    // Nothing gives either literal a type: names are unknown then, and of others one report is enough.
    const names = [left, right].filter((side) => side.expression.kind === 'name');
    for (const side of names.length > 0 ? names : [left]) lower(side, undefined);
    return undefined;
  }
  if (leftOpen) {
    const second = lower(right, undefined);
    return second && both(lower(left, second.type), second);
  }
  const first = lower(left, undefined);
  if (rightOpen) return first && both(first, lower(right, first.type));
  return both(first, lower(right, undefined));
}

function lower(side: Side, expected: Expected): Lowered {
  return side.scope.check.lower(side.expression, expected, side.scope);
}

function both(left: Lowered, right: Lowered): readonly [Node, Node] | undefined {
  return left === undefined || right === undefined ? undefined : [left, right];
}

/** An object's name that is a word of the other side's type too was most likely meant as the word. */
function wordInQuotes({ expression, scope }: Side, type: Type): string | undefined {
  if (expression.kind !== 'name') return undefined;
  return literalValue(scope.check.model, type, expression.name) === undefined
    ? undefined
    : `write '${expression.name}' in quotes for the word`;
}

/**
 * Which of two compared values is tested: only that can be absent, the other is its parameter. It is the side that
 * reads the tested object, or in an activation any object, as an aggregate does; of a member that an aggregate has
 * bound and an object around it, the inner one. Where both read it, a function that measures it is tested, which
 * could give nothing in place of a missing value; else the left side.
 */
export function sidesOf(left: Expression, right: Expression, scope: Scope): readonly [Side, Side] {
  const tested = compared(scope);
  const parameter = untested(tested);
  const [one, other] = rankOf(right, scope) > rankOf(left, scope) ? [parameter, tested] : [tested, parameter];
  return [
    { expression: left, scope: one },
    { expression: right, scope: other },
  ];
}

/** The larger, the sooner it is tested. */
function rankOf(side: Expression, scope: Scope): number {
  const known = scope.check.tests.get(scope.names) ?? new WeakMap<Expression, number>();
  scope.check.tests.set(scope.names, known);
  const slot = innermostTested(side, scope, known);
  return slot < scope.untestedBelow ? -1 : 2 * slot + Number(isMeasured(side));
}

/** The highest slot of a tested object that an expression names, or -1; found once for all comparisons around it. */
function innermostTested(expression: Expression, scope: Scope, known: WeakMap<Expression, number>): number {
  const found = known.get(expression);
  if (found !== undefined) return found;
  const own = ownSlot(expression, scope);
  const highest = childrenOf(expression).reduce(
    (most, child) => Math.max(most, innermostTested(child, scope, known)),
    canBeTested(own, scope) ? own : -1,
  );
  known.set(expression, highest);
  return highest;
}

/** The slot of the object that an expression by itself reads, or -1; collections count as the source. */
function ownSlot(expression: Expression, scope: Scope): number {
  if (expression.kind === 'name') return scope.names.get(expression.name) ?? -1;
  if (expression.kind !== 'call' || expression.receiver !== undefined || !ranges.has(expression.function)) return -1;
  return expression.function === 'within' && !isCollection(expression, scope) ? -1 : sourceSlot;
}

/** Functions whose value is missing where an object has no place, no path or no stockpile. */
const measures: ReadonlySet<string> = new Set(['distance', 'distanceTo', 'jumps', 'jumpsTo', 'stockpile']);

/** Whether an expression is made of the value of such a function. */
function isMeasured(expression: Expression): boolean {
  switch (expression.kind) {
    case 'call':
      return (
        expression.receiver === undefined &&
        (measures.has(expression.function) || expression.arguments.some(isMeasured))
      );
    case 'binary':
      return isMeasured(expression.left) || isMeasured(expression.right);
    case 'unary':
      return isMeasured(expression.operand);
    case 'conditional':
      return isMeasured(expression.then) || isMeasured(expression.otherwise);
    case 'list':
      return expression.elements.some(isMeasured);
    case 'expanded':
      return isMeasured(expression.body);
    default:
      return false;
  }
}
