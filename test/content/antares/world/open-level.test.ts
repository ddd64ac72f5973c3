import { describe, expect, test } from 'vitest';
import type { Level } from '../../../../src/content/antares/syntax.js';
import { fillLevel } from '../../../../src/content/antares/world/open-level.js';
import { baseOf, initialOf, levelOf, stageOf } from '../../../support/level-stage.js';

const players = [
  { type: 'human', cash: 1_280_000 },
  { type: 'cpu', cash: 7 },
] as const;
const bases = [
  baseOf('ship', { maxHealth: 200, maxSpeed: 4, attributes: new Set(['can_collide']), tags: new Set(['armed']) }),
  baseOf('planet', { maxHealth: -1, destination: true }),
  baseOf('buoy'),
];

function opened(initials: Level['initials'], ui: Level['ui'] = { zoom: 'all', screen: 'build', line: -1 }) {
  const stage = stageOf(levelOf({ players, bases, initials, ui }), 'compat', 'compiled');
  const of = (seat: number, column: string): unknown =>
    stage.world.get(stage.world.find(`player ${seat}`) ?? 0, column);
  return { ...stage, of };
}

describe('a level that is filled', () => {
  test('has itself at the middle of its plane, its screen and its players', () => {
    const { world, of } = opened([]);
    const whole = world.find('level') ?? 0;
    expect(world.positionOf(whole)).toEqual({ x: 0, y: 0 });
    expect(
      ['zoom', 'screen', 'line', 'hasMessage', 'isOver', 'winner'].map((column) => world.get(whole, column)),
    ).toEqual(['all', 'build', -1, false, false, null]);
    expect(
      [0, 1].map((seat) =>
        [
          'human',
          'cash',
          'score 0',
          'score 1',
          'score 2',
          'ships',
          'autopilot',
          'building',
          'flagship',
          'control',
          'target',
          'buildAt',
        ].map((column) => of(seat, column)),
      ),
    ).toEqual([
      [true, 1_280_000, 0, 0, 0, 0, false, false, null, null, null, null],
      [false, 7, 0, 0, 0, 0, false, false, null, null, null, null],
    ]);
    expect(world.find('player 2')).toBeUndefined();
  });

  test('has a body for each initial that is not hidden, as its base and the initial say', () => {
    const { world, body } = opened([
      initialOf('ship', { owner: 1, position: [10, -20], velocity: [0.5, 1 / 3], health: 50 }),
      initialOf('ship', { hidden: true }),
      initialOf('planet'),
    ]);
    const [ship, hidden, planet] = [0, 1, 2].map(body);
    expect(hidden).toBeNull();
    expect(world.describe(ship ?? 0)).toMatchObject({
      class: 'ship',
      name: 'initial 0',
      owners: [world.find('player 1')],
      position: { x: 10, y: -20 },
      holdings: { attributes: ['can_collide'], tags: ['armed'] },
      values: {
        inUse: true,
        initial: 1,
        health: 50,
        maxHealth: 200,
        maxSpeed: 4,
        velocityX: 0.5,
        velocityY: 85 / 256,
        facing: 0,
        destination: null,
        cloaked: false,
      },
    });
    expect(world.describe(planet ?? 0)).toMatchObject({
      owners: [],
      position: { x: 0, y: 0 },
      values: { initial: 3, health: -1, maxHealth: -1, velocityX: 0 },
    });
  });

  test('gives each player the first visible destination that builds, and its flagship', () => {
    const { body, of } = opened([
      initialOf('planet', { owner: 0 }),
      initialOf('planet', { owner: 0, hidden: true, build: ['ship'] }),
      initialOf('buoy', { owner: 0, build: ['ship'] }),
      initialOf('planet', { build: ['ship'] }),
      initialOf('planet', { owner: 0, build: ['ship'] }),
      initialOf('planet', { owner: 0, build: ['ship'] }),
      initialOf('ship', { owner: 1, flagship: true }),
      initialOf('ship', { owner: 0, flagship: true, hidden: true }),
    ]);
    expect(['control', 'target', 'buildAt', 'flagship'].map((column) => of(0, column))).toEqual([
      body(4),
      body(4),
      body(4),
      null,
    ]);
    expect(['control', 'target', 'buildAt', 'flagship'].map((column) => of(1, column))).toEqual([
      null,
      null,
      null,
      body(6),
    ]);
  });

  test('lets an initial be under way to another that comes after it, and its player target that', () => {
    const { world, body, of } = opened([
      initialOf('ship', { owner: 0, target: 3 }),
      initialOf('ship', { target: 3 }),
      initialOf('planet', { owner: 0, build: ['ship'] }),
      initialOf('planet'),
      initialOf('ship', { owner: 1, target: 5 }),
      initialOf('ship', { hidden: true }),
    ]);
    expect([0, 1, 4].map((number) => world.get(body(number) ?? 0, 'destination'))).toEqual([body(3), body(3), null]);
    expect(['control', 'target'].map((column) => of(0, column))).toEqual([body(2), body(3)]);
    expect(of(1, 'target')).toBeNull();
  });

  test('was empty before', () => {
    const { world, model } = opened([]);
    expect(() => {
      fillLevel(world, model);
    }).toThrow('the world to be filled has 3 objects; pass an empty one');
  });
});
