import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listBits, listShared, wordsFor } from '../../bench/scope/columnar/bitsets.js';
import { createGroups, groupRows } from '../../bench/scope/columnar/groups.js';
import {
  addLevels,
  clearLists,
  closeList,
  createTargetLists,
  openList,
  targetsOf,
} from '../../bench/scope/columnar/target-lists.js';

const size = 100;
const membersOf = fc.uniqueArray(fc.integer({ min: 0, max: size - 1 })).map((members) => members.sort((a, b) => a - b));

function bitsOf(members: readonly number[]): Int32Array {
  const bits = new Int32Array(wordsFor(size));
  for (const member of members) bits[member >> 5] |= 1 << (member & 31);
  return bits;
}

describe('bitsets', () => {
  it('list their members, and what two share', () => {
    fc.assert(
      fc.property(membersOf, membersOf, (a, b) => {
        const ids = new Int32Array(size + 1);
        expect([...ids.subarray(1, listBits(ids, 1, bitsOf(a), 0, wordsFor(size)))]).toEqual(a);
        const both = a.filter((member) => b.includes(member));
        expect([...ids.subarray(0, listShared(ids, 0, bitsOf(a), 0, bitsOf(b), 0, wordsFor(size)))]).toEqual(both);
      }),
    );
  });
});

describe('groups', () => {
  it('hold the rows of each key, ascending', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 50 }), (keys) => {
        const groups = createGroups(7, keys.length);
        // Twice: they are built again each turn.
        for (let turn = 0; turn < 2; turn++) groupRows(groups, Int32Array.from(keys));
        for (let key = 0; key < 7; key++) {
          expect([...groups.rows.subarray(groups.starts[key], groups.starts[key + 1])]).toEqual(
            [...keys.keys()].filter((row) => keys[row] === key),
          );
        }
      }),
    );
  });
});

describe('target lists', () => {
  it('grow, are shared, and give each target the level of each source', () => {
    const lists = createTargetLists(3, 2);
    clearLists(lists);
    for (const [list, members] of [
      [0, Array.from({ length: 3_000 }, (_, i) => i)],
      [1, [5, 9]],
    ] as const) {
      expect(openList(lists, members.length)).toBe(list);
      lists.ids.set(members, lists.length);
      closeList(lists, list, lists.length + members.length);
    }
    lists.listOf.set([1, 0, 1]);
    expect([...targetsOf(lists, 2)]).toEqual([5, 9]);
    const meter = new Float64Array(3_000);
    addLevels(meter, lists, Float64Array.of(1, 10, 100));
    expect([...meter.subarray(4, 10)]).toEqual([10, 111, 10, 10, 10, 111]);
    expect(meter[2_999]).toBe(10);
  });
});
