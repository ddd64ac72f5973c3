import type { World } from '../../../src/world/api.js';
import { inspect } from '../../../src/world/inspect.js';
import { describe, expect, test, vi } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import type { PlaceOption } from '../../../src/world/api.js';
import { createWorld } from '../../../src/world.js';
import { type Choices, choicesOf } from '../../support/choices.js';
import { turn, twins } from '../../support/twin-worlds.js';
import { heavy } from '../../support/heavy.js';

test('sources with radii of every size find what the interpreter finds', () => {
  const program = defineContent({
    meters: { m: { reset: true } },
    properties: { r: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'] }, other: { properties: ['r'] } },
    classes: {
      probe: {
        kind: 'other',
        groups: [
          {
            scope: { include: 'target.kind == thing && distance(target, source) <= source.r' },
            effects: [{ meter: 'm', add: 'source.r < 1e6 ? source.r : 1' }],
          },
        ],
      },
    },
  });
  const worlds = twins((options) => {
    const world = createWorld(program, options);
    for (let i = 0; i < 60; i++) world.spawn({ kind: 'thing', place: { x: 2 ** (i - 30), y: i % 3 } });
    for (let i = 0; i < 120; i++)
      world.spawn({ class: 'probe', values: { r: 1.5 * 2 ** (i - 60) }, place: { x: i % 7, y: 1 } });
    return world;
  });
  for (let i = 0; i < 3; i++) expect(turn(worlds)).toBe(true);
  expect(inspect(worlds.compiled).executor.paths.distance).toBeGreaterThan(100);
  expect(inspect(worlds.compiled).executor.activity.targets[0]).toBeGreaterThan(1_000);
});

describe('within a distance', () => {
  /** Effects count in each thing the probes in whose radius it is, asked in three ways. */
  const program = defineContent({
    meters: { any: { reset: true }, least: { reset: true }, pairs: { reset: true } },
    properties: { r: { type: 'number', default: 0 } },
    kinds: {
      node: { node: true, meters: ['any', 'least', 'pairs'] },
      thing: { attachesTo: ['node'], orphan: 'detach', meters: ['any', 'least', 'pairs'] },
      other: { attachesTo: ['node'], orphan: 'detach', properties: ['r'] },
    },
    classes: {
      probe: {
        kind: 'other',
        groups: [
          {
            scope: { include: 'target.kind != other && instances(beacon).anyWithinDistance(target, source.r)' },
            effects: [{ meter: 'any', add: 1 }],
          },
          {
            scope: { include: 'target.kind != other && distanceTo(target, beacon) <= source.r' },
            effects: [{ meter: 'least', add: 1 }],
          },
          {
            scope: { include: 'target.kind != other && instances(beacon).exists(b, distance(b, target) <= source.r)' },
            effects: [{ meter: 'pairs', add: 1 }],
          },
        ],
      },
      beacon: { kind: 'thing' },
    },
  });
  const radii = [
    ...[1, 2, 5, 8, 10, 13, 17, 18, 20, 29, 34].map(Math.sqrt),
    0,
    -0,
    1,
    2,
    3,
    -1,
    -3,
    Number.MIN_VALUE,
    1e-170,
    1e-100,
    1e-162,
    1e150,
    1e155,
    1e200,
    Number.MAX_VALUE,
  ];

  /** Some beacons among many things, with coordinates that are small whole multiples of a scale. */
  function crowdOf(choices: Choices, scale: number, beacons: number) {
    return twins((options) => {
      const own = choices.split('world');
      const world: World = createWorld(program, options);
      const coordinate = (): number => own.between(0, 9) * scale;
      const nodes = Array.from({ length: 20 }, () =>
        world.spawn({ kind: 'node', place: { x: coordinate(), y: coordinate() } }),
      );
      const place = (): PlaceOption => {
        const [from, to] = [own.pick(nodes), own.pick(nodes)];
        if (own.oneIn(3) && from !== to) return { lane: [from, to], fraction: own.pick([0.1, 0.3, 0.5, 0.7, 0.9]) };
        return own.oneIn(2) ? { in: from } : own.oneIn(9) ? null : { x: coordinate(), y: coordinate() };
      };
      for (let i = 0; i < 60; i++) world.spawn({ kind: 'thing', place: place() });
      for (let i = 0; i < beacons; i++) world.spawn({ class: 'beacon', place: place() });
      for (const r of radii) world.spawn({ class: 'probe', values: { r }, place: null });
      return world;
    });
  }

  test.each([1, 1e-170, 1e307, 1e-163, 1e-80, 1e154].slice(0, heavy(1, 6)))(
    'is the same to any, to the nearest and pair by pair, at the scale %d',
    (scale) => {
      const tally = { near: 0, far: 0 };
      for (const beacons of [1, 4, 60].slice(0, heavy(2, 3))) {
        // Other scales and many beacons read the same, so that what is read is checked of the rest.
        if (scale !== 1 || beacons > 4) vi.stubEnv('EDICT_CHECK_READS', '0');
        const worlds = crowdOf(choicesOf(beacons), scale, beacons);
        expect(turn(worlds)).toBe(true);
        for (const thing of worlds.compiled.query({ kind: 'thing' })) {
          const { any, least, pairs } = worlds.compiled.describe(thing).values;
          expect([any, least]).toEqual([pairs, pairs]);
          tally.near += Number(pairs);
          tally.far += radii.length - Number(pairs);
        }
      }
      expect(Math.min(tally.near, tally.far)).toBeGreaterThan(100);
    },
  );
});

test('what is far out or close together is found in a scope as the interpreter finds it', () => {
  const program = defineContent({
    meters: { m: { reset: true } },
    properties: { r: { type: 'number', default: 0 } },
    kinds: { thing: { meters: ['m'] }, other: { properties: ['r'] } },
    classes: {
      probe: {
        kind: 'other',
        groups: [
          {
            scope: {
              include: [
                'target.kind == thing && distance(target, source) <= source.r',
                'target.kind == thing && distance(target, source) < 2 * source.r',
              ],
            },
            effects: [{ meter: 'm', add: 1 }],
          },
        ],
      },
    },
  });
  for (const scale of [1e-170, 1e-163, 1.7e307]) {
    const worlds = twins((options) => {
      const world = createWorld(program, options);
      for (let i = 0; i < 60; i++) world.spawn({ kind: 'thing', place: { x: (4 + (i % 7)) * scale, y: 10 * scale } });
      for (const r of [1e-170, 1e-162, 5, 1e80, 1e120, 1e160, 3e307])
        world.spawn({ class: 'probe', values: { r }, place: { x: 7 * scale, y: 10 * scale } });
      return world;
    });
    expect(turn(worlds)).toBe(true);
    expect(inspect(worlds.compiled).executor.activity.targets[0]).toBeGreaterThan(30);
  }
});
