import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, sameType, entityType } from '../../../eval/operation.js';
import { compare } from '../../../eval/ops/compare.js';
import { type Comparison, isEquality } from '../../../kernel/comparison.js';
import { or } from '../../../eval/ops/logic.js';
import type { BinaryExpression, Expression, Span, MemberExpression } from '../syntax.js';
import { quote } from '../wording.js';
import { build, buildConstant, isFewEnough } from './build.js';
import { describeType, demand } from './demand.js';
import { isOpen } from './literals.js';
import { isMember, unknownMember } from './members.js';
import { lowerPair, sidesOf } from './pair.js';
import { report, warn } from './report.js';
import { type Scope, parameter } from './context.js';
import { holds } from '../../../eval/ops/holds.js';
import { constantValue } from '../../../eval/shape.js';
import { kindsOf } from './kinds.js';
import { setNamed } from './other-members.js';

/** `a < b` and its like: both sides are of one type, and one of them is tested. */
export function lowerComparison(
  { left, right, span, operatorSpan }: BinaryExpression,
  comparison: Comparison,
  scope: Scope,
): Node | undefined {
  const [one, other] = sidesOf(left, right, scope);
  const sides = lowerPair(
    { expression: left, scope: one },
    { expression: right, scope: other },
    undefined,
    'not-comparable',
  );
  if (sides === undefined) return undefined;
  return isOrdered(sides[0].type, comparison, operatorSpan, scope)
    ? build(scope, span, compare, { comparison }, sides)
    : undefined;
}

/** `x in [a, b]`: equal to one of them; `word in x.set`: held in a set. */
export function lowerIn({ left, right, span }: BinaryExpression, scope: Scope): Node | undefined {
  if (right.kind === 'member' && isSet(right, scope)) return lowerHeld(left, right, span, scope);
  if (right.kind === 'member' && !isMember(right.member, scope)) return unknownMember(right, scope);
  // Each element takes a comparison: too many are refused before these take memory.
  if (right.kind === 'list' && !isFewEnough(scope, right.span, right.elements.length, 'elements in the list'))
    return undefined;
  const [one, inner] = sidesOf(left, right, scope);
  const wanted = scope.check.lower(left, undefined, one);
  if (right.kind !== 'list') {
    return report(
      scope,
      'type-mismatch',
      right.span,
      'expected a list such as `[a, b]` or a set of words after `in`',
      () => 'for a collection write `.exists(v, v == …)` after it',
    );
  }
  if (wanted === undefined) {
    checkElements(right.elements, inner);
    return undefined;
  }
  if (right.elements.length === 0) {
    warn(scope, 'never-true', span, 'nothing is in an empty list, so this is never true');
    return buildConstant(scope, span, booleanType, 0);
  }
  const { model } = scope.check.context;
  const equalities = right.elements.map((element): Node | undefined => {
    const node = scope.check.lower(element, wanted.type, inner);
    if (node === undefined || sameType(node.type, wanted.type))
      return build(scope, element.span, compare, { comparison: '==' as const }, [wanted, node]);
    return report(
      scope,
      'not-comparable',
      element.span,
      `${describeType(model, wanted.type)} and ${describeType(model, node.type)} cannot be compared`,
    );
  });
  return equalities.length === 1 ? equalities[0] : build(scope, span, or, undefined, equalities);
}

/** Without a type for the literals only the others can be checked. */
function checkElements(elements: readonly Expression[], scope: Scope): void {
  for (const element of elements) if (!isOpen(element, scope)) scope.check.lower(element, undefined, scope);
}

function isOrdered(type: Type, comparison: Comparison, span: Span, scope: Scope): boolean {
  if (isEquality(comparison) || type.name === 'number') return true;
  const { model } = scope.check.context;
  if (type.name === 'enumeration') {
    const enumeration = model.enumerations[type.index];
    if (enumeration.order === 'ordered') return true;
    const instead =
      enumeration.order === 'wheel'
        ? 'use `within(word, centre, range)`'
        : 'compare with `==` or `in`, or declare the enumeration ordered';
    report(
      scope,
      'not-comparable',
      span,
      `the words of ${quote(enumeration.name)} have no order, so ${quote(comparison)} cannot compare them`,
      () => instead,
    );
    return false;
  }
  report(
    scope,
    'not-comparable',
    span,
    `${quote(comparison)} compares numbers and ordered words, not ${describeType(model, type)}`,
    () => 'compare with `==` or `!=`',
  );
  return false;
}

/** Whether a member of objects is a set of words. */
function isSet({ member }: MemberExpression, scope: Scope): boolean {
  return setNamed(member, scope) !== undefined;
}

/** `word in x.set`: the word stands in the text, so that what reads it is known at load. */
function lowerHeld(left: Expression, right: MemberExpression, span: Span, scope: Scope): Node | undefined {
  const { model } = scope.check.context;
  const holding = setNamed(right.member, scope);
  const of = demand(right.object, entityType, parameter(scope));
  if (holding === undefined) return undefined;
  const word = demand(left, { name: 'enumeration', index: holding.words }, parameter(scope));
  if (of === undefined || word === undefined) return undefined;
  const value = constantValue(word);
  if (value === undefined) {
    return report(
      scope,
      'word-expected',
      left.span,
      `expected a word of ${quote(model.enumerations[holding.words].name)} as it stands, to look for in ${quote(holding.name)}`,
      () => 'write one condition for each word, with `||` between them',
    );
  }
  if (value === 0) {
    warn(scope, 'never-true', span, 'none is in no set, so this is never true');
    return buildConstant(scope, span, booleanType, 0);
  }
  const kinds = kindsOf(of, scope);
  if (kinds?.some((kind) => holding.kinds.includes(kind)) === false) {
    const names = kinds.map((kind) => quote(model.kinds[kind - 1].name)).join(', ') || 'none';
    warn(
      scope,
      'never-true',
      right.memberSpan,
      `the object here is of kind ${names}, which has no set ${quote(holding.name)}, so this is never true`,
    );
  }
  return build(scope, span, holds, { holding: holding.index, word: value }, [of]);
}
