import { EdictError } from '../kernel/errors.js';
import type { Aggregator } from '../model/aggregator.js';
import { geometricMean } from './geometric-mean.js';

/**
 * The aggregators that every host has. Numbers are whole numbers of 32 bits; sums wrap; of nothing AND is true, OR
 * false, all others 0.
 */
export const builtInAggregators: readonly Aggregator[] = [
  {
    name: 'AND',
    input: 'boolean',
    output: 'boolean',
    fold: (values, count) => (countTrue(values, count) === count ? 1 : 0),
  },
  { name: 'OR', input: 'boolean', output: 'boolean', fold: (values, count) => (countTrue(values, count) > 0 ? 1 : 0) },
  { name: 'NUM', input: 'boolean', output: 'number', fold: countTrue },
  { name: 'SUM', input: 'number', output: 'number', fold: sum },
  {
    name: 'MEAN',
    input: 'number',
    output: 'number',
    fold: (values, count) => (count === 0 ? 0 : (sum(values, count) / count) | 0),
  },
  { name: 'MIN', input: 'number', output: 'number', fold: (values, count) => extreme(values, count, -1) },
  { name: 'MAX', input: 'number', output: 'number', fold: (values, count) => extreme(values, count, 1) },
  { name: 'GEOMETRIC_MEAN', input: 'number', output: 'number', fold: geometricMean },
];

/**
 * The built-in aggregators and those that a host has registered, for a model. Throws where one is none, has no name, or
 * two have the same.
 */
export function registryOf(registered: readonly Aggregator[]): readonly Aggregator[] {
  checkRegistered(registered);
  const all = [...builtInAggregators, ...registered];
  const names = new Set<string>();
  for (const { name } of all) {
    if (names.has(name)) {
      const isBuiltIn = builtInAggregators.some((each) => each.name === name);
      throw new EdictError(
        'aggregator',
        `there are two aggregators ${name}${isBuiltIn ? ', of which one is built in' : ''}; register each under a name of its own`,
        name,
      );
    }
    names.add(name);
  }
  return all;
}

/** Hosts may be written without types. */
function checkRegistered(registered: unknown): void {
  if (!Array.isArray(registered)) throw refused('aggregators', registered, 'a list of aggregators');
  for (const [i, each] of (registered as readonly unknown[]).entries())
    checkAggregator(each, `aggregators[${String(i)}]`);
}

const types: readonly unknown[] = ['boolean', 'number'];

function checkAggregator(given: unknown, where: string): void {
  if (typeof given !== 'object' || given === null)
    throw refused(where, given, 'an aggregator: an object with name, input, output and fold');
  const { name, input, output, fold } = given as Partial<Record<keyof Aggregator, unknown>>;
  if (typeof name !== 'string') throw refused(`${where}.name`, name, 'a text');
  if (name === '') throw new EdictError('aggregator', `${where} has no name; register each under a name`);
  const named = `${where} (${name})`;
  if (!types.includes(input)) throw refused(`input of ${named}`, input, '"boolean" or "number"', name);
  if (!types.includes(output)) throw refused(`output of ${named}`, output, '"boolean" or "number"', name);
  if (typeof fold !== 'function') throw refused(`fold of ${named}`, fold, 'a function of (values, count)', name);
}

function refused(where: string, found: unknown, expected: string, culprit?: string): EdictError {
  return new EdictError('aggregator', `${where} is ${shown(found)}; expected ${expected}`, culprit);
}

function shown(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return String(value);
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}

function countTrue(values: Float64Array, count: number): number {
  let found = 0;
  for (let i = 0; i < count; i++) if (values[i] !== 0) found++;
  return found;
}

function sum(values: Float64Array, count: number): number {
  let total = 0;
  for (let i = 0; i < count; i++) total = (total + values[i]) | 0;
  return total;
}

function extreme(values: Float64Array, count: number, sign: 1 | -1): number {
  if (count === 0) return 0;
  let best = values[0];
  for (let i = 1; i < count; i++) if (sign * values[i] > sign * best) best = values[i];
  return best;
}
