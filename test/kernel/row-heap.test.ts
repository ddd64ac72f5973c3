import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addRow, clearRows, emptyRows, takeLeast } from '../../src/kernel/row-heap.js';
import { propertyRuns } from '../support/choices.js';

test('the lowest row comes first, whatever went in and out before; then none', () => {
  fc.assert(
    fc.property(fc.array(fc.option(fc.integer({ min: 1, max: 50 }))), (moves) => {
      const heap = emptyRows();
      const known = new Set<number>();
      for (const move of moves) {
        if (move === null) {
          const least = known.size === 0 ? 0 : Math.min(...known);
          expect(takeLeast(heap)).toBe(least);
          known.delete(least);
        } else if (!known.has(move)) {
          addRow(heap, move);
          known.add(move);
        }
      }
      const rest = Array.from(known, () => takeLeast(heap));
      expect([rest, takeLeast(heap)]).toEqual([[...known].sort((a, b) => a - b), 0]);
    }),
    propertyRuns(300),
  );
});

test('rows that are cleared are gone', () => {
  const heap = emptyRows();
  for (const row of [3, 1, 2]) addRow(heap, row);
  clearRows(heap);
  expect(takeLeast(heap)).toBe(0);
});
