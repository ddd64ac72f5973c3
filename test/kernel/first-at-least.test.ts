import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstAtLeast } from '../../src/kernel/first-at-least.js';

const ascending = fc
  .array(fc.integer({ min: -20, max: 20 }), { maxLength: 30 })
  .map((numbers) => numbers.sort((a, b) => a - b));

test.each([
  ['Int32Array', Int32Array],
  ['Float64Array', Float64Array],
] as const)('the first number that is not below another, of a part of ascending ones: %s', (_name, Numbers) => {
  fc.assert(
    fc.property(
      ascending,
      fc.integer({ min: -21, max: 21 }),
      fc.nat({ max: 30 }),
      fc.nat({ max: 30 }),
      (numbers, least, one, other) => {
        const [from, to] = [Math.min(one, other, numbers.length), Math.min(Math.max(one, other), numbers.length)];
        const place = numbers.slice(from, to).findIndex((number) => number >= least);
        expect(firstAtLeast(Numbers.from(numbers), least, from, to)).toBe(place < 0 ? to : from + place);
      },
    ),
  );
});

test('of equal ones it is the first, and of an empty part its end', () => {
  const numbers = Int32Array.of(1, 3, 3, 3, 9);
  expect([
    firstAtLeast(numbers, 3, 0, 5),
    firstAtLeast(numbers, 3, 2, 5),
    firstAtLeast(numbers, 10, 0, 5),
    firstAtLeast(numbers, 0, 4, 4),
  ]).toEqual([1, 2, 5, 4]);
});
