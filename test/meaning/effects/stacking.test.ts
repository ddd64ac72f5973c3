import { describe, expect, test } from 'vitest';
import type { EffectSource, GroupSource } from '../../../src/content/native/schema.js';
import { refusedWith } from '../../support/errors.js';
import { sceneWith } from '../../support/content.js';

const ships = { include: 'target.kind == ship' };

/** What `wealth`, 10 at first, is after the effects, each in a group of its own. */
function wealthAfter(...effects: readonly EffectSource[]): unknown {
  const { world, add, get } = sceneWith({
    groups: effects.map((effect): GroupSource => ({ scope: ships, effects: [effect] })),
  });
  const ship = add('ship');
  world.step();
  return get(ship, 'wealth');
}

const add = (amount: number | string, stacking = 0): EffectSource => ({ meter: 'wealth', add: amount, stacking });

describe('stacking', () => {
  test('number 0 always fires', () => {
    expect(wealthAfter(add(1), add(2), add(3))).toBe(16);
  });

  test('keep first: the first that fires counts, whatever it writes', () => {
    expect(wealthAfter(add(1, 7), add(20, 7), { meter: 'wealth', set: 99, stacking: 7 })).toBe(11);
    expect(wealthAfter({ meter: 'crew', add: 1, stacking: 7 }, add(20, 7))).toBe(10);
  });

  test('different numbers do not meet', () => {
    expect(wealthAfter(add(1, 7), add(2, 8), add(4, 7), add(8, 8), add(16))).toBe(29);
  });

  test.each([
    [2, 'largest', 15],
    [3, 'smallest', 11],
    [4, 'mean', 13],
  ])('number %d keeps the %s', (stacking, _, result) => {
    expect(wealthAfter(add(3, stacking), add(5, stacking), add(1, stacking))).toBe(result);
    expect(wealthAfter(add(5, stacking), add(1, stacking), add(3, stacking))).toBe(result);
  });

  test('the chosen one stands at the place of the first, and other writes after it', () => {
    const double: EffectSource = { meter: 'wealth', multiply: 2 };
    expect(wealthAfter(add(3, 2), double, add(5, 2))).toBe(30);
    expect(wealthAfter(double, add(3, 2), add(5, 2))).toBe(25);
    expect(wealthAfter(add(3, 2), add(5, 2), double)).toBe(30);
    expect(wealthAfter(add(3, 2), { meter: 'wealth', set: 1 }, add(5, 2))).toBe(1);
    expect(wealthAfter(add(3, 2), { meter: 'wealth', min: 14 }, add(5, 2))).toBe(14);
    expect(wealthAfter(add(3, 2), add(100, 7), add(5, 2), add(1000, 7))).toBe(115);
  });

  test('two keeping numbers on one cell each stand at their own place', () => {
    expect(wealthAfter(add(1, 2), add(10, 3), { meter: 'wealth', multiply: 2 }, add(5, 2), add(4, 3))).toBe(
      (10 + 5 + 4) * 2,
    );
  });

  test('amounts are computed at their own place, with the value that the cell then has', () => {
    expect(wealthAfter(add(1, 2), add('value', 2))).toBe(21);
    expect(wealthAfter(add(1, 2), { meter: 'wealth', add: 'value' }, add(5, 2))).toBe(26);
  });

  test('whole numbers are kept whole at every step of the computation', () => {
    const {
      world,
      add: spawn,
      get,
    } = sceneWith({
      groups: [
        {
          scope: ships,
          effects: [
            { meter: 'crew', add: 1, stacking: 4 },
            { meter: 'crew', multiply: 2 },
            { meter: 'crew', add: 2, stacking: 4 },
          ],
        },
      ],
    });
    const ship = spawn('ship');
    world.step();
    expect(get(ship, 'crew')).toBe(12);
  });

  test('of several ways to write, or of what is no number, cannot keep but the first', () => {
    const refused = (...effects: readonly EffectSource[]): boolean => {
      const code = refusedWith(() => wealthAfter(...effects));
      return code !== '';
    };
    for (const stacking of [2, 3, 4]) {
      expect(refused(add(2, stacking), { meter: 'wealth', multiply: 10, stacking })).toBe(true);
      expect(refused(add(2, stacking), { meter: 'crew', add: 10, stacking })).toBe(true);
      for (const effect of [
        { create: 'farm' },
        { destroy: true },
        { property: 'environment', set: 'toxic' },
        { step: 'size' },
        { give: null },
      ] as const) {
        expect(refused({ ...effect, stacking })).toBe(true);
      }
    }
  });

  test('counts on each object for itself, and again each turn', () => {
    const {
      world,
      add: spawn,
      get,
    } = sceneWith({ groups: [1, 2].map(() => ({ scope: ships, effects: [add(1, 7), add(4, 2)] })) });
    const fleet = [spawn('ship'), spawn('ship')];
    world.run(3);
    expect(fleet.map((ship) => get(ship, 'wealth'))).toEqual([25, 25]);
  });

  test('an effect that cannot fire leaves its number to the next', () => {
    const {
      world,
      add: spawn,
      get,
    } = sceneWith({
      groups: [
        {
          scope: { include: 'true' },
          effects: [
            { meter: 'speed', add: 1, stacking: 7 },
            { meter: 'wealth', add: 1, stacking: 7 },
          ],
        },
      ],
    });
    const [planet, ship] = [spawn('planet'), spawn('ship')];
    world.step();
    expect([get(planet, 'wealth'), get(ship, 'wealth'), get(ship, 'speed')]).toEqual([11, 10, 1]);
  });

  test('holds for effects that are no numbers', () => {
    const {
      world,
      add: spawn,
      get,
    } = sceneWith({
      groups: [1, 2].map(() => ({
        scope: { include: 'target.kind == planet' },
        effects: [
          { create: 'farm', stacking: 7 },
          { property: 'environment', set: 'toxic', stacking: 8 },
          { property: 'environment', set: 'ocean', stacking: 8 },
          { step: 'size', by: 1, stacking: 9 },
        ],
      })),
    });
    const planet = spawn('planet');
    world.step();
    expect([world.query({ class: 'farm' }).length, get(planet, 'environment'), get(planet, 'size')]).toEqual([
      1,
      'toxic',
      'large',
    ]);
  });
});
