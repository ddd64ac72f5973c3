import { expect, test } from 'vitest';
import { createNameIndex } from '../../../src/content/native/load-context.js';

/** A list that counts how often a name in it is read. */
function countingList(names: readonly string[]) {
  const reads = { count: 0 };
  const list = names.map((name) => ({
    get name() {
      reads.count += 1;
      return name;
    },
  }));
  return { list, reads };
}

test('finds the first of a name, or none', () => {
  const index = createNameIndex();
  const list = [{ name: 'a' }, { name: 'b' }, { name: 'a' }];
  expect([index.placeIn(list, 'a'), index.placeIn(list, 'b'), index.placeIn(list, 'c')]).toEqual([0, 1, -1]);
  expect([index.find(list, 'b'), index.find(list, 'c')]).toEqual([list[1], undefined]);
  expect([index.placeIn(['x', 'y'], 'y'), index.placeIn([], 'y')]).toEqual([1, -1]);
});

test('reads a list once, however often it is asked', () => {
  const { list, reads } = countingList(Array.from({ length: 100 }, (_, i) => `n${i}`));
  const index = createNameIndex();
  for (let i = 0; i < 200; i++) index.placeIn(list, `n${i}`);
  expect(reads.count).toBe(100);
});
