import { EdictError } from '../kernel/errors.js';
import { describe } from '../kernel/given.js';
import type { Aggregator } from '../model/model.js';

/**
 * The exact geometric mean, rounded down; 0 of none, and where any value is below 1. Linear time, except where doubles
 * cannot decide: then milliseconds for thousands of values.
 */
export function geometricMean(values: Float64Array, count: number): number {
  if (count === 0) return 0;
  for (let i = 0; i < count; i++) if (!(values[i] >= 1)) return 0;
  const product = productOf(values, count);
  let [low, high] = [1, beyondAll];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isAtMost(middle, product, values, count)) low = middle;
    else high = middle;
  }
  return low;
}

/** Above every whole number of 32 bits. */
const beyondAll = 2 ** 31;

/** `part` · `unit` ^ `units`, with a part from 1 to below the unit: products beyond the range of doubles. */
interface Scaled {
  part: number;
  units: number;
}

const unit = 2 ** 256;

function multiply(into: Scaled, part: number, units: number): void {
  into.part *= part;
  into.units += units;
  if (into.part < unit) return;
  // Exact: a power of two.
  into.part /= unit;
  into.units++;
}

function productOf(values: Float64Array, count: number): Scaled {
  const product = { part: 1, units: 0 };
  for (let i = 0; i < count; i++) multiply(product, values[i], 0);
  return product;
}

/** By squaring. */
function powerOf(base: number, exponent: number): Scaled {
  const power = { part: 1, units: 0 };
  const square = { part: base, units: 0 };
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) multiply(power, square.part, square.units);
    multiply(square, square.part, square.units);
  }
  return power;
}

function isAtMost(root: number, product: Scaled, values: Float64Array, count: number): boolean {
  const power = powerOf(root, count);
  const units = power.units - product.units;
  if (Math.abs(units) > 1) return units < 0;
  const ratio = (power.part / product.part) * (units === 0 ? 1 : units > 0 ? unit : 1 / unit);
  // Rounding lost less: half an epsilon per factor of the product, a whole one per factor of the power.
  if (Math.abs(ratio - 1) > 4 * (count + 4) * Number.EPSILON) return ratio < 1;
  return isExactlyAtMost(root, values, count);
}

/** Values equal to the root cancel out. */
function isExactlyAtMost(root: number, values: Float64Array, count: number): boolean {
  const others = Array.from(values.subarray(0, count)).filter((value) => value !== root);
  return (
    others.length === 0 ||
    exactPower(BigInt(root), others.length) <= exactProduct(others.map((value) => BigInt(Math.trunc(value))))
  );
}

function exactPower(base: bigint, exponent: number): bigint {
  let power = 1n;
  let square = base;
  for (let left = exponent; left > 0; left >>>= 1) {
    if ((left & 1) === 1) power *= square;
    if (left > 1) square *= square;
  }
  return power;
}

/** Pairwise: factors of like size multiply fastest. */
function exactProduct(factors: readonly bigint[]): bigint {
  let level = factors;
  while (level.length > 1) {
    const next: bigint[] = [];
    for (let i = 0; i < level.length; i += 2) next.push(i + 1 < level.length ? level[i] * level[i + 1] : level[i]);
    level = next;
  }
  return level[0];
}

/**
 * Aggregators of every host. Numbers are whole, of 32 bits; sums wrap; of nothing AND is true, OR false, all others
 * 0.
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

/** Throws where one is invalid or unnamed, or two have one name. */
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

/** Hosts may be untyped. */
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
  return new EdictError(
    'aggregator',
    `${where} is ${found === undefined ? 'missing' : describe(found)}; expected ${expected}`,
    culprit,
  );
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
