import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Aggregator } from '../../src/model/model.js';
import { builtInAggregators, geometricMean, registryOf } from '../../src/state/aggregators.js';
import { propertyRuns } from '../support/choices.js';
import { refusal } from '../support/errors.js';

function fold(name: string, ...values: number[]): number {
  const found = builtInAggregators.find((each) => each.name === name);
  if (found === undefined) throw new Error(`there is no aggregator ${name}`);
  return found.fold(Float64Array.from(values), values.length);
}

const most = 2 ** 31 - 1;

describe('the built-in aggregators', () => {
  it('have a value for nothing', () => {
    expect(builtInAggregators.map(({ name }) => [name, fold(name)])).toEqual([
      ['AND', 1],
      ['OR', 0],
      ['NUM', 0],
      ['SUM', 0],
      ['MEAN', 0],
      ['MIN', 0],
      ['MAX', 0],
      ['GEOMETRIC_MEAN', 0],
    ]);
  });

  it('fold truth', () => {
    expect([fold('AND', 1, 1), fold('AND', 1, 0), fold('OR', 0, 0), fold('OR', 0, 1), fold('NUM', 1, 0, 1)]).toEqual([
      1, 0, 0, 1, 2,
    ]);
  });

  it('fold whole numbers of 32 bits', () => {
    expect([fold('SUM', 3, -5), fold('SUM', most, 1), fold('SUM', most, 1, -1)]).toEqual([-2, -most - 1, most]);
    expect([fold('MEAN', 3, 4), fold('MEAN', -3, -4), fold('MEAN', most, 1), fold('MEAN', 0, -1)]).toEqual([
      3,
      -3,
      -(2 ** 30),
      0,
    ]);
    expect([fold('MIN', 3, -5, 4), fold('MAX', 3, -5, 4), fold('MAX', -3, -5)]).toEqual([-5, 4, -3]);
    expect([
      fold('GEOMETRIC_MEAN', 2, 8),
      fold('GEOMETRIC_MEAN', 2, 9),
      fold('GEOMETRIC_MEAN', 5, 0),
      fold('GEOMETRIC_MEAN', -2, -8),
    ]).toEqual([4, 4, 0, 0]);
  });

  it('look at no more values than they are told of', () => {
    for (const { fold: own } of builtInAggregators)
      expect(own(Float64Array.of(1, 1, 0, 7), 2)).toBe(own(Float64Array.of(1, 1), 2));
  });
});

/** The largest whole number whose power is at most the product, looked for by halving. */
function slowly(values: readonly number[]): number {
  const product = values.reduce((all, value) => all * BigInt(value), 1n);
  let [low, high] = [0n, 2n ** 31n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (middle ** BigInt(values.length) <= product) low = middle;
    else high = middle;
  }
  return Number(low);
}

describe('the geometric mean', () => {
  const positive = fc.oneof(
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: most }),
    fc.integer({ min: most - 3, max: most }),
  );

  it('is exact', () => {
    fc.assert(
      fc.property(fc.array(positive, { minLength: 1, maxLength: 40 }), (values) => {
        expect(geometricMean(Float64Array.from(values), values.length)).toBe(slowly(values));
      }),
      propertyRuns(300),
    );
  });

  it('is exact where the root is a whole number, or one off it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40_000 }),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(-1, 0, 1),
        (root, pairs, off) => {
          const values = Array.from({ length: pairs }, (_, i) =>
            i % 2 === 0 ? [root, root] : [root * root, 1],
          ).flat();
          values[0] = Math.max(1, values[0] + off);
          expect(geometricMean(Float64Array.from(values), values.length)).toBe(slowly(values));
        },
      ),
      propertyRuns(300),
    );
  });

  it('takes what is no whole number for some number', () => {
    expect([
      fold('GEOMETRIC_MEAN', Number.NaN, 4),
      fold('GEOMETRIC_MEAN', 0.5, 8),
      fold('GEOMETRIC_MEAN', 2.5, 2.5),
      fold('GEOMETRIC_MEAN', 1e300, 1e300),
    ]).toEqual([0, 0, 2, most]);
  });

  it('tells products apart that logarithms do not', () => {
    // 2^28 and 2^30 have 2^29 between them; one factor more decides by a part in 2^29 of one of 4,001.
    const even = Array.from({ length: 4000 }, (_, i) => (i % 2 === 0 ? 2 ** 28 : 2 ** 30));
    const mean = (last: number): number => geometricMean(Float64Array.from([...even, last]), 4001);
    expect([mean(2 ** 29 - 1), mean(2 ** 29), mean(2 ** 29 + 1)]).toEqual([2 ** 29 - 1, 2 ** 29, 2 ** 29]);
  });
});

describe('a registry', () => {
  const own: Aggregator = { name: 'OWN', input: 'number', output: 'number', fold: () => 7 };

  it('has what is built in, and what the host adds after it', () => {
    expect(registryOf([])).toEqual(builtInAggregators);
    expect(registryOf([own]).at(-1)).toBe(own);
  });

  it('refuses two of one name, and none', () => {
    expect(refusal(() => registryOf([own, { ...own }])).message).toContain('there are two aggregators OWN;');
    expect(refusal(() => registryOf([{ ...own, name: 'SUM' }])).message).toContain(
      'two aggregators SUM, of which one is built in',
    );
    expect(refusal(() => registryOf([{ ...own, name: '' }])).code).toBe('aggregator');
  });

  it.each([
    [null, 'aggregators is null; expected a list of aggregators'],
    ['X', 'aggregators is "X"; expected a list of aggregators'],
    [[own, null], 'aggregators[1] is null; expected an aggregator: an object with name, input, output and fold'],
    [['X'], 'aggregators[0] is "X"; expected an aggregator: an object with name, input, output and fold'],
    [[{ ...own, name: 7 }], 'aggregators[0].name is 7; expected a text'],
    [[{ name: 'X' }], 'input of aggregators[0] (X) is missing; expected "boolean" or "number"'],
    [[{ ...own, output: 'text' }], 'output of aggregators[0] (OWN) is "text"; expected "boolean" or "number"'],
    [[{ ...own, fold: {} }], 'fold of aggregators[0] (OWN) is an object; expected a function of (values, count)'],
    [[{ ...own, fold: undefined }], 'fold of aggregators[0] (OWN) is missing; expected a function of (values, count)'],
  ])('refuses %j, which is none', (given, message) => {
    const refused = refusal(() => registryOf(given as never));
    expect([refused.code, refused.message]).toEqual(['aggregator', `edict: ${message}`]);
  });
});
