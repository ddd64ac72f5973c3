import { describe, expect, test } from 'vitest';
import { normalOf, poissonOf } from '../../src/kernel/chances.js';
import { logarithm } from '../../src/kernel/exponentials.js';
import { beginDraw, endDraw, foldDraw } from '../../src/kernel/random.js';
import { heavy } from '../support/heavy.js';

const count = heavy(20_000, 200_000);

/** Uniform numbers of a site, as rules draw them. */
function uniforms(site: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => {
    const key = beginDraw(26, 1);
    foldDraw(key, site);
    foldDraw(key, i);
    return endDraw(key);
  });
}

function momentsOf(values: readonly number[]): { readonly mean: number; readonly variance: number } {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length };
}

/** Chi-square of counts, less its degrees of freedom, in standard deviations. */
function excess(counts: readonly number[], expected: readonly number[]): number {
  const sum = counts.reduce((all, each, i) => all + (each - expected[i]) ** 2 / expected[i], 0);
  const degrees = counts.length - 1;
  return (sum - degrees) / Math.sqrt(2 * degrees);
}

/** Six standard deviations: a right generator exceeds it once in a hundred million seeds. */
const bound = 6;

describe('normal numbers', () => {
  /** By mpmath, with 300 bits: a uniform number, and the quantile of the middle of its step. */
  test.each([
    [0, -8.292361075813595],
    [2 ** -40, -7.04769176138319],
    [0.001, -3.090232306167797],
    [0.07, -1.4757910281791702],
    [0.25, -0.6744897501960816],
    [0.5, 1.3914582123358836e-16],
    [0.9, 1.2815515655446008],
    [0.999999, 4.753424308828306],
    [1 - 2 ** -53, 8.292361075813595],
  ])('of %d is %d', (uniform, expected) => {
    expect(Math.abs(normalOf(uniform) / expected - 1)).toBeLessThan(5e-16);
  });

  test('grow with the uniform number', () => {
    let last = -Infinity;
    for (let i = 0; i < 4096; i++) {
      const value = normalOf(i / 4096);
      expect(value).toBeGreaterThan(last);
      last = value;
    }
  });

  test('have mean 0, variance 1 and the probabilities of the distribution', () => {
    const values = uniforms(1).map(normalOf);
    const { mean, variance } = momentsOf(values);
    expect(Math.abs(mean)).toBeLessThan(bound / Math.sqrt(count));
    expect(Math.abs(variance - 1)).toBeLessThan(bound * Math.sqrt(2 / count));
    // Quantiles of the tenths, from tables.
    const tenths = [-1.2815515655, -0.8416212336, -0.5244005127, -0.2533471031, 0];
    const ends = [
      ...tenths,
      ...tenths
        .slice(0, 4)
        .map((end) => -end)
        .reverse(),
      Infinity,
    ];
    const counts = ends.map(() => 0);
    for (const value of values) counts[ends.findIndex((end) => value < end)]++;
    expect(
      Math.abs(
        excess(
          counts,
          ends.map(() => count / 10),
        ),
      ),
    ).toBeLessThan(bound);
  });
});

describe('exponential numbers', () => {
  test('have the mean and the variance of the distribution', () => {
    const { mean, variance } = momentsOf(uniforms(2).map((u) => -logarithm(1 - u)));
    expect(Math.abs(mean - 1)).toBeLessThan(bound / Math.sqrt(count));
    expect(Math.abs(variance - 1)).toBeLessThan(bound * Math.sqrt(8 / count));
  });
});

/** Probabilities of 0, 1, …, with what is more in the last. */
function probabilitiesOf(mean: number): readonly number[] {
  const most = Math.ceil(mean + 10 * Math.sqrt(mean) + 10);
  const logs = [-mean];
  for (let k = 1; k <= most; k++) logs.push(logs[k - 1] + Math.log(mean / k));
  return logs.map(Math.exp);
}

/** Neighbouring values together, so that each bin is met often enough. */
function excessOf(values: readonly number[], probabilities: readonly number[]): number {
  const counts = new Array<number>(probabilities.length).fill(0);
  for (const value of values) counts[Math.min(value, counts.length - 1)]++;
  const bins: [number, number][] = [[0, 0]];
  probabilities.forEach((probability, k) => {
    const last = bins[bins.length - 1];
    last[0] += counts[k];
    last[1] += probability * values.length;
    if (last[1] >= 20) bins.push([0, 0]);
  });
  const [restCount, restExpected] = bins.pop() ?? [0, 0];
  const last = bins[bins.length - 1];
  last[0] += restCount;
  last[1] += restExpected;
  return excess(
    bins.map(([found]) => found),
    bins.map(([, expected]) => expected),
  );
}

describe('Poisson numbers', () => {
  test.each([0.05, 0.5, 3, 9.9, 10, 10.5, 25, 111.3, 1000])('of mean %d have the probabilities of it', (mean) => {
    const values = uniforms(3 + mean).map((u) => poissonOf(mean, u));
    expect(values.every((value) => Number.isInteger(value) && value >= 0)).toBe(true);
    const { mean: found, variance } = momentsOf(values);
    expect(Math.abs(found - mean)).toBeLessThan(bound * Math.sqrt(mean / count));
    expect(Math.abs(variance - mean)).toBeLessThan(bound * Math.sqrt((mean + 2 * mean * mean) / count));
    expect(Math.abs(excessOf(values, probabilitiesOf(mean)))).toBeLessThan(bound);
  });

  test.each([1e6, 2 ** 30, 2 ** 30 + 1, 1e12])('of the large mean %d have its mean and variance', (mean) => {
    const { mean: found, variance } = momentsOf(uniforms(4).map((u) => (poissonOf(mean, u) - mean) / Math.sqrt(mean)));
    expect(Math.abs(found)).toBeLessThan(bound / Math.sqrt(count));
    expect(Math.abs(variance - 1)).toBeLessThan(bound * Math.sqrt(2 / count));
  });

  test('are there for the ends of uniform numbers, and of no mean are 0', () => {
    for (const uniform of [0, 2 ** -53, 0.5, 1 - 2 ** -53]) {
      for (const mean of [-1, 0, -Infinity, NaN]) expect(poissonOf(mean, uniform)).toBe(0);
      for (const mean of [Number.MIN_VALUE, 1e-9, 1, 9.999999, 10, 20, 1e3, 1e9, 2 ** 30, 2 ** 53, 1e300]) {
        const value = poissonOf(mean, uniform);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(Number.isInteger(value)).toBe(true);
        expect(Math.abs(value - mean)).toBeLessThanOrEqual(12 * Math.sqrt(mean) + 60);
      }
    }
    expect(poissonOf(Infinity, 0.5)).toBe(Infinity);
  });

  test('are the same as ever', () => {
    const values = [0.3, 4, 12, 500, 1e7, 1e11].map((mean) =>
      uniforms(5)
        .slice(0, 6)
        .map((u) => poissonOf(mean, u)),
    );
    expect(values).toMatchInlineSnapshot(`
      [
        [
          1,
          0,
          0,
          0,
          0,
          0,
        ],
        [
          6,
          2,
          2,
          2,
          2,
          5,
        ],
        [
          16,
          8,
          8,
          9,
          7,
          15,
        ],
        [
          525,
          477,
          475,
          481,
          469,
          516,
        ],
        [
          10003491,
          9996752,
          9996542,
          9997338,
          9995669,
          10002224,
        ],
        [
          100000308398,
          99999712146,
          99999694416,
          99999763236,
          99999626111,
          100000197855,
        ],
      ]
    `);
  });
});
