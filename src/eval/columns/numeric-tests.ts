import type { NumericColumn, NumericTestLoop } from './numeric.js';
import type { ComparisonName } from './compare-numbers.js';

/**
 * Loops that compare numeric values. Every comparison is a function of its own, so that each is compiled for itself.
 */

/** Numbers that are equal are of other bits only where they are zeros of one class with other signs; NaN is NaN. */
function areEqual(a: NumericColumn, b: NumericColumn, row: number): boolean {
  const [left, right] = [a.numbers[row], b.numbers[row]];
  if (left === right) return left !== 0 || a.codes[row] !== b.codes[row] || 1 / left === 1 / right;
  return Number.isNaN(left) && Number.isNaN(right);
}

export const numericTestLoops: Readonly<Record<ComparisonName, NumericTestLoop>> = {
  '==': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = areEqual(a, b, row) ? 1 : 0;
  },
  '!=': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = areEqual(a, b, row) ? 0 : 1;
  },
  '<': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a.numbers[row] < b.numbers[row] ? 1 : 0;
  },
  '<=': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a.numbers[row] <= b.numbers[row] ? 1 : 0;
  },
  '>': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a.numbers[row] > b.numbers[row] ? 1 : 0;
  },
  '>=': (a, b, into, length) => {
    for (let row = 0; row < length; row++) into[row] = a.numbers[row] >= b.numbers[row] ? 1 : 0;
  },
};
