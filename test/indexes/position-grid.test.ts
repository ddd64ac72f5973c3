import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createScratch } from '../../src/indexes/scratch.js';
import { createGrid, largestSquare, nearIn } from '../../src/indexes/position-grid.js';
import { choicesOf, propertyRuns } from '../support/choices.js';
import { at, make, modelOf, stateOf } from '../support/hand-model.js';

const model = modelOf({ kinds: { star: {} } });

test('a grid finds exactly what is within a radius, wherever and however large', () => {
  let [found, asked] = [0, 0];
  fc.assert(
    fc.property(fc.noShrink(fc.nat()), fc.integer({ min: 0, max: 60 }), (seed, count) => {
      const choices = choicesOf(seed);
      const [spread, offset] = [choices.pick([1e-9, 1, 100, 1e7]), choices.pick([0, 0, -5e3, 1e6])];
      const whole = choices.oneIn(2);
      const coordinate = (): number => offset + (whole ? choices.below(8) : choices.below(1e6) / 1e6) * spread;
      const state = stateOf(model, { capacity: 80 });
      const flat = choices.oneIn(4);
      const y = coordinate();
      for (let i = 0; i < count; i++) make(state, 'star', { place: at(coordinate(), flat ? y : coordinate()) });
      if (choices.oneIn(3)) make(state, 'star');
      const ids = Int32Array.from({ length: state.identity.header[5] - 1 }, (_, i) => i + 1);
      const set = { ids, length: ids.length, kind: 0, version: 1 };
      const scratch = createScratch();
      const room = choices.oneIn(2) ? createGrid(state, set, spread, scratch) : undefined;
      const grid = createGrid(state, set, choices.pick([spread / 10, spread / 2, spread * 3]), scratch, room);
      const words = Int32Array.from(ids, () => choices.below(4));
      for (let i = 0; i < 6; i++) {
        const [x, z, radius, below] = [
          coordinate(),
          flat ? y : coordinate(),
          choices.pick([spread, spread / 2, spread * 2, spread / 8]) * choices.between(1, 4),
          choices.oneIn(2),
        ];
        const into = new Int32Array(ids.length + 1);
        const some = choices.oneIn(2) ? { words, bit: 1, listed: () => set } : undefined;
        const seen = nearIn(grid, x, z, radius, largestSquare(radius, below), some, into);
        const expected = [...ids.keys()].filter((position) => {
          const id = ids[position];
          if (state.place[id] === 0 || (some !== undefined && (words[position] & 2) === 0)) return false;
          const distance = Math.sqrt((state.x[id] - x) ** 2 + (state.y[id] - z) ** 2);
          return below ? distance < radius : distance <= radius;
        });
        expect([...into.subarray(0, seen)].sort((a, b) => a - b)).toEqual(expected);
        found += seen;
        asked += ids.length;
      }
    }),
    propertyRuns(600),
  );
  expect(found).toBeGreaterThan(asked / 10);
  expect(found).toBeLessThan(asked * 0.9);
});

test('the largest square within a radius is the last whose root is', () => {
  const next = (value: number): number => {
    const view = new DataView(new ArrayBuffer(8));
    view.setFloat64(0, value);
    view.setBigInt64(0, view.getBigInt64(0) + 1n);
    return view.getFloat64(0);
  };
  fc.assert(
    fc.property(fc.double({ min: 1e-150, max: 1e150, noNaN: true }), fc.boolean(), (radius, below) => {
      const fits = (square: number): boolean => (below ? Math.sqrt(square) < radius : Math.sqrt(square) <= radius);
      const square = largestSquare(radius, below);
      expect([fits(square), fits(next(square))]).toEqual([true, false]);
    }),
    propertyRuns(300),
  );
});
