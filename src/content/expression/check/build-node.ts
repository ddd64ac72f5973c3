import { levelsOf } from '../../../kernel/world-limits.js';
import { quoteText } from '../../text/quote.js';
import { makeNode } from '../../../eval/make-node.js';
import { type Operation, booleanType, entityType, numberType, sameType } from '../../../eval/operation.js';
import { constant } from '../../../eval/ops/constants.js';
import { asOverMembers } from '../../../eval/node-shape.js';
import type { Node } from '../../../ir/node.js';
import type { Type, Model } from '../../../model/model.js';
import type { Span, Expression } from '../syntax.js';
import { grouped } from '../../../kernel/grouped.js';
import {
  type Lowered,
  type Metrics,
  type Scope,
  type Expected,
  compared,
  parameter,
  namesOf,
  report,
} from './expression-context.js';

/** Forms that use an argument more than once (`approach`, `in`) double the tree at each level that they nest. */
const largestSize = 100_000;
const mostOperands = 10_000;

export function isFewEnough(scope: Scope, span: Span, count: number, what: string): boolean {
  if (count <= mostOperands) return true;
  return refuse(scope, span, 'too-large', `there are ${grouped(count)} ${what}`, mostOperands, 'split the expression');
}

/** Makes a node unless an argument is missing or a limit is passed, which is reported. */
export function build<Data>(
  scope: Scope,
  span: Span,
  operation: Operation<Data>,
  data: Data,
  args: readonly Lowered[] = [],
): Lowered {
  if (!isFewEnough(scope, span, args.length, 'operands in a row')) return undefined;
  const present = allOf(args);
  if (present === undefined) return undefined;
  const node = makeNode(operation, data, ...present);
  return isAllowed(scope, span, measure(scope, node)) ? node : undefined;
}

export function combine(scope: Scope, span: Span, operation: Operation, args: readonly Lowered[]): Lowered {
  return build(scope, span, operation, undefined, args);
}

export function allOf(nodes: readonly Lowered[]): readonly Node[] | undefined {
  const present = nodes.filter((node) => node !== undefined);
  return present.length < nodes.length ? undefined : present;
}

export function buildConstant(scope: Scope, span: Span, type: Type, value: number): Lowered {
  return build(scope, span, constant, { value, type });
}

export function sizeOf(scope: Scope, node: Node): number {
  return (scope.check.metrics.get(node) ?? measure(scope, node)).size;
}

function measure(scope: Scope, node: Node): Metrics {
  let [size, depth, aggregates] = [1, 0, 0];
  // Those after them are evaluated once for each member.
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
  const { aggregateDepth } = scope.check.limits;
  const deepest = levelsOf(scope.check.limits);
  if (aggregates > aggregateDepth) {
    const found = `aggregates nest ${grouped(aggregates)} deep`;
    const mend = 'keep the inner result in a meter of its own';
    return refuse(scope, span, 'aggregate-depth', found, aggregateDepth, mend);
  }
  const needs = 'the expression needs';
  if (depth > deepest) return refuse(scope, span, 'too-deep', `${needs} ${grouped(depth)} nested steps`, deepest);
  return size <= largestSize || refuse(scope, span, 'too-large', `${needs} ${grouped(size)} operations`, largestSize);
}

function refuse(
  scope: Scope,
  span: Span,
  code: string,
  found: string,
  limit: number,
  mend = 'split it over several meters',
): false {
  report(scope, code, span, `${found}, the limit is ${grouped(limit)}`, mend);
  return false;
}

/** For messages: "a number", "a word of `focus`". */
export function describeType(model: Model, type: Type): string {
  return type.name === 'enumeration'
    ? `a word of ${quoteText(model.enumerations[type.index].name)}`
    : described[type.name];
}

const described: Readonly<Record<Exclude<Type['name'], 'enumeration'>, string>> = {
  number: 'a number',
  numeric: 'a number',
  text: 'a text',
  pair: 'a pair',
  dice: 'dice',
  array: 'an array',
  boolean: 'a condition',
  entity: 'an object',
  kind: 'a kind',
  class: 'a class',
};

export function literalsOf(model: Model, type: Expected): readonly string[] {
  switch (type?.name) {
    case 'kind':
      return namesOf(model.kinds);
    case 'class':
      return namesOf(model.classes);
    case 'enumeration':
      return model.enumerations[type.index].members;
    default:
      return [];
  }
}

export function literalValue(model: Model, type: Type, name: string): number | undefined {
  switch (type.name) {
    case 'kind':
      return model.kindByName.get(name)?.index;
    case 'class':
      return model.classByName.get(name)?.index;
    case 'enumeration': {
      const place = model.enumerations[type.index].members.indexOf(name);
      if (place >= 0) return place + 1;
      return name === 'none' ? 0 : undefined;
    }
    default:
      return undefined;
  }
}

function conversion(model: Model, found: Type, wanted: Type): string | undefined {
  if (wanted.name === 'boolean') {
    if (found.name === 'number') return 'compare it, such as `… > 0`';
    if (found.name === 'entity') return 'compare it, such as `… != null` or `… == source`';
    return `compare it, such as \`… == ${literalsOf(model, found)[0] ?? 'null'}\``;
  }
  if (wanted.name === 'number' && found.name === 'boolean') return 'write `… ? 1 : 0`';
  const isKindOrClass = wanted.name === 'class' || wanted.name === 'kind';
  return isKindOrClass && found.name === 'entity' ? `write \`.${wanted.name}\` after it` : undefined;
}

/** Reports another type. */
export function demand(expression: Expression, type: Type, scope: Scope): Lowered {
  const node = scope.check.lower(expression, type, scope);
  if (node === undefined || sameType(node.type, type)) return node;
  const { model } = scope.check;
  const message = `expected ${describeType(model, type)}, found ${describeType(model, node.type)}`;
  return report(scope, 'type-mismatch', expression.span, message, () => conversion(model, node.type, type));
}

/** A condition: what is compared in it is the tested value. */
export function demandCondition(expression: Expression, scope: Scope): Lowered {
  return demand(expression, booleanType, compared(scope));
}

export function demandNumber(expression: Expression, scope: Scope): Lowered {
  return demand(expression, numberType, parameter(scope));
}

export function demandObject(expression: Expression, scope: Scope): Lowered {
  return demand(expression, entityType, parameter(scope));
}
