import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { squaredDistance } from '../../src/galaxy/point-grid.js';
import { createSightMap, emptyField, widen } from '../../src/galaxy/sight-map.js';
import { propertyRuns } from '../support/choices.js';
import { heavy } from '../support/heavy.js';

interface Observer {
  readonly x: number;
  readonly y: number;
  readonly reach: number;
  readonly empire: number;
}

interface Sight {
  readonly x: number;
  readonly y: number;
  readonly hidden: number;
}

/** Who sees it: every observer is asked. */
function plainViewers(observers: readonly Observer[], sight: Sight): readonly number[] {
  const seeing = observers.filter(({ x, y, reach }) => {
    const far = reach - sight.hidden;
    return far >= 0 && squaredDistance({ x, y }, sight) <= far * far;
  });
  return [...new Set(seeing.map(({ empire }) => empire))].sort((a, b) => a - b);
}

function viewers(observers: readonly Observer[], sights: readonly Sight[]): readonly (readonly number[])[] {
  const field = emptyField();
  for (const { x, y, hidden } of sights) widen(field, x, y, hidden);
  const map = createSightMap(
    {
      count: observers.length,
      x: observers.map(({ x }) => x),
      y: observers.map(({ y }) => y),
      reach: observers.map(({ reach }) => reach),
      // Slots in several words of bits.
      slot: observers.map(({ empire }) => empire * 20),
    },
    field,
  );
  return sights.map(({ x, y, hidden }) => {
    const words = new Uint32Array(4);
    map.seeInto(words, 1, x, y, hidden);
    expect(words[0]).toBe(0);
    return [0, 1, 2, 3].filter((empire) => ((words[1 + ((empire * 20) >>> 5)] >>> ((empire * 20) & 31)) & 1) === 1);
  });
}

const near = fc.integer({ min: -60, max: 60 });
const anywhere = fc.oneof(
  { weight: 6, arbitrary: near },
  fc.double({ min: -200, max: 200, noNaN: true }),
  fc.constantFrom(1e9, -1e300, 1.7e308),
);
const amount = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }) },
  fc.double({ min: 0, max: 80, noNaN: true }),
  fc.constantFrom(500, 1e6),
);
const observersOf = (coordinate: fc.Arbitrary<number>): fc.Arbitrary<Observer[]> =>
  fc.array(fc.record({ x: coordinate, y: coordinate, reach: amount, empire: fc.nat({ max: 3 }) }), { maxLength: 25 });
const sightsOf = (coordinate: fc.Arbitrary<number>): fc.Arbitrary<Sight[]> =>
  fc.array(
    fc.record({
      x: coordinate,
      y: coordinate,
      hidden: fc.oneof({ weight: 5, arbitrary: fc.integer({ min: 0, max: 30 }) }, fc.integer({ min: -30, max: 0 })),
    }),
    { maxLength: 40 },
  );

describe('a sight map', () => {
  it.each([
    ['near each other', near],
    ['anywhere', anywhere],
  ])('gives the viewers that asking every observer gives, of things %s', (_where, coordinate) => {
    let [seen, unseen] = [0, 0];
    fc.assert(
      fc.property(observersOf(coordinate), sightsOf(coordinate), (observers, sights) => {
        const expected = sights.map((sight) => plainViewers(observers, sight));
        expect(viewers(observers, sights)).toEqual(expected);
        for (const list of expected) {
          if (list.length === 0) unseen++;
          else seen++;
        }
      }),
      propertyRuns(300),
    );
    expect(Math.min(seen, unseen)).toBeGreaterThan(heavy(20, 200));
  });

  it('reaches exactly as far as the observer, less what hides', () => {
    const observers = [{ x: 0, y: 0, reach: 50, empire: 0 }];
    const at = (x: number, hidden: number): Sight => ({ x, y: 0, hidden });
    expect(
      viewers(observers, [at(50, 0), at(50.001, 0), at(40, 10), at(-40.001, 10), at(0, 50), at(0, 50.001)]).map(
        (list) => list.length,
      ),
    ).toEqual([1, 0, 1, 0, 1, 0]);
  });

  it('of nothing is empty', () => {
    expect(viewers([], [{ x: 1, y: 1, hidden: 0 }])).toEqual([[]]);
    expect(viewers([{ x: 1, y: 1, reach: 5, empire: 0 }], [])).toEqual([]);
  });
});
