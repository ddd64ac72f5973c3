import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cosine, sine } from '../../src/kernel/angles.js';
import { heavy } from '../support/heavy.js';

describe('sine and cosine', () => {
  test('are those of the platform but for the last places', () => {
    fc.assert(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), (angle) => {
        expect(Math.abs(sine(angle) - Math.sin(angle))).toBeLessThan(1e-14);
        expect(Math.abs(cosine(angle) - Math.cos(angle))).toBeLessThan(1e-14);
      }),
      { numRuns: heavy(250, 2_000) },
    );
  });

  test('are exact where nothing turns, and at a quarter', () => {
    expect([sine(0), cosine(0)]).toEqual([0, 1]);
    expect([sine(Math.PI / 2), sine(-Math.PI / 2), cosine(Math.PI), cosine(-Math.PI)]).toEqual([1, -1, -1, -1]);
  });

  test('stay between -1 and 1 for any angle, and are numbers', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (angle) => {
        for (const value of [sine(angle), cosine(angle)]) expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-15);
        expect(sine(angle) ** 2 + cosine(angle) ** 2).toBeCloseTo(1, 12);
      }),
      { numRuns: heavy(250, 2_000) },
    );
  });

  test('of what is not finite are none', () => {
    for (const angle of [Infinity, -Infinity, NaN]) expect([sine(angle), cosine(angle)]).toEqual([NaN, NaN]);
  });

  test('are the same bits as ever', () => {
    expect([0.1, 1, 2, 3, 4, 5, 6, 100].map((angle) => [sine(angle), cosine(angle)])).toMatchInlineSnapshot(`
      [
        [
          0.09983341664682815,
          0.9950041652780258,
        ],
        [
          0.8414709848078965,
          0.5403023058681398,
        ],
        [
          0.9092974268256817,
          -0.4161468365471424,
        ],
        [
          0.1411200080598672,
          -0.9899924966004454,
        ],
        [
          -0.7568024953079282,
          -0.6536436208636119,
        ],
        [
          -0.9589242746631385,
          0.28366218546322625,
        ],
        [
          -0.27941549819892586,
          0.960170286650366,
        ],
        [
          -0.5063656411097588,
          0.8623188722876839,
        ],
      ]
    `);
  });
});
