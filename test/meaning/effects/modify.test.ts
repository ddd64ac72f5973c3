import { describe, expect, test } from 'vitest';
import type { EffectSource } from '../../../src/content/native/schema.js';
import type { CellValue } from '../../../src/world/api.js';
import { refusal } from '../../support/errors.js';
import { type Additions, type Scene, sceneWith } from '../../support/content.js';

/** A scene whose law has one group, on all ships unless it says otherwise. */
function lawOn(effects: readonly EffectSource[], include = 'target.kind == ship', more: Additions = {}): Scene {
  return sceneWith({ groups: [{ scope: { include }, effects: [...effects] }], ...more });
}

describe('writing a meter', () => {
  test.each([
    ['set', 7, 7],
    ['add', 7, 17],
    ['add', -70, -60],
    ['multiply', 3, 30],
    ['divide', 4, 2.5],
    ['divide', 0, 0],
    ['min', 4, 4],
    ['min', 40, 10],
    ['max', 4, 10],
    ['max', 40, 40],
  ])('%s %d makes 10 to %d', (modification, amount, result) => {
    const { world, add, get } = lawOn([{ meter: 'wealth', [modification]: amount }]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'wealth')).toBe(result);
  });

  test('keeps whole numbers whole at every write', () => {
    const { world, add, get } = lawOn([
      { meter: 'crew', add: 0.6 },
      { meter: 'crew', add: 0.6 },
      { meter: 'crew', multiply: 1.5 },
    ]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'crew')).toBe(7);
  });

  test('keeps single numbers single at every write', () => {
    const { world, add, get } = lawOn([
      { meter: 'speed', set: 0.1 },
      { meter: 'speed', multiply: 3 },
    ]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'speed')).toBe(Math.fround(Math.fround(0.1) * 3));
  });

  test('sees the present value as `value`, and source and target', () => {
    const { world, law, add, get } = lawOn([
      { meter: 'wealth', set: 'value + 1' },
      { meter: 'wealth', set: 'value * 2 + target.crew' },
      { meter: 'wealth', add: 'age(source)' },
    ]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'wealth')).toBe(28);
    expect(world.describe(law).created).toBe(0);
  });

  test('is ignored where the object has no such meter, and the other effects fire', () => {
    const { world, add, get } = lawOn(
      [
        { meter: 'speed', add: 1 },
        { meter: 'wealth', add: 1 },
      ],
      'true',
    );
    const [planet, ship, building] = [add('planet'), add('ship'), add('building')];
    world.step();
    expect([planet, ship, building].map((id) => [get(id, 'wealth'), get(id, 'speed')])).toEqual([
      [11, undefined],
      [11, 1],
      [undefined, undefined],
    ]);
  });

  test('is ignored where the amount is absent, and does not use up its number', () => {
    const { world, add, get } = lawOn([
      { meter: 'wealth', add: 'distance(source, target)', stacking: 9 },
      { meter: 'wealth', add: 'stockpile(target, minerals)', stacking: 9 },
      { meter: 'wealth', add: 5, stacking: 9 },
      { meter: 'wealth', add: 70, stacking: 9 },
    ]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'wealth')).toBe(15);
  });

  test('takes an absent meter for 0 and an absent property for its default', () => {
    const { world, add, get } = lawOn([
      { meter: 'wealth', add: 'target.stock' },
      { meter: 'wealth', add: 'source.rank' },
      { meter: 'wealth', add: 'default(target.limit, 20)' },
    ]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'wealth')).toBe(31);
  });

  test.each([
    ['too large', { meter: 'wealth', set: 'pow(10, 300) * pow(10, 300)' }],
    ['infinite', { meter: 'wealth', add: 'jumps(target, target.goal)' }],
    ['no number', { meter: 'wealth', set: 'pow(-target.wealth, 0.5)' }],
    ['no number at most', { meter: 'wealth', min: 'pow(-target.wealth, 0.5)' }],
    ['no number at least', { meter: 'wealth', max: 'pow(-target.wealth, 0.5)' }],
    ['too large for a single number', { meter: 'speed', set: 'target.wealth * pow(10, 300)' }],
    ['too large with time', { meter: 'speed', add: 'pow(10, 39)' }],
  ])('names the rule when the value is %s, and the world stays', (_, effect) => {
    const { world, add } = lawOn([{ meter: 'wealth', add: 1 }, effect]);
    const [a, b] = [
      [0, 0],
      [1, 0],
    ].map(([x, y]) => add('system', { place: { x, y } }));
    add('ship', { place: { in: a }, values: { goal: b } });
    const before = world.hash();
    const error = refusal(() => {
      world.step();
    });
    expect(error.code).toBe('not-finite');
    expect(error.culprit).toBe('law/1');
    expect(error.message).toContain('law/1');
    expect([world.hash(), world.turn]).toEqual([before, 0]);
  });
});

describe('writing a property', () => {
  test.each([
    ['armed', 'true', true],
    ['armed', 'target.wealth > 100', false],
    ['studying', 'farm', 'farm'],
    ['studying', 'null', null],
    ['goal', 'source', 'law'],
    ['weight', 2, 2],
  ])('%s to %s', (property, set, result) => {
    const { world, law, add, get } = lawOn([{ property, set }]);
    const ship = add('ship', { values: { studying: 'scout' } });
    world.step();
    expect(get(ship, property)).toBe(result === 'law' ? law : (result satisfies CellValue));
  });

  test('of numbers in every way that a meter is written', () => {
    const { world, add, get } = lawOn([
      { property: 'weight', add: 3 },
      { property: 'weight', multiply: 4 },
      { property: 'weight', min: 10 },
      { property: 'weight', divide: 2 },
      { property: 'weight', max: 6 },
    ]);
    const ship = add('ship');
    world.step();
    expect(get(ship, 'weight')).toBe(6);
  });

  test('only on objects that have it themselves, not on what they hang on', () => {
    const { world, add, get } = lawOn([{ property: 'colour', set: 'red' }], 'target.kind == planet');
    const system = add('system', { place: { x: 0, y: 0 } });
    add('planet', { place: { in: system } });
    world.step();
    expect(get(system, 'colour')).toBe('white');
  });

  test('a reference that is set stays until it is changed or its object is gone', () => {
    const { world, add, get } = lawOn(
      [{ property: 'goal', set: 'objects(planet).first()' }],
      'target.kind == ship && turn == 1',
    );
    const [planet, ship] = [add('planet'), add('ship')];
    world.run(3);
    expect(get(ship, 'goal')).toBe(planet);
    world.destroy(planet);
    expect(get(ship, 'goal')).toBeNull();
    expect(add('planet')).not.toBe(planet);
    expect(get(ship, 'goal')).toBeNull();
    expect(world.questions.evaluate('source.goal == null', { source: ship })).toBe(true);
  });

  test('parameters of other sorts come from the source or what it hangs on, else from the default', () => {
    const groups = [
      {
        scope: { include: 'target.kind == ship' },
        effects: [
          { property: 'armed', set: 'source.environment == toxic' },
          { property: 'weight', set: 'source.fertility + 1' },
        ],
      },
    ];
    const { world, add, get } = sceneWith({ classes: { shrine: { kind: 'building', groups } } });
    const planet = add('planet', { values: { environment: 'toxic', fertility: 3 } });
    const [ship] = [add('ship'), add('shrine', { place: { in: planet } })];
    world.step();
    expect([get(ship, 'armed'), get(ship, 'weight')]).toEqual([true, 4]);
    const other = sceneWith({ classes: { shrine: { kind: 'building', groups } } });
    const [lonely] = [other.add('ship'), other.add('shrine')];
    other.world.step();
    expect([other.get(lonely, 'armed'), other.get(lonely, 'weight')]).toEqual([false, 2]);
  });
});

describe('empires', () => {
  test('get a stockpile effect once each: the one in scope, or each that owns something in scope', () => {
    const { world, add, get } = lawOn([{ stockpile: 'minerals', add: 5 }], 'true');
    const [a, b, c] = [add('empire'), add('empire'), add('empire')];
    const system = add('system', { place: { x: 0, y: 0 } });
    for (const owner of [a, b, a]) add('planet', { owner, place: { in: system } });
    world.step();
    expect([a, b, c].map((id) => get(id, 'minerals'))).toEqual([105, 105, 105]);
  });

  test('are found through shared systems', () => {
    const { world, add, get } = lawOn([{ stockpile: 'minerals', add: 5 }], 'target.kind == system');
    const [a, b, c] = [add('empire'), add('empire'), add('empire')];
    const system = add('system', { place: { x: 0, y: 0 } });
    for (const owner of [a, b, a]) add('planet', { owner, place: { in: system } });
    add('ship', { owner: c, place: { in: system } });
    world.step();
    expect([a, b, c].map((id) => get(id, 'minerals'))).toEqual([105, 105, 100]);
  });

  test('are fired on directly with `on: target`, and others are not', () => {
    const { world, add, get } = lawOn(
      [{ stockpile: 'minerals', multiply: 2, on: 'target' }],
      'target.kind == planet || target.kind == empire && stockpile(target, minerals) >= 50',
    );
    const [a, b] = [add('empire'), add('empire', { values: { minerals: 20 } })];
    add('planet', { owner: b });
    world.step();
    expect([a, b].map((id) => get(id, 'minerals'))).toEqual([200, 20]);
  });

  test('meters of the source with `on: source`, once', () => {
    const groups = [
      {
        scope: { include: 'target.kind == planet' },
        effects: [
          { meter: 'wealth', add: 1, on: 'source' as const },
          { meter: 'wealth', add: 10 },
        ],
      },
    ];
    const { world, add, get } = sceneWith({ classes: { flagship: { kind: 'ship', groups } } });
    const ship = add('flagship');
    const planets = [add('planet'), add('planet'), add('planet')];
    world.step();
    expect([ship, ...planets].map((id) => get(id, 'wealth'))).toEqual([11, 20, 20, 20]);
  });

  test('stacking counts on the empire that is fired on', () => {
    const { world, add, get } = lawOn(
      [
        { stockpile: 'minerals', add: 5, stacking: 9 },
        { stockpile: 'minerals', add: 50, stacking: 9 },
      ],
      'target.kind == planet',
    );
    const [a, b] = [add('empire'), add('empire')];
    for (const owner of [a, b, a]) add('planet', { owner });
    world.step();
    expect([a, b].map((id) => get(id, 'minerals'))).toEqual([105, 105]);
  });
});
