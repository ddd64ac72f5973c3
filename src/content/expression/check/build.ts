import { makeNode } from '../../../eval/make-node.js';
import type { Node } from '../../../ir/node.js';
import type { Operation } from '../../../eval/operation.js';
import { constant } from '../../../eval/ops/constant.js';
import type { Type } from '../../../model/model.js';
import { asOverMembers } from '../../../eval/shape.js';
import type { Span } from '../syntax.js';
import { formatCount } from '../wording.js';
import { report } from './report.js';
import type { Metrics, Scope } from './context.js';

/** Levels of the IR for each level of text that `limits.expressionDepth` allows. */
const depthRatio = 4;
/** Forms that use an argument more than once (`approach`, `in`) double the tree at each level that they nest. */
const largestSize = 100_000;
/** Operands of one operation; they are passed as arguments, of which the engine takes only so many. */
const mostOperands = 10_000;

/**
 * Whether an operation may have so many operands; reports at the span that it may not. `what` they are stands in the
 * message.
 */
export function isFewEnough(scope: Scope, span: Span, count: number, what: string): boolean {
  if (count <= mostOperands) return true;
  report(
    scope,
    'too-large',
    span,
    `there are ${formatCount(count)} ${what}, the limit is ${formatCount(mostOperands)}`,
    () => 'split the expression',
  );
  return false;
}

/** Makes a node unless an argument is missing, or it breaks a limit, which is reported at the span. */
export function build<Data>(
  scope: Scope,
  span: Span,
  operation: Operation<Data>,
  data: Data,
  args: readonly (Node | undefined)[] = [],
): Node | undefined {
  if (!isFewEnough(scope, span, args.length, 'operands in a row')) return undefined;
  const present = args.filter((arg) => arg !== undefined);
  if (present.length < args.length) return undefined;
  const node = makeNode(operation, data, ...present);
  const metrics = measure(scope, node);
  return isAllowed(scope, span, metrics) ? node : undefined;
}

/** A value that is known at load. */
export function buildConstant(scope: Scope, span: Span, type: Type, value: number): Node | undefined {
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
    const around = place >= outer ? 1 : 0;
    aggregates = Math.max(aggregates, metrics.aggregates + around);
  });
  const metrics = { size, depth: depth + 1, aggregates };
  scope.check.metrics.set(node, metrics);
  return metrics;
}

function isAllowed(scope: Scope, span: Span, { size, depth, aggregates }: Metrics): boolean {
  const { limits } = scope.check.context;
  const deepest = limits.expressionDepth * depthRatio;
  if (aggregates > limits.aggregateDepth) {
    report(
      scope,
      'aggregate-depth',
      span,
      `aggregates stand ${formatCount(aggregates)} deep inside one another, the limit is ${formatCount(limits.aggregateDepth)}`,
      () => 'keep the inner result in a meter of its own',
    );
  } else if (depth > deepest) {
    report(
      scope,
      'too-deep',
      span,
      `the expression needs ${formatCount(depth)} steps inside one another, the limit is ${formatCount(deepest)}`,
      () => 'split it over several meters',
    );
  } else if (size > largestSize) {
    report(
      scope,
      'too-large',
      span,
      `the expression needs ${formatCount(size)} operations, the limit is ${formatCount(largestSize)}`,
      () => 'split it over several meters',
    );
  } else {
    return true;
  }
  return false;
}
