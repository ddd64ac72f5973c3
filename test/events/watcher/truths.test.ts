import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Comparison, comparisons, testOf } from '../../../src/kernel/comparison.js';
import { type NumberedGate, type Parts, type Truths, createTruths } from '../../../src/events/watcher/split.js';
import { propertyRuns } from '../../support/choices.js';

/** Parts of which the first `leaves` are no gates. */
function partsOf(leaves: number, gates: readonly NumberedGate[], conditions: readonly number[]): Parts {
  return { groups: [], alone: [], gates, conditions: Int32Array.from(conditions), count: leaves + gates.length };
}

const gate = (members: readonly number[], comparison: Comparison, value: number): NumberedGate => ({
  members,
  passes: testOf(comparison),
  value,
});
const isTrue = ({ triggers }: Truths, trigger: number): boolean =>
  ((triggers[trigger >>> 5] >>> (trigger & 31)) & 1) === 1;

describe('truths', () => {
  test('of gates follow what they count', () => {
    // Both of two leaves, and a count of that and a third one.
    const truths = createTruths(partsOf(3, [gate([0, 1], '==', 2), gate([3, 2], '>=', 1)], [4, 3]), 2);
    const seen = [0, 1, 2, 0].map((leaf) => {
      truths.turnOver(leaf);
      return [isTrue(truths, 0), isTrue(truths, 1)];
    });
    expect(seen).toEqual([
      [false, false],
      [true, true],
      [true, true],
      [true, false],
    ]);
  });

  test('begin with gates that are true of nothing, and what counts them', () => {
    const truths = createTruths(
      partsOf(1, [gate([0], '==', 0), gate([], '==', 0), gate([1, 2], '==', 2)], [1, 2, 3, 0]),
      4,
    );
    expect([0, 1, 2, 3].map((trigger) => isTrue(truths, trigger))).toEqual([true, true, true, false]);
    truths.turnOver(0);
    expect([0, 1, 2, 3].map((trigger) => isTrue(truths, trigger))).toEqual([false, true, false, true]);
  });

  test('count a leaf twice that a gate names twice', () => {
    const truths = createTruths(partsOf(1, [gate([0, 0], '==', 2)], [1]), 1);
    truths.turnOver(0);
    expect(isTrue(truths, 0)).toBe(true);
  });

  test('are of all triggers with one condition, also after the first 32', () => {
    const truths = createTruths(
      partsOf(
        2,
        [],
        Array.from({ length: 70 }, (_, trigger) => (trigger % 31 === 0 ? 1 : 0)),
      ),
      70,
    );
    truths.turnOver(1);
    expect(Array.from({ length: 70 }, (_, trigger) => trigger).filter((trigger) => isTrue(truths, trigger))).toEqual([
      0, 31, 62,
    ]);
    expect(truths.triggersOf(1)).toEqual([0, 31, 62]);
  });

  test('tell the triggers of which a part is part, once and in order', () => {
    const truths = createTruths(partsOf(2, [gate([0, 1], '>=', 1), gate([0, 2], '>=', 1)], [3, 1, 0, 2]), 4);
    expect(truths.triggersOf(0)).toEqual([0, 2, 3]);
    expect(truths.triggersOf(1)).toEqual([0, 1, 3]);
  });

  test('of any gates are what counting afresh finds', () => {
    const leaves = 6;
    const gates = fc
      .array(
        fc.record({
          members: fc.array(fc.nat(30), { maxLength: 4 }),
          passes: fc.constantFrom(...comparisons.map(testOf)),
          value: fc.integer({ min: -1, max: 4 }),
        }),
        { maxLength: 8 },
      )
      .map((drafts) =>
        drafts.map(
          (each, index): NumberedGate => ({
            ...each,
            members: each.members.map((member) => member % (leaves + index)),
          }),
        ),
      );
    fc.assert(
      fc.property(gates, fc.array(fc.nat(leaves - 1), { maxLength: 30 }), (given, turned) => {
        const parts = partsOf(
          leaves,
          given,
          Array.from({ length: leaves + given.length }, (_, part) => part),
        );
        const truths = createTruths(parts, parts.count);
        const expected = new Array<boolean>(leaves).fill(false);
        for (const leaf of turned) {
          truths.turnOver(leaf);
          expected[leaf] = !expected[leaf];
        }
        given.forEach(({ members, passes, value }, index) => {
          expected[leaves + index] = passes(members.filter((member) => expected[member]).length, value);
        });
        expect(Array.from(truths.parts, Boolean)).toEqual(expected);
        expect(expected.map((_, trigger) => isTrue(truths, trigger))).toEqual(expected);
      }),
      propertyRuns(200),
    );
  });
});
