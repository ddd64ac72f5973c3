import { afterEach, describe, expect, test, vi } from 'vitest';
import { createWorld } from '../../../src/world.js';
import { defineContent } from '../../../src/content/native/define.js';
import type { World } from '../../../src/world/api.js';
import { inspect } from '../../../src/world/inspect.js';
import { longTest } from '../../support/heavy.js';
import { twins, turn } from '../../support/twin-worlds.js';

afterEach(() => {
  vi.unstubAllEnvs();
});

/** Lamps light up behind one that is lit. */
function contentOf(order: 'sequential' | 'random' | 'simultaneous') {
  return defineContent({
    properties: { lit: { type: 'boolean' }, ahead: { type: 'reference' } },
    kinds: { lamp: { properties: ['lit', 'ahead'] } },
    classes: {
      lamp: {
        kind: 'lamp',
        groups: [
          {
            name: 'spread',
            order,
            activation: 'source.ahead.lit',
            scope: { include: 'target == source' },
            effects: [{ property: 'lit', set: true }],
          },
        ],
      },
    },
  });
}

function lampsOf(world: World, count: number): readonly number[] {
  const lamps: number[] = [];
  for (let i = 0; i < count; i++) {
    const lamp = world.spawn({ class: 'lamp' });
    if (i > 0) world.set(lamp, 'ahead', lamps[i - 1]);
    else world.set(lamp, 'lit', true);
    lamps.push(lamp);
  }
  return lamps;
}

function lit(world: World, lamps: readonly number[]): number {
  return lamps.filter((lamp) => world.get(lamp, 'lit') === true).length;
}

describe.each(['always', 'never'])('sources take their turns, code generated %s,', (mode) => {
  function open(order: Parameters<typeof contentOf>[0]) {
    vi.stubEnv('EDICT_GENERATE', mode);
    return twins((options) => createWorld(contentOf(order), { ...options, seed: 'lamps' }));
  }

  test('by id', () => {
    const worlds = open('sequential');
    const [lamps] = [worlds.reference, worlds.compiled].map((world) => lampsOf(world, 50));
    turn(worlds);
    expect(lit(worlds.compiled, lamps)).toBe(50);
    expect(inspect(worlds.compiled).executor.paths.whole).toBe(mode === 'always' ? 1 : 0);
  });

  test('all on the state before', () => {
    const worlds = open('simultaneous');
    const [lamps] = [worlds.reference, worlds.compiled].map((world) => lampsOf(world, 50));
    for (let i = 1; i < 6; i++) {
      turn(worlds);
      expect(lit(worlds.compiled, lamps)).toBe(1 + i);
    }
  });

  test('in an order that changes every turn, and is the same in a fork', () => {
    const worlds = open('random');
    const [lamps] = [worlds.reference, worlds.compiled].map((world) => lampsOf(world, 200));
    turn(worlds);
    const first = lit(worlds.compiled, lamps);
    // With each lamp the chance falls that the one behind comes later.
    expect(first).toBeGreaterThan(1);
    expect(first).toBeLessThan(20);
    const fork = worlds.compiled.fork();
    turn(worlds);
    const second = lit(worlds.compiled, lamps);
    fork.step();
    expect(fork.hash()).toBe(worlds.compiled.hash());
    for (const world of [worlds.reference, worlds.compiled]) {
      for (const lamp of lamps) world.set(lamp, 'lit', lamp === lamps[0]);
    }
    turn(worlds);
    expect([first, second - first, lit(worlds.compiled, lamps)]).not.toEqual([first, first, first]);
  });
});

test('every order is as likely as any other', () => {
  const content = defineContent({
    properties: { rank: {}, course: { type: 'reference' } },
    kinds: { race: { properties: ['rank'] }, runner: { properties: ['rank', 'course'] } },
    classes: {
      runner: {
        kind: 'runner',
        groups: [
          {
            order: 'random',
            scope: { include: 'target == source.course' },
            effects: [{ property: 'rank', set: 'target.rank * 4 + source.rank' }],
          },
        ],
      },
    },
  });
  const world = createWorld(content, { seed: 'race' });
  const race = world.spawn({ kind: 'race' });
  for (let i = 0; i < 3; i++) world.set(world.spawn({ class: 'runner', values: { rank: 1 + i } }), 'course', race);
  const met = new Map<unknown, number>();
  const turns = 6000;
  for (let i = 0; i < turns; i++) {
    world.set(race, 'rank', 0);
    world.step();
    const order = world.get(race, 'rank');
    met.set(order, (met.get(order) ?? 0) + 1);
  }
  expect(met.size).toBe(6);
  const chi = [...met.values()].reduce((sum, count) => sum + (count - turns / 6) ** 2 / (turns / 6), 0);
  // Of five degrees of freedom: one in a thousand is above.
  expect(chi).toBeLessThan(20.5);
});

describe('at once, two writes of one cell', () => {
  function meeting(stacking: number) {
    const content = defineContent({
      stacking: { 1: 'largest', 2: 'first' },
      properties: { level: {}, gain: {}, at: { type: 'reference' } },
      kinds: { well: { properties: ['level'] }, rain: { properties: ['gain', 'at'] } },
      classes: {
        rain: {
          kind: 'rain',
          groups: [
            {
              name: 'fall',
              order: 'simultaneous',
              scope: { include: 'target == source.at' },
              effects: [{ property: 'level', add: 'source.gain + target.level', stacking }],
            },
          ],
        },
      },
    });
    return twins((options) => {
      const world = createWorld(content, options);
      const well = world.spawn({ kind: 'well', values: { level: 10 } });
      for (const gain of [1, 3, 2]) world.spawn({ class: 'rain', values: { gain, at: well } });
      return world;
    });
  }

  test('are an error that names rule and cell', () => {
    const { reference, compiled } = meeting(0);
    for (const world of [reference, compiled])
      expect(() => {
        world.step();
      }).toThrow(
        'rule rain/fall writes level of object 1 twice at once; give these effects a stacking number, or let the group run in order',
      );
  });

  test.each([
    [1, 10 + 13],
    [2, 10 + 11],
  ])('follow stacking number %d', (stacking, level) => {
    const worlds = meeting(stacking);
    expect(turn(worlds)).toBe(true);
    expect(worlds.compiled.query({ kind: 'well' }).map((well) => worlds.compiled.get(well, 'level'))).toEqual([level]);
  });

  test('the turn is undone as a whole', () => {
    const { compiled } = meeting(0);
    const before = compiled.hash();
    expect(() => {
      compiled.step();
    }).toThrow('twice at once');
    expect(compiled.hash()).toBe(before);
  });
});

test.each(['always', 'never'])(
  'at once, effects on the source need a target for which the condition holds (%s)',
  (mode) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    const content = defineContent({
      properties: { level: {} },
      kinds: { lamp: { properties: ['level'] } },
      classes: {
        lamp: {
          kind: 'lamp',
          groups: [
            {
              order: 'simultaneous',
              scope: { include: 'target == source' },
              effects: [
                {
                  if: 'target.level > 5',
                  do: [{ property: 'level', set: 1, on: 'source' }],
                  else: [{ property: 'level', add: 10, on: 'source' }],
                },
              ],
            },
          ],
        },
      },
      start: [{ create: 'lamp', count: 3, values: { level: '3 * index + 1' } }],
    });
    const worlds = twins((options) => createWorld(content, options));
    expect(turn(worlds)).toBe(true);
    const levels = worlds.compiled.query({ kind: 'lamp' }).map((lamp) => worlds.compiled.get(lamp, 'level'));
    expect(levels).toEqual([11, 14, 1]);
  },
);

longTest('at once, more effects than are kept are an error that names the rule', () => {
  const content = defineContent({
    properties: { level: {} },
    kinds: { drop: { properties: ['level'] } },
    classes: {
      drop: {
        kind: 'drop',
        groups: [
          {
            name: 'meet',
            order: 'simultaneous',
            scope: { include: true },
            effects: Array.from({ length: 30 }, () => ({ property: 'level', add: 1, stacking: 1 })),
          },
        ],
      },
    },
  });
  const { compiled } = twins((options) => {
    const world = createWorld(content, options);
    for (let i = 0; i < 200; i++) world.spawn({ class: 'drop' });
    return world;
  });
  expect(() => {
    compiled.step();
  }).toThrow('rule drop/meet fires more than 1000000 effects at once; narrow its scope');
});
