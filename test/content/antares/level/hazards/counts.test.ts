import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { orders, type Order } from '../../../../../src/content/antares/syntax.js';
import { always, hazardsOf, loadPlain, type Plain } from '../../../../support/level-values.js';
import { heavy } from '../../../../support/heavy.js';

const count = (op: Order, value: number, of: readonly Plain[]): Plain => ({ type: 'count', op, value, of });
const hazards = (when: Plain): string[] =>
  hazardsOf(loadPlain([{ when }])).map((each) => each.replace('conditions[0].', ''));

const holds: { readonly [op in Order]: (a: number, b: number) => boolean } = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  gt: (a, b) => a > b,
  le: (a, b) => a <= b,
  ge: (a, b) => a >= b,
};

describe('a count', () => {
  it('is a hazard just where all numbers that it can have compare alike', () => {
    fc.assert(
      fc.property(fc.constantFrom(...orders), fc.integer({ min: -2, max: 6 }), fc.nat(4), (op, value, length) => {
        const outcomes = new Set(Array.from({ length: length + 1 }, (_, many) => holds[op](many, value)));
        expect(
          hazards(
            count(
              op,
              value,
              Array.from({ length }, () => always),
            ),
          ),
        ).toEqual(outcomes.size === 1 ? ['count-constant when'] : []);
      }),
      { numRuns: heavy(63, 500) },
    );
  });

  it('says which of both it is, and why', () => {
    const message = (when: Plain): string => loadPlain([{ when }]).hazards[0].message;
    expect(message(count('ge', 5, []))).toBe(
      'this can never be true: a count of nothing is always 0, and `ge` compares it with 5',
    );
    expect(message(count('le', 2, [always, always]))).toBe(
      'this can only be true: a count of 2 is from 0 to 2, and `le` compares it with 2',
    );
  });

  it('is found in counts', () => {
    expect(hazards(count('ge', 1, [always, count('gt', 1, [always])]))).toEqual(['count-constant when.of[1]']);
  });
});
