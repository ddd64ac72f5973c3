import { expect, test } from 'vitest';
import { power } from '../../src/kernel/power.js';

test('exact cases are exact', () => {
  expect([power(2, 10), power(9, 0.5), power(5, 0), power(0, 0), power(2, -1), power(-2, 3)]).toEqual([1024, 3, 1, 1, 0.5, -8]);
  expect(power(-1, 0.5)).toBeNaN();
  expect(power(0, -1)).toBe(Infinity);
});
