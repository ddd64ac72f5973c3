import type { Type } from '../../../model/model.js';
import type { Node } from '../../../ir/node.js';
import { sameType } from '../../../eval/operation.js';
import type { Expression } from '../syntax.js';
import { describeType, literalValue } from './describe.js';
import { isOpen } from './literals.js';
import { report } from './report.js';
import type { Scope } from './scope.js';

/** Two values that must be of one type, so that a literal takes its type from the other. */

export interface Side {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** Lowers both sides; whatever is no literal comes first. Undefined when either fails or their types differ. */
export function lowerPair(
  left: Side,
  right: Side,
  expected: Type | undefined,
  code = 'type-mismatch',
): readonly [Node, Node] | undefined {
  const nodes = lowerSides(left, right, expected);
  if (nodes === undefined) return undefined;
  const [first, second] = nodes;
  if (sameType(first.type, second.type)) return nodes;
  const { model } = left.scope.check.context;
  const span = { start: left.expression.span.start, end: right.expression.span.end };
  const [one, other] = [describeType(model, first.type), describeType(model, second.type)];
  return report(
    left.scope,
    code,
    span,
    code === 'not-comparable'
      ? `${one} and ${other} cannot be compared`
      : `expected two values of one type, found ${one} and ${other}`,
    () => quoteWord(left, right, nodes),
  );
}

function lowerSides(left: Side, right: Side, expected: Type | undefined): readonly [Node, Node] | undefined {
  if (expected !== undefined) return both(lower(left, expected), lower(right, expected));
  const [leftOpen, rightOpen] = [left, right].map((side) => isOpen(side.expression, side.scope));
  if (leftOpen && rightOpen) {
    refuseOpen(left, right);
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

function lower(side: Side, expected: Type | undefined): Node | undefined {
  return side.scope.check.lower(side.expression, expected, side.scope);
}

function both(left: Node | undefined, right: Node | undefined): readonly [Node, Node] | undefined {
  return left === undefined || right === undefined ? undefined : [left, right];
}

/** Nothing gives either literal a type: names are unknown then, and of others one report is enough. */
function refuseOpen(left: Side, right: Side): void {
  const sides = [left, right].filter((side) => side.expression.kind === 'name');
  for (const side of sides.length > 0 ? sides : [left]) lower(side, undefined);
}

/** An object's name that is a word of the other side's type too was most likely meant as the word. */
function quoteWord(left: Side, right: Side, [first, second]: readonly [Node, Node]): string | undefined {
  return wordInQuotes(left, second.type) ?? wordInQuotes(right, first.type);
}

function wordInQuotes({ expression, scope }: Side, type: Type): string | undefined {
  if (expression.kind !== 'name') return undefined;
  const { model } = scope.check.context;
  return literalValue(model, type, expression.name) === undefined
    ? undefined
    : `write '${expression.name}' in quotes for the word`;
}
