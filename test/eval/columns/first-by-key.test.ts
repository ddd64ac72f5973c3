import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseFirst } from '../../../src/eval/ops/among.js';
import { propertyRuns } from '../../support/choices.js';

test('the first by keys and ids are those that sorting puts first, in that order', () => {
  const key = fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(-0, Infinity, -Infinity, 0.5));
  fc.assert(
    fc.property(fc.array(key, { maxLength: 40 }), fc.nat({ max: 45 }), fc.boolean(), (keys, wanted, turned) => {
      const ids = Int32Array.from(keys, (_, i) => 3 * i + 1);
      const most = Math.min(wanted, keys.length);
      const into = new Int32Array(keys.length);
      chooseFirst({ ids, length: keys.length }, Float64Array.from(keys), most, turned, into);
      const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1);
      const sorted = [...ids.keys()].sort((a, b) => (turned ? -1 : 1) * (order(keys[a], keys[b]) || a - b));
      expect([...into.subarray(0, most)]).toEqual(sorted.slice(0, most).map((place) => ids[place]));
    }),
    propertyRuns(500),
  );
});
