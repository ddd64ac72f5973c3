import { childrenOf } from '../children.js';
import { sourceSlot } from '../../../ir/node.js';
import type { Expression } from '../syntax.js';
import { ranges } from './collections.js';
import { type Scope, canBeTested, compared, untested } from './scope.js';

/**
 * Which of two values that are compared is tested. Only what is tested can be absent; the other is its parameter.
 *
 * Tested is the side that reads the tested object, or in an activation any object, which an aggregate does; of two
 * tested objects, a member that an aggregate has bound and one around it, the inner one.
 * Where both sides read it, a function that measures it is tested, since no such value could stand in for one that is
 * absent; otherwise the left side is.
 */

/** The scopes of both sides. */
export function sidesOf(left: Expression, right: Expression, scope: Scope): readonly [Scope, Scope] {
  const tested = compared(scope);
  const parameter = untested(tested);
  return rankOf(right, scope) > rankOf(left, scope) ? [parameter, tested] : [tested, parameter];
}

/** The larger, the sooner it is tested. */
function rankOf(side: Expression, scope: Scope): number {
  const known = scope.check.tests.get(scope.names) ?? new WeakMap<Expression, number>();
  scope.check.tests.set(scope.names, known);
  const slot = innermostTested(side, scope, known);
  return slot < scope.untestedBelow ? -1 : 2 * slot + Number(isMeasured(side));
}

/**
 * The highest slot of a tested object that an expression names; -1 for none. Each part is looked at once for all
 * comparisons around it.
 */
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

/**
 * The slot of the object that an expression by itself reads; collections of all objects count as the source, so that
 * they are no less than it. -1 for none.
 */
function ownSlot(expression: Expression, { names }: Scope): number {
  if (expression.kind === 'name') return names.get(expression.name) ?? -1;
  return expression.kind === 'call' && expression.receiver === undefined && ranges.has(expression.function)
    ? sourceSlot
    : -1;
}

/** Functions whose value is missing where an object has no place, no path or no stockpile. */
const measures: ReadonlySet<string> = new Set(['distance', 'distanceTo', 'jumps', 'jumpsTo', 'stockpile']);

/** Whether an expression is what such a function gives, or is worked out from it. */
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
