import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Element,
  arrayText,
  diceText,
  pairText,
  readArray,
  readDice,
  readPair,
} from '../../src/components/compounds.js';
import type { ElementType } from '../../src/model/model.js';
import { type Numeric } from '../../src/kernel/numeric-value.js';
import { propertyRuns } from '../support/choices.js';

const numbers = fc.oneof(
  fc.integer().map((value): Numeric => ({ value, whole: true })),
  fc.double().map((value): Numeric => ({ value, whole: false })),
);
const pairs = fc.tuple(numbers, numbers).map(([x, y]) => pairText(x, y));
const dice = fc.tuple(fc.nat(), fc.nat(), fc.integer()).map(([count, sides, add]) => diceText(count, sides, add));
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', '[', ']', ',', '"', '\\', 'true', '1', '\ud800', '[]', '","'),
);

test.each<[string, string]>([
  [pairText({ value: 5, whole: true }, { value: 0.5, whole: false }), '5,0.5'],
  [pairText({ value: 5, whole: false }, { value: -1, whole: true }), '5.0,-1'],
  [diceText(2, 6, 0), '2d6'],
  [diceText(1, 8, 3), '1d8+3'],
  [diceText(0, 1, -1), '0d1-1'],
  [arrayText({ name: 'numeric' }, []), '[]'],
  [
    arrayText({ name: 'numeric' }, [
      { value: 1, whole: true },
      { value: 2, whole: false },
    ]),
    '[1,2.0]',
  ],
  [arrayText({ name: 'boolean' }, [true, false]), '[true,false]'],
  [arrayText({ name: 'text' }, ['a,b', '"']), '["a,b","\\""]'],
  [arrayText({ name: 'pair' }, ['1,2']), '["1,2"]'],
])('%s', (text, expected) => {
  expect(text).toBe(expected);
});

test('pairs and dice read back as they were', () => {
  fc.assert(
    fc.property(numbers, numbers, (x, y) => {
      expect(readPair(pairText(x, y))).toEqual({ x, y });
    }),
    propertyRuns(1000),
  );
  fc.assert(
    fc.property(fc.nat(), fc.nat(), fc.integer(), (count, sides, add) => {
      expect(readDice(diceText(count, sides, add))).toEqual({ count, sides, add });
    }),
    propertyRuns(1000),
  );
});

test.each<[ElementType['name'], fc.Arbitrary<Element>]>([
  ['numeric', numbers],
  ['boolean', fc.boolean()],
  ['text', texts],
  ['pair', pairs],
  ['dice', dice],
])('arrays of %s read back as they were, and others have other texts', (name, element) => {
  const arrays = fc.array(element, { maxLength: 4 });
  fc.assert(
    fc.property(arrays, arrays, (a, b) => {
      const text = arrayText({ name }, a);
      expect(readArray(text)).toEqual(a);
      const isSame =
        a.length === b.length &&
        a.every((each, i) =>
          typeof each === 'object'
            ? JSON.stringify([each.whole, Object.is(each.value, (b[i] as Numeric).value)]) ===
              JSON.stringify([(b[i] as Numeric).whole, true])
            : each === b[i],
        );
      expect(text === arrayText({ name }, b)).toBe(isSame);
    }),
    propertyRuns(1000),
  );
});
