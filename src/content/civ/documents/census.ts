import { integrators } from '../expression/integrators.js';
import { operandsOf } from '../expression/operands.js';
import { printExpression } from '../expression/print.js';
import type { CivExpression } from '../expression/syntax.js';
import type { HeldExpression } from './check-document.js';

/** What expressions consist of. Maps are by falling number, then by name. */
export interface Census {
  readonly expressions: number;
  /** Those of which no two are the same. */
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
  const [holders, elements, kinds] = [new Map<string, number>(), new Map<string, number>(), new Map<string, number>()];
  const texts = new Set<string>();
  let [nodes, largest] = [0, 0];
  for (const { holder, expression } of held) {
    count(holders, holder);
    texts.add(`${expression.type} ${printExpression(expression)}`);
    const left = [expression];
    let size = 0;
    for (let node = left.pop(); node !== undefined; node = left.pop()) {
      size += 1;
      count(elements, elementOf(node));
      if (node.node === 'has') count(kinds, node.kind);
      for (const operand of operandsOf(node)) left.push(operand);
    }
    nodes += size;
    largest = Math.max(largest, size);
  }
  return {
    expressions: held.length,
    distinct: texts.size,
    nodes,
    largest,
    holders: ranked(holders),
    elements: ranked(elements),
    kinds: ranked(kinds),
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function ranked(counts: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  return new Map([...counts].sort(([a, countOfA], [b, countOfB]) => countOfB - countOfA || (a < b ? -1 : 1)));
}

const comparisons = {
  '<': 'Less',
  '<=': 'LessEqual',
  '==': 'Equal',
  '!=': 'NotEqual',
  '>=': 'GreaterEqual',
  '>': 'Greater',
} as const;

const names = {
  literal: 'Constant',
  option: 'Option',
  and: 'And',
  or: 'Or',
  not: 'Not',
  iff: 'BEqual',
  if: 'If',
  has: 'Has',
  is: 'Is',
  attribute: 'AttributeType',
  property: 'PropertyType',
  plus: 'Plus',
  mult: 'Mult',
  min: 'Min',
  max: 'Max',
  minus: 'Minus',
  div: 'Div',
  modulo: 'Modulo',
  abs: 'Abs',
  adapt: 'Adapt',
  random: 'Random',
  callback: 'Python',
} as const;

const integratorNames: ReadonlyMap<string, string> = new Map(
  [...integrators].reverse().map(([element, { aggregator }]) => [aggregator, element]),
);

function elementOf(expression: CivExpression): string {
  if (expression.node === 'compare') return comparisons[expression.comparison];
  if (expression.node === 'integrate')
    return expression.wholly === true ? 'Aggregate' : (integratorNames.get(expression.aggregator) ?? 'Aggregate');
  return names[expression.node];
}
