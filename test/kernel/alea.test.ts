import fc from 'fast-check';
import seedrandom from 'seedrandom';
import { expect, test } from 'vitest';
import { createAlea, nextDouble, nextWord } from '../../src/kernel/alea.js';
import { propertyRuns } from '../support/choices.js';

test('draws the numbers of seedrandom', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.array(fc.boolean(), { maxLength: 50 }), (seed, draws) => {
      const expected = seedrandom.alea(seed, { state: true });
      const alea = createAlea(seed);
      for (const isDouble of draws) {
        if (isDouble) expect(nextDouble(alea)).toBe(expected.double());
        else expect(nextWord(alea)).toBe(expected.quick());
      }
      expect({ ...alea }).toEqual(expected.state());
    }),
    propertyRuns(500),
  );
});
