import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstPlaces } from '../../../src/match/pairs/first-places.js';

test('the first places are those of a stable sort, of any range', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(-1, -0, 0, 1, 2, Infinity), { maxLength: 40 }),
      fc.nat(10),
      fc.nat(50),
      (list, from, most) => {
        const keys = Float64Array.from(list);
        const begin = Math.min(from, list.length);
        const into = new Int32Array(60).fill(-1);
        const count = firstPlaces(keys, begin, list.length, most, into);
        const sorted = list
          .map((_, place) => place)
          .slice(begin)
          .sort((a, b) => (keys[a] < keys[b] ? -1 : keys[a] > keys[b] ? 1 : a - b))
          .slice(0, most);
        expect([...into.subarray(0, count)]).toEqual(sorted);
      },
    ),
  );
});
