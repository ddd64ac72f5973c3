import fc from 'fast-check';
import type { Document, Policy } from './document.js';
import { initialCount, level, levelShape } from './random-level.js';
import { conditionsOf } from './random-conditions.js';
import { hostOf } from './random-host.js';

/** Levels at random in the `conditions/1` form, with what a host says. In `compat` they name what there is not, too. */
export function caseOf(policy: Policy): fc.Arbitrary<Document> {
  return fc
    .record({
      seats: fc.integer({ min: 1, max: 4 }),
      isDiagonal: fc.boolean(),
      isAboutDelays: fc.boolean(),
      count: fc.integer({ min: 1, max: 9 }),
    })
    .chain(({ seats, isDiagonal, isAboutDelays, count }) => {
      const shape = { policy, seats, isDiagonal, isAboutDelays, conditions: count, initials: initialCount };
      return fc
        .record({
          start: fc.option(fc.constantFrom('1s', '2s', '3s', '10s'), { freq: 3, nil: undefined }),
          until: fc.constantFrom(0, 0, 90, 180, 270),
        })
        .chain(({ start, until }) =>
          fc.record({
            policy: fc.constant(policy),
            until: fc.constant(until),
            level: level(shape, start),
            conditions: conditionsOf(shape),
            host: hostOf(levelShape(shape, start, until)),
          }),
        );
    });
}
