import { describe, expect, test } from 'vitest';
import { repeating } from '../../src/events/frames/stack.js';

describe('what repeats itself at the end of a row', () => {
  test.each([
    [[1, 1, 1, 1], [1]],
    [[0, 1, 1, 1], [1]],
    [
      [0, 3, 2, 3, 2, 3, 2],
      [3, 2],
    ],
    [
      [0, 3, 2, 3, 2, 3],
      [3, 2],
    ],
    [
      [5, 1, 2, 3, 1, 2, 3, 1],
      [1, 2, 3],
    ],
    [
      [1, 2, 3],
      [1, 2, 3],
    ],
    [[], []],
  ])('of %j is %j', (row, cycle) => {
    expect(repeating(row)).toEqual(cycle);
  });
});
