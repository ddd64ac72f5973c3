import { expect, test } from 'vitest';
import { comparisons, testOf } from '../../src/kernel/comparison.js';

test('each comparison passes what it says', () => {
  const passed = Object.fromEntries(
    comparisons.map((comparison) => [comparison, [1, 2, 3].filter((count) => testOf(comparison)(count, 2))]),
  );
  expect(passed).toEqual({ '==': [2], '!=': [1, 3], '<': [1], '<=': [1, 2], '>': [3], '>=': [2, 3] });
});
