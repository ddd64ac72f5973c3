import fc from 'fast-check';
import { expect, test } from 'vitest';
import { power } from '../../src/kernel/power.js';
import { propertyRuns } from '../support/choices.js';

test('exact cases are exact', () => {
  expect([power(2, 10), power(9, 0.5), power(5, 0), power(0, 0), power(2, -1), power(-2, 3)]).toEqual([
    1024, 3, 1, 1, 0.5, -8,
  ]);
  expect(power(-1, 0.5)).toBeNaN();
  expect(power(0, -1)).toBe(Infinity);
});

test('what is rounded is rounded once', () => {
  expect([power(1.1, 4), power(10, -5), power(1.5, 35), power(1.05, 10), power(-1.1, 25)]).toEqual([
    1.4641000000000004, 1e-5, 1456109.6060497134, 1.628894626777442, -10.834705943388395,
  ]);
});

test.each([
  [NaN, 0, 1],
  [Infinity, 0, 1],
  [NaN, 1, NaN],
  [1, NaN, NaN],
  [1, Infinity, NaN],
  [-1, -Infinity, NaN],
  [0, 3, 0],
  [-0, 3, -0],
  [-0, 2, 0],
  [-0, -3, -Infinity],
  [-0, 0.5, 0],
  [Infinity, -2, 0],
  [-Infinity, 3, -Infinity],
  [-Infinity, 0.5, Infinity],
  [Infinity, 0.5, Infinity],
  [-4, 0.5, NaN],
  [-8, 1 / 3, NaN],
  [2, 1024, Infinity],
  [2, 1023, 2 ** 1023],
  [2, -1074, Number.MIN_VALUE],
  [2, -1075, 0],
  [10, 308, 1e308],
  [10, -308, 1e-308],
  [Number.MIN_VALUE, 1, Number.MIN_VALUE],
  [1e300, 1, 1e300],
  [1e300, 2, Infinity],
  [Number.MIN_VALUE, 0.5, 2 ** -537],
] as const)('%d to the power %d is %d', (base, exponent, expected) => {
  expect(power(base, exponent)).toBe(expected);
});

/** The double nearest to a quotient of positive big integers; of two the even one. */
function nearest(above: bigint, below: bigint): number {
  const shift = above.toString(2).length - below.toString(2).length - 60;
  const [numerator, denominator] = shift > 0 ? [above, below << BigInt(shift)] : [above << BigInt(-shift), below];
  // What is cut off below 60 bits is marked by a last one, so that nothing looks like a half that is none.
  const quotient = (numerator / denominator) * 2n + (numerator % denominator === 0n ? 0n : 1n);
  return Number(quotient) * 2 ** (shift - 1);
}

/** A double of some size as a quotient of big integers. */
function quotientOf(value: number): readonly [bigint, bigint] {
  let [rest, scale] = [value, 1n];
  while (!Number.isInteger(rest)) [rest, scale] = [rest * 2, scale * 2n];
  return [BigInt(rest), scale];
}

test('whole exponents give the nearest double', () => {
  const base = fc.oneof(
    fc.integer({ min: 1, max: 2000 }).map((value) => value / 10),
    fc.double({ min: 0.01, max: 100, noNaN: true }),
    fc.integer({ min: 1, max: 99 }),
  );
  fc.assert(
    fc.property(base, fc.integer({ min: -110, max: 110 }), fc.boolean(), (value, exponent, isNegative) => {
      const [above, below] = quotientOf(value);
      const steps = BigInt(Math.abs(exponent));
      const size = exponent < 0 ? nearest(below ** steps, above ** steps) : nearest(above ** steps, below ** steps);
      expect(power(isNegative ? -value : value, exponent)).toBe(isNegative && exponent % 2 !== 0 ? -size : size);
    }),
    propertyRuns(2000),
  );
});

/** The double next to a positive one. */
function neighbour(value: number, step: 1 | -1): number {
  const bits = new BigInt64Array(1);
  const double = new Float64Array(bits.buffer);
  double[0] = value;
  bits[0] += BigInt(step);
  return double[0];
}

/** Half of the sum of two doubles, to a power, against a quotient: below 0, 0 or above it. */
function compareHalf(a: number, b: number, power4: bigint, [above, below]: readonly [bigint, bigint]): bigint {
  const [[aAbove, aBelow], [bAbove, bBelow]] = [quotientOf(a), quotientOf(b)];
  const [half, scale] = [aAbove * bBelow + bAbove * aBelow, 2n * aBelow * bBelow];
  return half ** power4 * below - above * scale ** power4;
}

test('exponents with a fraction give the nearest double', () => {
  expect([power(2, 1.5), power(0.2, -7.5), power(2, 1 / 3), power(10, -0.25)]).toEqual([
    2.8284271247461903, 174692.810742171, 1.2599210498948732, 0.5623413251903491,
  ]);
  const base = fc.oneof(
    fc.integer({ min: 1, max: 2000 }).map((value) => value / 10),
    fc.double({ min: 0.001, max: 1000, noNaN: true }),
    fc.double({ min: 0.999, max: 1.001, noNaN: true }),
  );
  fc.assert(
    fc.property(base, fc.integer({ min: -60, max: 60 }), (value, quarters) => {
      const made = power(value, quarters / 4);
      const [above, below] = quotientOf(value);
      const steps = BigInt(Math.abs(quarters));
      const exact =
        quarters < 0 ? ([below ** steps, above ** steps] as const) : ([above ** steps, below ** steps] as const);
      expect(compareHalf(made, neighbour(made, 1), 4n, exact) >= 0n).toBe(true);
      expect(compareHalf(made, neighbour(made, -1), 4n, exact) <= 0n).toBe(true);
    }),
    propertyRuns(2000),
  );
});

test('powers of one number are the same however often and in what order they are asked for', () => {
  const bases = [0.95, -1.5, 0, -0, 1e300, Infinity, NaN, 3];
  const exponents = [...Array(20).keys(), -1, -3, 0.5, 2.5];
  const once = bases.map((base) => exponents.map((exponent) => [power(NaN, 1), power(base, exponent)][1]));
  const again = bases.map((base) => {
    for (const exponent of exponents) power(base, exponent);
    return [...exponents].reverse().map((exponent) => power(base, exponent));
  });
  expect(again.map((row) => [...row].reverse())).toEqual(once);
});
