import { holds } from '../../../eval/ops/holds.js';
import type { Node } from '../../../ir/node.js';
import { booleanType, entityType } from '../../../eval/operation.js';
import type { Expression, MemberExpression, Span } from '../syntax.js';
import { constantValue } from '../../../eval/shape.js';
import { quote } from '../wording.js';
import { build, buildConstant } from './build.js';
import { demand } from './demand.js';
import { kindsOf } from './kinds.js';
import { setNamed } from './other-members.js';
import { report, warn } from './report.js';
import { type Scope, parameter } from './scope.js';

/** Whether a member of objects is a set of words. */
export function isSet({ member }: MemberExpression, scope: Scope): boolean {
  return setNamed(member, scope) !== undefined;
}

/** `word in x.set`: the word stands in the text, so that what reads it is known at load. */
export function lowerHeld(left: Expression, right: MemberExpression, span: Span, scope: Scope): Node | undefined {
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
