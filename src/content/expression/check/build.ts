import { makeNode } from '../../../eval/make-node.js';
import type { Operation } from '../../../eval/operation.js';
import { constant } from '../../../eval/ops/constant.js';
import { asOverMembers } from '../../../eval/shape.js';
import type { Node } from '../../../ir/node.js';
import type { Type } from '../../../model/model.js';
import type { Span } from '../syntax.js';
import { formatCount } from '../wording.js';
import type { Lowered, Metrics, Scope } from './context.js';
import { report } from './report.js';

/** Levels of the IR for each level of text that `limits.expressionDepth` allows. */
const depthRatio = 4;
/** Forms that use an argument more than once (`approach`, `in`) double the tree at each level that they nest. */
const largestSize = 100_000;
/** Operands of one operation: a call takes only so many. */
const mostOperands = 10_000;

/** Whether there are few enough operands; reports it when not. */
export function isFewEnough(scope: Scope, span: Span, count: number, what: string): boolean {
  if (count <= mostOperands) return true;
  return refuse(
    scope,
    span,
    'too-large',
    `there are ${formatCount(count)} ${what}`,
    mostOperands,
    'split the expression',
  );
}

/** Makes a node unless an argument is missing, or it breaks a limit, which is reported at the span. */
export function build<Data>(
  scope: Scope,
  span: Span,
  operation: Operation<Data>,
  data: Data,
  args: readonly Lowered[] = [],
): Lowered {
  if (!isFewEnough(scope, span, args.length, 'operands in a row')) return undefined;
  const present = args.filter((arg) => arg !== undefined);
  if (present.length < args.length) return undefined;
  const node = makeNode(operation, data, ...present);
  return isAllowed(scope, span, measure(scope, node)) ? node : undefined;
}

/** The same without data. */
export function combine(scope: Scope, span: Span, operation: Operation, args: readonly Lowered[]): Lowered {
  return build(scope, span, operation, undefined, args);
}

export function buildConstant(scope: Scope, span: Span, type: Type, value: number): Lowered {
  return build(scope, span, constant, { value, type });
}

/** Operations of a node that has been built. */
export function sizeOf(scope: Scope, node: Node): number {
  return (scope.check.metrics.get(node) ?? measure(scope, node)).size;
}

function measure(scope: Scope, node: Node): Metrics {
  let [size, depth, aggregates] = [1, 0, 0];
  // Those behind them are evaluated once for each member.
  const outer = asOverMembers(node)?.outer ?? Infinity;
  node.args.forEach((arg, place) => {
    const metrics = scope.check.metrics.get(arg) ?? measure(scope, arg);
    size += metrics.size;
    depth = Math.max(depth, metrics.depth);
    aggregates = Math.max(aggregates, metrics.aggregates + (place >= outer ? 1 : 0));
  });
  const metrics = { size, depth: depth + 1, aggregates };
  scope.check.metrics.set(node, metrics);
  return metrics;
}

function isAllowed(scope: Scope, span: Span, { size, depth, aggregates }: Metrics): boolean {
  const { aggregateDepth, expressionDepth } = scope.check.limits;
  const deepest = expressionDepth * depthRatio;
  if (aggregates > aggregateDepth) {
    const found = `aggregates stand ${formatCount(aggregates)} deep inside one another`;
    const mend = 'keep the inner result in a meter of its own';
    return refuse(scope, span, 'aggregate-depth', found, aggregateDepth, mend);
  }
  const needs = 'the expression needs';
  if (depth > deepest)
    return refuse(scope, span, 'too-deep', `${needs} ${formatCount(depth)} steps inside one another`, deepest);
  return (
    size <= largestSize || refuse(scope, span, 'too-large', `${needs} ${formatCount(size)} operations`, largestSize)
  );
}

function refuse(
  scope: Scope,
  span: Span,
  code: string,
  found: string,
  limit: number,
  mend = 'split it over several meters',
): false {
  report(scope, code, span, `${found}, the limit is ${formatCount(limit)}`, mend);
  return false;
}
