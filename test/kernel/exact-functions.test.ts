import { describe, expect, test } from 'vitest';
import { arctangent, cosine, sine } from '../../src/kernel/angles.js';
import { binaryLogarithm, exponential, logarithm } from '../../src/kernel/exponentials.js';
import { hashBytes } from '../../src/kernel/hash.js';
import { power } from '../../src/kernel/power.js';
import { choicesOf } from '../support/choices.js';
import { nearestDoubles } from './nearest-doubles.js';

type Function = (a: number, b: number) => number;
const functions: Readonly<Record<string, Function>> = {
  sine,
  cosine,
  exponential,
  logarithm,
  binaryLogarithm,
  arctangent,
  power,
};

const bits = new DataView(new ArrayBuffer(8));

function doubleOf(hexadecimal: string): number {
  bits.setBigUint64(0, BigInt(`0x${hexadecimal}`));
  return bits.getFloat64(0);
}

/** Doubles in ascending order, by number. */
function numberOf(value: number): bigint {
  bits.setFloat64(0, value);
  const whole = bits.getBigInt64(0);
  return whole < 0n ? -(whole & 0x7fff_ffff_ffff_ffffn) : whole;
}

describe.each(Object.entries(nearestDoubles))('%s', (name, table) => {
  const cases = table
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' ').map(doubleOf));

  test('is less than a unit of the last place off', () => {
    const most = name === 'power' ? 0n : 1n;
    const off = cases.filter((numbers) => {
      const [a, b] = numbers;
      const apart = numberOf(functions[name](a, b)) - numberOf(numbers.at(-1) ?? NaN);
      return apart > most || apart < -most;
    });
    expect(off).toEqual([]);
    expect(cases.length).toBeGreaterThan(30);
  });

  test('is the nearest double nearly everywhere', () => {
    const right = cases.filter((numbers) => functions[name](numbers[0], numbers[1]) === numbers.at(-1));
    expect(right.length / cases.length).toBeGreaterThan(0.9);
  });
});

/** Arguments of all sizes and signs, the same in every run. */
function argumentsFor(count: number): readonly (readonly [number, number])[] {
  const choices = choicesOf(26);
  const any = (): number => {
    bits.setInt32(0, choices.between(-(2 ** 31), 2 ** 31 - 1));
    bits.setInt32(4, choices.between(-(2 ** 31), 2 ** 31 - 1));
    return bits.getFloat64(0);
  };
  const near = (): number => choices.between(-1_000_000, 1_000_000) / 2 ** choices.below(30);
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? [any(), any()] : [near(), near()]));
}

test('values are the same bits as ever', () => {
  const given = argumentsFor(4_000);
  const hashes = Object.entries(functions).map(([name, apply]) => {
    const values = Float64Array.from(given, ([a, b]) => apply(a, b) || 0);
    return [name, hashBytes(new Uint8Array(values.buffer))];
  });
  expect(Object.fromEntries(hashes)).toMatchInlineSnapshot(`
    {
      "arctangent": "a88af5e7da77d733",
      "binaryLogarithm": "7621f8dabacbcd2a",
      "cosine": "4a1d5d4834ad2791",
      "exponential": "9192875339e8fb54",
      "logarithm": "81413981f3c84ff9",
      "power": "0315c2291b235e0f",
      "sine": "d9c8c3a8d77a6b2e",
    }
  `);
});

describe('what has no value, and ends of the range', () => {
  test('of exponentials', () => {
    expect([-Infinity, -1e9, -746, 0, -0, 710, Infinity, NaN].map(exponential)).toEqual([
      0,
      0,
      0,
      1,
      1,
      Infinity,
      Infinity,
      NaN,
    ]);
  });

  test.each([
    ['to the base e', logarithm],
    ['to the base 2', binaryLogarithm],
  ])('of logarithms %s', (_, of) => {
    expect([-Infinity, -1, -5e-324, 0, -0, 1, Infinity, NaN].map(of)).toEqual([
      NaN,
      NaN,
      NaN,
      -Infinity,
      -Infinity,
      0,
      Infinity,
      NaN,
    ]);
  });

  test('powers of two have whole logarithms', () => {
    for (let i = -1074; i < 1024; i++) expect(binaryLogarithm(power(2, i))).toBe(i);
  });

  test('of arctangents, as Math.atan2 has them', () => {
    const numbers = [0, -0, 1, -1, 5e-324, -5e-324, Infinity, -Infinity, NaN];
    for (const y of numbers) for (const x of numbers) expect(arctangent(y, x), `${y} ${x}`).toBe(Math.atan2(y, x));
  });

  test('of powers, as Math.pow has them', () => {
    const numbers = [0, -0, 1, -1, 0.5, -0.5, 2, -2, 3, -3, 1e300, -1e300, 1e-300, 5e-324, Infinity, -Infinity, NaN];
    for (const base of numbers)
      for (const exponent of numbers) {
        const [made, known] = [power(base, exponent), base ** exponent];
        if (Math.abs(known) > 1e-307 && Math.abs(known) < 1e308) expect(made / known).toBeCloseTo(1, 14);
        else expect(made, `${base} ${exponent}`).toBe(known);
      }
  });
});
