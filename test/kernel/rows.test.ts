import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ColumnArray } from '../../src/kernel/arena.js';
import { clearRows, rowsOf, writeRows } from '../../src/kernel/rows.js';

const idLists = fc
  .array(fc.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 12 })), { maxLength: 6 })
  .map((runs) => [...new Set(runs.flatMap(([from, count]) => Array.from({ length: count }, (_, i) => from + i)))])
  .map((ids) => ids.sort((a, b) => a - b));

const columns = fc.constantFrom<(length: number) => ColumnArray>(
  (length) => new Float64Array(length),
  (length) => new Float32Array(length),
  (length) => new Int32Array(length),
  (length) => new Uint32Array(length),
  (length) => new Uint8Array(length),
);

const rowCount = 60;

describe('rows', () => {
  test('of consecutive ids are runs, unless these are short', () => {
    expect(rowsOf([]).runs).toBeUndefined();
    expect(rowsOf([3]).runs).toEqual([0, 1]);
    const two = [...Array.from({ length: 9 }, (_, i) => i + 2), ...Array.from({ length: 9 }, (_, i) => i + 20)];
    expect(rowsOf(two).runs).toEqual([0, 9, 18]);
    expect(rowsOf([1, 3, 5, 7]).runs).toBeUndefined();
  });

  test('are cleared as one by one', () => {
    fc.assert(
      fc.property(idLists, columns, fc.integer({ min: 1, max: 3 }), fc.boolean(), (ids, make, width, isHeld) => {
        const column = make(rowCount * width);
        if (isHeld) for (let at = 0; at < column.length; at += 1 + (at % 3)) column[at] = -0 + (at % 5);
        const expected = column.slice();
        let held = false;
        for (const id of ids) {
          for (let at = id * width; at < (id + 1) * width; at++) {
            held ||= !Object.is(expected[at], 0);
            expected[at] = 0;
          }
        }
        expect(clearRows(column, width, rowsOf(ids))).toBe(held);
        expect(column).toEqual(expected);
      }),
    );
  });

  test('are written as one by one', () => {
    const values = fc.constantFrom<(length: number) => number | ArrayLike<number>>(
      () => 3.7,
      (length) => Float64Array.from({ length }, (_, i) => i * 1.5 - 7),
      (length) => Array.from({ length }, (_, i) => 300 - i),
      (length) => Uint32Array.from({ length }, (_, i) => i),
    );
    fc.assert(
      fc.property(idLists, columns, values, (ids, make, valuesFor) => {
        const [column, expected] = [make(rowCount).fill(9), make(rowCount).fill(9)];
        const value = valuesFor(ids.length);
        ids.forEach((id, i) => (expected[id] = typeof value === 'number' ? value : value[i]));
        writeRows(column, rowsOf(ids), value);
        expect(column).toEqual(expected);
      }),
    );
  });
});
