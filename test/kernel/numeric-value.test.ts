import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as numeric from '../../src/kernel/numeric-value.js';
import type { Numeric } from '../../src/kernel/numeric-value.js';
import { power } from '../../src/kernel/power.js';
import { propertyRuns } from '../support/choices.js';

/** An oracle: whole numbers as big integers, doubles as what the language has. */

const int = (value: number): Numeric => ({ value, whole: true });
const double = (value: number): Numeric => ({ value, whole: false });
const sameNumeric = (a: Numeric, b: Numeric): boolean => a.whole === b.whole && Object.is(a.value, b.value);
const wrapped = (value: bigint): Numeric => int(Number(BigInt.asIntN(32, value)));

const edges = [0, 1, -1, 2, -2, 3, 10, 46341, 65535, 65536, 2147483646, 2147483647, -2147483647, -2147483648];
const odd = [
  0,
  -0,
  0.5,
  -0.5,
  0.49999999999999994,
  1,
  -1,
  1.5,
  -1.5,
  2.5,
  2147483647,
  2147483647.5,
  2147483648,
  -2147483648,
  -2147483648.5,
  -2147483649,
  4294967297,
  2 ** 52 + 0.5,
  2 ** 52 + 1,
  2 ** 53,
  2 ** 63,
  2 ** 63 - 1024,
  -(2 ** 63),
  -(2 ** 63) - 2048,
  2 ** 64,
  1e300,
  -1e300,
  NaN,
  Infinity,
  -Infinity,
  Number.MIN_VALUE,
  -Number.MIN_VALUE,
  2.2250738585072014e-308,
];

const anyInt = fc.oneof(fc.constantFrom(...edges), fc.integer(), fc.integer({ min: -20, max: 20 })).map(int);
const anyDouble = fc
  .oneof(
    fc.constantFrom(...odd),
    fc.double(),
    fc.integer({ min: -40, max: 40 }).map((value) => value / 2),
  )
  .map(double);
const any = fc.oneof(anyInt, anyDouble);

type Two = (a: Numeric, b: Numeric) => Numeric;

function exact(ofInts: (a: bigint, b: bigint) => bigint, ofDoubles: (a: number, b: number) => number): Two {
  return (a, b) =>
    a.whole && b.whole ? wrapped(ofInts(BigInt(a.value), BigInt(b.value))) : double(ofDoubles(a.value, b.value));
}

const scaled = exact(
  (a, b) => a * b,
  (a, b) => a * b,
);

const twos: readonly (readonly [string, Two, Two])[] = [
  [
    'add',
    numeric.addNumeric,
    exact(
      (a, b) => a + b,
      (a, b) => a + b,
    ),
  ],
  [
    'subtract',
    numeric.subtractNumeric,
    exact(
      (a, b) => a - b,
      (a, b) => a - b,
    ),
  ],
  ['scale', numeric.scaleNumeric, scaled],
  [
    'multiply',
    numeric.multiplyNumeric,
    (a, b) => ((a.whole !== b.whole || !a.whole) && (a.value === 0 || b.value === 0) ? int(0) : scaled(a, b)),
  ],
  [
    'divide',
    numeric.divideNumeric,
    (a, b) =>
      a.whole && b.whole && b.value !== 0 && BigInt(a.value) % BigInt(b.value) === 0n
        ? wrapped(BigInt(a.value) / BigInt(b.value))
        : double(a.value / b.value),
  ],
  [
    'remainder',
    numeric.remainderNumeric,
    (a, b) =>
      a.whole && b.whole
        ? b.value === 0
          ? double(NaN)
          : wrapped(BigInt(a.value) % BigInt(b.value))
        : double(a.value % b.value),
  ],
  ['power', numeric.powerNumeric, (a, b) => double(power(a.value, b.value))],
  ['maximum', numeric.maximumNumeric, (r, x) => (r.value > x.value ? r : x)],
  ['minimum', numeric.minimumNumeric, (r, x) => (x.value < r.value ? x : r)],
];

function expectInRange({ value, whole }: Numeric): void {
  if (whole) expect(Object.is(value, value | 0), `${value} is an int`).toBe(true);
}

test.each(twos)('%s', (_name, found, oracle) => {
  const same = (a: Numeric, b: Numeric): void => {
    expect(found(a, b)).toEqual(oracle(a, b));
    expectInRange(found(a, b));
  };
  for (const a of [...edges.map(int), ...odd.map(double)])
    for (const b of [...edges.map(int), ...odd.map(double)]) same(a, b);
  fc.assert(fc.property(any, any, same), propertyRuns(2000));
});

/** A finite double as a quotient of big integers. */
function quotientOf(value: number): readonly [bigint, bigint] {
  let scale = 1n;
  let rest = value;
  while (!Number.isInteger(rest)) {
    rest *= 2;
    scale *= 2n;
  }
  return [BigInt(rest), scale];
}

function floorOf([above, below]: readonly [bigint, bigint]): bigint {
  const cut = above / below;
  return above < 0n && cut * below !== above ? cut - 1n : cut;
}

function held(value: bigint, bits: number): bigint {
  const most = 2n ** BigInt(bits - 1);
  return value >= most ? most - 1n : value < -most ? -most : value;
}

/** The nearest whole number below, of NaN 0, with what is infinite beyond everything. */
function floored(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  return Number.isFinite(value) ? floorOf(quotientOf(value)) : value > 0 ? 2n ** 2000n : -(2n ** 2000n);
}

function nearest(value: number): bigint {
  if (!Number.isFinite(value)) return floored(value);
  const [above, below] = quotientOf(value);
  return floorOf([2n * above + below, 2n * below]);
}

type One = (a: Numeric) => Numeric;

const ones: readonly (readonly [string, One, One])[] = [
  ['negate', numeric.negateNumeric, (a) => (a.whole ? wrapped(-BigInt(a.value)) : double(-a.value))],
  [
    'absolute',
    numeric.absoluteNumeric,
    (a) => (a.whole ? wrapped(a.value < 0 ? -BigInt(a.value) : BigInt(a.value)) : double(Math.abs(a.value))),
  ],
  ['floor', numeric.floorNumeric, (a) => int(Number(held(floored(a.value), 32)))],
  ['ceiling', numeric.ceilNumeric, (a) => int(Number(held(-floored(-a.value), 32)))],
  ['round', numeric.roundNumeric, (a) => wrapped(held(nearest(a.value), 64))],
];

test.each(ones)('%s', (_name, found, oracle) => {
  const same = (a: Numeric): void => {
    expect(found(a)).toEqual(oracle(a));
    expectInRange(found(a));
  };
  for (const a of [...edges.map(int), ...odd.map(double)]) same(a);
  fc.assert(fc.property(any, same), propertyRuns(3000));
});

test('powers of 1 and −1 to what has no sign or no end', () => {
  const power = (a: number, b: number): number => numeric.powerNumeric(int(a), double(b)).value;
  for (const [a, b] of [
    [1, NaN],
    [1, Infinity],
    [1, -Infinity],
    [-1, Infinity],
    [-1, -Infinity],
  ] as const)
    expect(power(a, b)).toBeNaN();
  expect(numeric.powerNumeric(double(NaN), int(0))).toEqual(double(1));
  expect(numeric.powerNumeric(int(0), int(0))).toEqual(double(1));
  expect(numeric.powerNumeric(int(2), int(10))).toEqual(double(1024));
});

/** The bits of a double, every NaN with the same ones. */
function bitsOf(value: number): bigint {
  return new BigUint64Array(Float64Array.of(Number.isNaN(value) ? NaN : value).buffer)[0];
}

test('comparisons', () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      const isEqual = a.whole === b.whole ? bitsOf(a.value) === bitsOf(b.value) : a.value === b.value;
      expect(numeric.compareNumeric('==', a, b)).toBe(isEqual);
      expect(numeric.compareNumeric('!=', a, b)).toBe(!isEqual);
      expect(numeric.compareNumeric('<', a, b)).toBe(a.value < b.value);
      expect(numeric.compareNumeric('<=', a, b)).toBe(a.value <= b.value);
      expect(numeric.compareNumeric('>', a, b)).toBe(a.value > b.value);
      expect(numeric.compareNumeric('>=', a, b)).toBe(a.value >= b.value);
      expect(sameNumeric(a, b)).toBe(a.whole === b.whole && bitsOf(a.value) === bitsOf(b.value));
    }),
    propertyRuns(5000),
  );
  expect(numeric.compareNumeric('==', double(NaN), double(NaN))).toBe(true);
  expect(numeric.compareNumeric('==', double(-0), double(0))).toBe(false);
  expect(numeric.compareNumeric('==', double(-0), int(0))).toBe(true);
  expect(numeric.compareNumeric('==', int(2), double(2))).toBe(true);
  expect(numeric.compareNumeric('>=', double(NaN), int(1))).toBe(false);
  expect(sameNumeric(int(2), double(2))).toBe(false);
});

test.each<[string, Numeric | undefined]>([
  ['0', int(0)],
  ['-0', int(0)],
  ['+7', int(7)],
  ['-999999', int(-999999)],
  ['1234567', int(1234567)],
  ['0000007', int(7)],
  ['12345678', double(12345678)],
  ['-1234567', double(-1234567)],
  ['00000007', double(7)],
  ['2147483648', double(2147483648)],
  [' 5', double(5)],
  ['5 ', double(5)],
  ['5.', double(5)],
  ['.5', double(0.5)],
  ['-.5', double(-0.5)],
  ['+1.5', double(1.5)],
  ['-0.0', double(-0)],
  ['1e3', double(1000)],
  ['1E-3', double(0.001)],
  ['.5e+1', double(5)],
  [' -1.25E2 ', double(-125)],
  ['1e400', double(Infinity)],
  ['NaN', double(NaN)],
  ['Infinity', double(Infinity)],
  ['+Infinity', double(Infinity)],
  ['-Infinity', double(-Infinity)],
  ['', undefined],
  [' ', undefined],
  ['+', undefined],
  ['.', undefined],
  ['1e', undefined],
  ['e1', undefined],
  ['1d', undefined],
  ['1.5f', undefined],
  ['0x10', undefined],
  ['0x1p3', undefined],
  ['1_000', undefined],
  ['1,5', undefined],
  ['1 2', undefined],
  ['- 1', undefined],
  ['--1', undefined],
  ['infinity', undefined],
  ['nan', undefined],
  ['A', undefined],
  ['1+1', undefined],
  ['٣', undefined],
])('the constant "%s"', (text, expected) => {
  expect(numeric.readConstantNumber(text)).toEqual(expected);
});

test.each<[Numeric, string]>([
  [int(5), '5'],
  [int(-2147483648), '-2147483648'],
  [int(0), '0'],
  [double(5), '5.0'],
  [double(0.5), '0.5'],
  [double(-0), '-0.0'],
  [double(0), '0.0'],
  [double(100), '100.0'],
  [double(9999999), '9999999.0'],
  [double(1e7), '1.0E7'],
  [double(12345678), '1.2345678E7'],
  [double(0.001), '0.001'],
  [double(0.0001), '1.0E-4'],
  [double(0.00001), '1.0E-5'],
  [double(1.5e-7), '1.5E-7'],
  [double(-1e21), '-1.0E21'],
  [double(1 / 3), '0.3333333333333333'],
  [double(NaN), 'NaN'],
  [double(Infinity), 'Infinity'],
  [double(-Infinity), '-Infinity'],
  [double(1.7976931348623157e308), '1.7976931348623157E308'],
])('%j is written %s', (value, text) => {
  expect(numeric.javaText(value)).toBe(text);
});

test('what is written reads back as the same number, and no other number has its text', () => {
  fc.assert(
    fc.property(any, any, (a, b) => {
      expect(sameNumeric(numeric.readJavaText(numeric.javaText(a)), a)).toBe(true);
      expect(numeric.javaText(a) === numeric.javaText(b)).toBe(sameNumeric(a, b));
    }),
    propertyRuns(3000),
  );
});
