import { type Counts, minus, over, plus } from './integers.js';

/** What becomes of the values of all that is related. */
export interface Aggregator {
  readonly takes: 'bool' | 'int';
  readonly gives: 'bool' | 'int';
  fold(values: readonly number[], counts: Counts): number;
}

const sum = (values: readonly number[], counts: Counts): number =>
  values.reduce((total, value) => plus(total, value, counts), 0);
const mean = (values: readonly number[], counts: Counts): number =>
  values.length === 0 ? 0 : over(sum(values, counts), values.length, 0, counts);
const least = (values: readonly number[]): number => (values.length === 0 ? 0 : Math.min(...values));
const most = (values: readonly number[]): number => (values.length === 0 ? 0 : Math.max(...values));
const trueOnes = (values: readonly number[]): number => values.filter((value) => value === 1).length;

function geometricMean(values: readonly number[]): number {
  if (values.length === 0 || values.some((value) => value <= 0)) return 0;
  const product = values.reduce((total, value) => total * BigInt(value), 1n);
  const power = BigInt(values.length);
  let low = 0n;
  let high = 2n ** 31n;
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** power <= product) low = middle;
    else high = middle;
  }
  return Number(low);
}

/** Those that are always there. */
export const builtIn: Readonly<Partial<Record<string, Aggregator>>> = {
  AND: { takes: 'bool', gives: 'bool', fold: (values) => Number(values.every((value) => value === 1)) },
  OR: { takes: 'bool', gives: 'bool', fold: (values) => Number(values.includes(1)) },
  NUM: { takes: 'bool', gives: 'int', fold: trueOnes },
  SUM: { takes: 'int', gives: 'int', fold: sum },
  MEAN: { takes: 'int', gives: 'int', fold: mean },
  MIN: { takes: 'int', gives: 'int', fold: least },
  MAX: { takes: 'int', gives: 'int', fold: most },
  GEOMETRIC_MEAN: { takes: 'int', gives: 'int', fold: geometricMean },
};

/** Those that a case may register. */
export const registrable: Readonly<Partial<Record<string, Aggregator>>> = {
  TEST_RANGE: {
    takes: 'int',
    gives: 'int',
    fold: (values) => minus(most(values), least(values), { overflow: 0, divZero: 0 }),
  },
  TEST_MEDIAN_LOW: {
    takes: 'int',
    gives: 'int',
    fold: (values) => (values.length === 0 ? 0 : values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)]),
  },
  TEST_FIRST: { takes: 'int', gives: 'int', fold: (values) => (values.length === 0 ? 0 : values[0]) },
  TEST_MAJORITY: { takes: 'bool', gives: 'bool', fold: (values) => Number(trueOnes(values) * 2 > values.length) },
};
