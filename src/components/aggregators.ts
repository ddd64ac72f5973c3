import { EdictError } from '../kernel/errors.js';
import type { Aggregator } from './aggregator.js';
import { geometricMean } from './geometric-mean.js';

/** The aggregators that every host has. Numbers are whole numbers of 32 bits; sums wrap; of nothing AND is true, OR false, all others 0. */
export const builtInAggregators: readonly Aggregator[] = [
  { name: 'AND', input: 'boolean', output: 'boolean', fold: (values, count) => (countTrue(values, count) === count ? 1 : 0) },
  { name: 'OR', input: 'boolean', output: 'boolean', fold: (values, count) => (countTrue(values, count) > 0 ? 1 : 0) },
  { name: 'NUM', input: 'boolean', output: 'number', fold: countTrue },
  { name: 'SUM', input: 'number', output: 'number', fold: sum },
  { name: 'MEAN', input: 'number', output: 'number', fold: (values, count) => (count === 0 ? 0 : sum(values, count) / count | 0) },
  { name: 'MIN', input: 'number', output: 'number', fold: (values, count) => extreme(values, count, -1) },
  { name: 'MAX', input: 'number', output: 'number', fold: (values, count) => extreme(values, count, 1) },
  { name: 'GEOMETRIC_MEAN', input: 'number', output: 'number', fold: geometricMean },
];

/** The built-in aggregators and those that a host has registered, for a model. Throws when two have one name, or one has none. */
export function registryOf(registered: readonly Aggregator[]): readonly Aggregator[] {
  const all = [...builtInAggregators, ...registered];
  const names = new Set<string>();
  for (const { name } of all) {
    if (name === '') throw new EdictError('aggregator', 'an aggregator has no name; register each under a name');
    if (names.has(name)) {
      const isBuiltIn = builtInAggregators.some((each) => each.name === name);
      throw new EdictError('aggregator', `there are two aggregators ${name}${isBuiltIn ? ', of which one is built in' : ''}; register each under a name of its own`, name);
    }
    names.add(name);
  }
  return all;
}

function countTrue(values: Float64Array, count: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (values[i] !== 0) found++;
  return found;
}

function sum(values: Float64Array, count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) total = total + values[i] | 0;
  return total;
}

function extreme(values: Float64Array, count: number, sign: 1 | -1): number {
  if (count === 0) return 0;
  let best = values[0];
  for (let i = 1; i < count; i++) if (sign * values[i] > sign * best) best = values[i];
  return best;
}
