import { integrators, operators } from './operators.js';
import { namedLeaves } from './leaves.js';
import { printExpression } from './print.js';
import { type CivExpression, type OperatorShape, nodesOf } from '../syntax.js';
import type { HeldExpression } from './check-document.js';

/** Maps are by falling number, then by name. */
export interface Census {
  readonly expressions: number;
  /** Without repetitions. */
  readonly distinct: number;
  readonly nodes: number;
  /** Nodes of the largest. */
  readonly largest: number;
  readonly holders: ReadonlyMap<string, number>;
  /** By the element that stands for a node. */
  readonly elements: ReadonlyMap<string, number>;
  /** Has, by the kind of what is had. */
  readonly kinds: ReadonlyMap<string, number>;
}

export function censusOf(held: readonly HeldExpression[]): Census {
  const nodes = held.map(({ expression }) => nodesOf(expression));
  const all = nodes.flat();
  return {
    expressions: held.length,
    distinct: new Set(held.map(({ expression }) => `${expression.type} ${printExpression(expression)}`)).size,
    nodes: all.length,
    largest: nodes.reduce((most, { length }) => Math.max(most, length), 0),
    holders: ranked(held.map(({ holder }) => holder)),
    elements: ranked(all.map(elementOf)),
    kinds: ranked(all.flatMap((node) => (node.node === 'has' ? [node.kind] : []))),
  };
}

function ranked(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1)));
}

const elements: ReadonlyMap<string, string> = new Map([
  ['literal', 'Constant'],
  ['option', 'Option'],
  ['has', 'Has'],
  ...[...namedLeaves].map(([name, { node }]) => [node, name] as const),
  ...[...operators].map(([name, { shape }]) => [keyOf(shape), name] as const),
  // Of several elements of one aggregator the first stands for it.
  ...[...integrators].reverse().map(([name, { aggregator }]) => [aggregator, name] as const),
]);

function elementOf(expression: CivExpression): string {
  if (expression.node === 'integrate' && expression.wholly === true) return 'Aggregate';
  return elements.get(keyOf(expression)) ?? 'Aggregate';
}

function keyOf(shape: CivExpression | OperatorShape): string {
  if (shape.node === 'integrate') return shape.aggregator;
  return shape.node === 'compare' ? shape.comparison : shape.node;
}
