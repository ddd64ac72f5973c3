import { booleanType, sameType } from '../../../eval/operation.js';
import { compare } from '../../../eval/ops/compare.js';
import { holds } from '../../../eval/ops/holds.js';
import { or } from '../../../eval/ops/logic.js';
import { constantValue } from '../../../eval/shape.js';
import { type Comparison, isEquality } from '../../../kernel/comparison.js';
import type { Holding, Type } from '../../../model/model.js';
import type { BinaryExpression, Expression, MemberExpression, Span } from '../syntax.js';
import { quote } from '../wording.js';
import { build, buildConstant, combine, isFewEnough } from './build.js';
import { type Lowered, type Scope, parameter } from './context.js';
import { demand, demandObject, describeType } from './demand.js';
import { kindNames, kindsOf } from './kinds.js';
import { isOpen } from './literals.js';
import { isMember, unknownMember } from './members.js';
import { setNamed } from './other-members.js';
import { lowerPair, sidesOf } from './pair.js';
import { report, warn } from './report.js';

/** Both sides are of one type, and one of them is tested. */
export function lowerComparison(expression: BinaryExpression, comparison: Comparison, scope: Scope): Lowered {
  const { left, right, span, operatorSpan } = expression;
  const [one, other] = sidesOf(left, right, scope);
  const sides = lowerPair(
    { expression: left, scope: one },
    { expression: right, scope: other },
    undefined,
    'not-comparable',
  );
  return sides !== undefined && isOrdered(sides[0].type, comparison, operatorSpan, scope)
    ? build(scope, span, compare, { comparison }, sides)
    : undefined;
}

/** `x in [a, b]`: equal to one of them; `word in x.set`: held in a set. */
export function lowerIn({ left, right, span }: BinaryExpression, scope: Scope): Lowered {
  const set = right.kind === 'member' ? setNamed(right.member, scope) : undefined;
  if (right.kind === 'member' && set !== undefined) return lowerHeld(left, right, set, span, scope);
  if (right.kind === 'member' && !isMember(right.member, scope)) return unknownMember(right, scope);
  // Each element takes a comparison.
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
      'for a collection write `.exists(v, v == …)` after it',
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

function neverTrue(why: string, span: Span, scope: Scope): Lowered {
  warn(scope, 'never-true', span, `${why}, so this is never true`);
  return buildConstant(scope, span, booleanType, 0);
}

function isOrdered(type: Type, comparison: Comparison, span: Span, scope: Scope): boolean {
  if (isEquality(comparison) || type.name === 'number') return true;
  const { model } = scope.check;
  const sign = quote(comparison);
  let message = `${sign} compares numbers and ordered words, not ${describeType(model, type)}`;
  let suggestion = 'compare with `==` or `!=`';
  if (type.name === 'enumeration') {
    const { name, order } = model.enumerations[type.index];
    if (order === 'ordered') return true;
    message = `the words of ${quote(name)} have no order, so ${sign} cannot compare them`;
    suggestion =
      order === 'wheel'
        ? 'use `within(word, centre, range)`'
        : 'compare with `==` or `in`, or declare the enumeration ordered';
  }
  report(scope, 'not-comparable', span, message, suggestion);
  return false;
}

/** `word in x.set`: the word stands in the text, so that what reads it is known at load. */
function lowerHeld(left: Expression, right: MemberExpression, set: Holding, span: Span, scope: Scope): Lowered {
  const { words, name, index } = set;
  const of = demandObject(right.object, scope);
  const word = demand(left, { name: 'enumeration', index: words }, parameter(scope));
  if (of === undefined || word === undefined) return undefined;
  const value = constantValue(word);
  const said = quote(name);
  if (value === undefined) {
    const list = quote(scope.check.model.enumerations[words].name);
    const message = `expected a word of ${list} as it stands, to look for in ${said}`;
    const suggestion = 'write one condition for each word, with `||` between them';
    return report(scope, 'word-expected', left.span, message, suggestion);
  }
  if (value === 0) return neverTrue('none is in no set', span, scope);
  const kinds = kindsOf(of, scope);
  if (kinds?.some((kind) => set.kinds.includes(kind)) === false) {
    const who = `the object here is of kind ${kindNames(scope, kinds)}`;
    warn(scope, 'never-true', right.memberSpan, `${who}, which has no set ${said}, so this is never true`);
  }
  return build(scope, span, holds, { holding: index, word: value }, [of]);
}
