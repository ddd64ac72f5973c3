import { describe, expect, it } from 'vitest';
import { rawCash, round256 } from '../../../../src/content/antares/level/level-units.js';

describe('round256', () => {
  it.each([
    [0, 0],
    [1, 256],
    [-1, -256],
    [0.5 / 256, 1],
    [-0.5 / 256, -1],
    [1.5 / 256, 2],
    [2.5 / 256, 3],
    [-2.5 / 256, -3],
    [0.49 / 256, 0],
    [0.004, 1],
    [0.001, 0],
    [-0.001, 0],
    // Just below a half: adding one half would carry it over.
    [0.49999999999999994 / 256, 0],
    [2 ** 44 + 1, (2 ** 44 + 1) * 256],
  ])('%d is %d', (value, expected) => {
    expect(round256(value)).toBe(expected);
  });

  it('gives cash in raw units', () => {
    expect([rawCash(25), rawCash(0.5), rawCash(0.004), rawCash(-1000), rawCash(-0.001)]).toEqual([
      1_280_000, 25_600, 200, -51_200_000, 0,
    ]);
  });
});
