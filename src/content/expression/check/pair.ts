import { sameType } from '../../../eval/operation.js';
import { type Node, sourceSlot } from '../../../ir/node.js';
import type { Type } from '../../../model/model.js';
import { childrenOf } from '../children.js';
import type { Expression } from '../syntax.js';
import { ranges } from './collections.js';
import { type Expected, type Lowered, type Scope, canBeTested, compared, untested } from './context.js';
import { describeType, literalValue } from './demand.js';
import { isOpen } from './literals.js';
import { report } from './report.js';

/** Two values that must be of one type, so that a literal takes its type from the other. */

interface Side {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** Lowers both sides, whatever is no literal first; undefined when either fails or their types differ. */
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
 * The highest slot of a tested object that an expression names, or -1; looked at once for all comparisons around it.
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

/** The slot of the object that an expression by itself reads, or -1; collections count as the source. */
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
