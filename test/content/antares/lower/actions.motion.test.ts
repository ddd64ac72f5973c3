import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Plain, float } from '../../../support/level-values.js';
import { bases, by, played, stageOf } from './action-stage.js';
import { longTest } from '../../../support/heavy.js';

/** The velocity of a ship, whose greatest speed is 5, after some actions. */
function moved(
  action: readonly Plain[],
  {
    velocity = [0, 0],
    facing = 0,
    maxSpeed = 5,
    number = 0,
  }: {
    readonly velocity?: readonly [number, number];
    readonly facing?: number;
    readonly maxSpeed?: number;
    readonly number?: number;
  } = {},
): readonly [number, number] {
  const stage = stageOf([{ subject: by(number), action }]);
  const { world } = stage.session;
  const body = stage.body(number);
  for (const [column, value] of Object.entries({ velocityX: velocity[0], velocityY: velocity[1], facing, maxSpeed }))
    world.set(body, column, value);
  stage.session.run(0);
  return [Number(stage.of(number, 'velocityX')), Number(stage.of(number, 'velocityY'))];
}

describe('speed', () => {
  test.each([
    [0, 3, [0, 3]],
    [90, 3, [-3, 0]],
    [180, 3, [0, -3]],
    [270, 3, [3, 0]],
    [0, -2, [0, -2]],
    // Of 45 degrees both parts are 181 of 256ths: 3 * 181 / 256, and that rounded down.
    [45, 3, [-543 / 256, 543 / 256]],
    [45, 0.5, [-91 / 256, 90 / 256]],
  ])('at %i degrees, %f', (facing, value, velocity) => {
    expect(moved([{ type: 'speed', value: float(value) }], { facing, velocity: [1, 1] })).toEqual(velocity);
  });

  test('has no end, and may be relative', () => {
    expect(
      moved([
        { type: 'speed', value: float(50) },
        { type: 'speed', value: float(1.5), relative: true },
      ]),
    ).toEqual([0, 51.5]);
  });

  test('is rounded to 256ths, halves away from zero', () => {
    expect(moved([{ type: 'speed', value: float(1.5 / 256) }])).toEqual([0, 2 / 256]);
    expect(moved([{ type: 'speed', value: float(-1.5 / 256) }])).toEqual([0, -2 / 256]);
  });

  test('stays within 32 bits', () => {
    expect(
      moved([
        { type: 'speed', value: float(8_388_607) },
        { type: 'speed', value: float(8_388_607), relative: true },
      ]),
    ).toEqual([0, (2 ** 31 - 1) / 256]);
    expect(
      moved([{ type: 'slow', value: float(-8_388_608) }], { velocity: [1e300, 1e300], maxSpeed: 1e300 }).every(
        Number.isFinite,
      ),
    ).toBe(true);
  });

  test('0 has no sign', () => {
    expect(Object.is(moved([{ type: 'speed', value: 0 }], { facing: 90 })[0], 0)).toBe(true);
  });
});

describe('slow', () => {
  const slow = (value: number): Plain => ({ type: 'slow', value: float(value) });

  test.each([
    ['a part', [0, 5], 0.5, 5, [0, 2.5]],
    ['of both', [-2, 4], 0.5, 5, [-1, 2]],
    ['rounded down', [3 / 256, -3 / 256], 0.5, 5, [1 / 256, -2 / 256]],
    ['to a stop', [4, -3], 0, 5, [0, 0]],
    ['what is too fast goes as fast as it can', [0, 9], 1, 5, [0, 5]],
    ['in its direction', [-9, 0], 1, 5, [-5, 0]],
    ['to as much of it as goes in each part', [3, 4], 1, 2.5, [1.5, 2]],
    ['whichever part is the lesser one', [-12, 9], 1, 10, [-8, 6]],
    ['backwards', [0, 8], -1, 5, [0, -5]],
    ['what cannot move by itself stays as it is', [0, 9], 0.5, 0, [0, 9]],
  ] as const)('%s', (_name, [x, y], value, maxSpeed, expected) => {
    expect(moved([slow(value)], { velocity: [x, y], maxSpeed })).toEqual(expected);
  });

  test.each([
    ['the lesser part first', [30, 40], [3, 4]],
    ['also where that is the other one', [-40, 30], [-4, 3]],
    ['equal ones', [-40, -40], [-5 / Math.SQRT2, -5 / Math.SQRT2]],
  ] as const)('what is too fast keeps its direction, to 256ths of it: %s', (_name, [x, y], expected) => {
    const result = moved([slow(0.5)], { velocity: [x, y] });
    for (const axis of [0, 1]) expect(Math.abs(result[axis] - expected[axis])).toBeLessThanOrEqual(5 / 256);
  });

  longTest('never leaves more than the greatest speed, nor another direction, and is exact below it', () => {
    const part = fc.integer({ min: -4000, max: 4000 }).map((value) => value / 256);
    fc.assert(
      fc.property(
        part,
        part,
        fc.integer({ min: -256, max: 512 }),
        fc.integer({ min: 1, max: 3000 }),
        (x, y, factor, most) => {
          const slowed = [x, y].map((value) => Math.floor(value * factor) / 256);
          const result = moved([slow(factor / 256)], { velocity: [x, y], maxSpeed: most / 256 });
          const [speed, limit] = [Math.hypot(...slowed), most / 256];
          if (speed <= limit) expect(result).toEqual(slowed.map((value) => value + 0));
          else {
            expect(Math.hypot(...result)).toBeLessThanOrEqual(limit + 2 / 256);
            for (const axis of [0, 1])
              expect(Math.abs(result[axis] - (limit * slowed[axis]) / speed)).toBeLessThanOrEqual(
                limit / 256 + 3 / 256,
              );
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('push', () => {
  test('is where the subject faces', () => {
    const stage = stageOf([{ subject: by(0), direct: by(1), action: [{ type: 'push', value: float(1.5) }] }]);
    stage.session.world.set(stage.body(0), 'facing', 90);
    stage.session.run(0);
    expect([stage.of(1, 'velocityX'), stage.of(1, 'velocityY'), stage.of(0, 'velocityX')]).toEqual([-1.5, 0, 0]);
  });

  test('takes both roles', () => {
    const stage = stageOf([
      { subject: null, direct: by(1), action: [{ type: 'push', value: 2 }] },
      { action: [{ type: 'push', value: 2 }] },
    ]);
    stage.session.world.set(stage.body(1), 'velocityX', 4);
    stage.session.run(0);
    expect([stage.of(1, 'velocityX'), stage.of(1, 'velocityY')]).toEqual([4, 0]);
  });

  test('without a value belongs to the host, who is told', () => {
    const stage = played([{ subject: by(0), direct: by(1), action: [{ type: 'push' }] }]);
    expect([stage.acts(), stage.of(1, 'velocityY')]).toEqual([['push 0 1'], 0]);
  });
});

describe('cap-speed', () => {
  test('changes no velocity at once; without a value it is that of the base', () => {
    expect(moved([{ type: 'cap-speed', value: 2 }], { velocity: [0, 4] })).toEqual([0, 4]);
    const stage = played([
      { direct: by(0), action: [{ type: 'cap-speed', value: float(1.999) }] },
      { direct: by(1), action: [{ type: 'cap-speed', value: 1 }, { type: 'cap-speed' }] },
    ]);
    expect([stage.of(0, 'maxSpeed'), stage.of(1, 'maxSpeed')]).toEqual([2, 5]);
  });
});

describe('stop', () => {
  test('stands still', () => {
    expect(moved([{ type: 'stop' }], { velocity: [3, 4] })).toEqual([0, 0]);
  });
});

describe('move', () => {
  const move = (origin: string | null, more: { readonly [field: string]: Plain } = {}): Plain => ({
    type: 'move',
    origin,
    to: { x: 10, y: -20 },
    ...more,
  });

  test.each([
    ['the level', { direct: by(1), action: [move(null)] }, 1, [10, -20]],
    [
      'the level by name, nowhere in particular',
      { direct: by(1), action: [{ type: 'move', origin: 'level' }] },
      1,
      [0, 0],
    ],
    ['the subject', { subject: by(2), direct: by(1), action: [move('subject')] }, 1, [3010, -20]],
    ['the direct object', { subject: by(2), direct: by(1), action: [move('direct')] }, 1, [110, 180]],
    [
      'the subject before the swap',
      { subject: by(2), direct: by(1), action: [move('subject', { reflexive: true })] },
      2,
      [3010, -20],
    ],
    [
      'the direct object before the swap',
      { subject: by(2), direct: by(1), action: [move('direct', { reflexive: true })] },
      2,
      [110, 180],
    ],
    [
      'a removed body',
      { subject: by(2), direct: by(1), action: [{ type: 'remove', reflexive: true }, move('subject')] },
      1,
      [3010, -20],
    ],
    ['a role that is missing', { direct: by(1), action: [move('subject')] }, 1, [100, 200]],
    ['the role that is not missing', { direct: by(1), action: [move('direct')] }, 1, [110, 180]],
    ['the missing one before a swap', { direct: by(1), action: [move('subject', { reflexive: true })] }, 1, [100, 200]],
    [
      "a distance: the random part is the host's",
      { direct: by(1), action: [move(null, { distance: 500, within: 'circle' })] },
      1,
      [10, -20],
    ],
  ])('from %s', (_name, script, number, position) => {
    expect(played([script]).position(number)).toEqual(position);
  });

  test('several times from where it was then', () => {
    expect(played([{ subject: by(2), direct: by(1), action: [move('direct'), move('direct')] }]).position(1)).toEqual([
      120, 160,
    ]);
  });
});

describe('a base of no speed', () => {
  test('is what stations are of', () => {
    expect(bases.station.maxSpeed).toEqual(float(0));
    expect(moved([{ type: 'slow', value: 0 }], { number: 3, velocity: [1, 0], maxSpeed: 0 })).toEqual([1, 0]);
  });
});
