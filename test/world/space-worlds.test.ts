import { afterEach, describe, expect, test, vi } from 'vitest';
import { sound } from '../content/native/samples.js';
import { createWorld, loadWorld } from '../../src/world.js';
import type { ExecutorName, World } from '../../src/world/api.js';

/** Worlds with a continuous space. */

const content = (effect: string, order: string, wrap: string): string => `
properties: { near: {}, course: {} }
spaces: { sky: { kind: bird, width: 10, height: 8, wrap: ${wrap} } }
kinds: { bird: { ownership: none, properties: [near, course] } }
classes:
  boid:
    kind: bird
    groups:
      - name: fly
        order: ${order}
        scope: { include: target == source }
        effects:
          - { property: near, set: "within(source, 2.5).count() + 10 * within(source, 2.5).minBy(b, span(source, b)).course" }
          - ${effect}
start:
  - { create: boid, count: 20, at: { x: 'uniform(0, 10)', y: 'uniform(0, 8)' }, values: { course: index } }
`;

const put = '{ put: { x: "x(source) + 1 + within(source, 3).count() / 10", y: "y(source) - 1.5" } }';
const forward = '{ forward: 1.5, heading: "source.course" }';

function begin(text: string, executor: ExecutorName): World {
  return createWorld(sound(text), { executor });
}

const placesOf = (world: World): readonly unknown[] =>
  world.query({ kind: 'bird' }).map((bird) => [world.positionOf(bird), world.get(bird, 'near')]);

afterEach(() => vi.unstubAllEnvs());

describe.each(['sequential', 'random', 'simultaneous'])('in the order %s', (order) => {
  test.each([
    [put, 'true'],
    [put, '[]'],
    [forward, '[x]'],
    [forward, 'true'],
  ])('%s ends alike in both executors, wrapping %s', (effect, wrap) => {
    const ends = (['reference', 'compiled', 'compiled'] as const).map((executor, i) => {
      vi.stubEnv('EDICT_GENERATE', i === 1 ? 'never' : 'always');
      const world = begin(content(effect, order, wrap), executor);
      for (let turn = 0; turn < 4; turn++) world.step();
      const copy = loadWorld(sound(content(effect, order, wrap)), world.save(), { executor });
      for (const each of [world, copy, world.fork()]) for (let turn = 0; turn < 3; turn++) each.step();
      expect(copy.hash()).toBe(world.hash());
      return [world.hash(), placesOf(world)];
    });
    expect(ends[1]).toEqual(ends[0]);
    expect(ends[2]).toEqual(ends[0]);
  });
});

test('at once, all birds see where the others were before', () => {
  const text = (order: string) => `
spaces: { line: { kind: bird, width: 10, height: 1, wrap: true } }
kinds: { bird: { ownership: none } }
classes:
  boid:
    kind: bird
    groups:
      - order: ${order}
        scope: { include: target == source }
        effects: [{ put: { x: "x(source) + within(source, 1).count()", y: 0 } }]
start: [{ create: boid, count: 3, at: { x: index + 7, y: 0 } }]
`;
  const ends = ['simultaneous', 'sequential'].map((order) => {
    const world = begin(text(order), 'compiled');
    world.step();
    return world.query({ kind: 'bird' }).map((bird) => world.positionOf(bird));
  });
  expect(ends[0]).toEqual([8, 0, 0].map((x) => ({ x, y: 0 })));
  expect(ends[1]).toEqual([8, 0, 1].map((x) => ({ x, y: 0 })));
});

/** Others are moved along in memory, where birds stand in the order of their places. */
const far = '{ put: { x: "uniform(0, 100)", y: "uniform(0, 80)" } }';

/** With few birds around each. */
function wide(text: string): string {
  return text
    .replace('count: 20', 'count: 800')
    .replace('width: 10, height: 8', 'width: 100, height: 80')
    .replace('uniform(0, 10)', 'uniform(0, 100)')
    .replace('uniform(0, 8)', 'uniform(0, 80)');
}

test.each([
  ['reference', 'never'],
  ['compiled', 'never'],
  ['compiled', 'always'],
] as const)(
  'birds that move and look by turns count what must be sorted again (%s, generated code: %s)',
  (executor, mode) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    const flock = (order: string): World =>
      createWorld(sound(wide(content(far, order, 'true'))), {
        executor,
        limits: { visitsPerTurn: 30_000 },
      });
    flock('simultaneous').step();
    const world = flock('sequential');
    const before = world.hash();
    expect(() => {
      world.step();
    }).toThrow(expect.objectContaining({ code: 'limit-visits', message: expect.stringContaining('fly') as string }));
    expect(world.hash()).toBe(before);
  },
);
