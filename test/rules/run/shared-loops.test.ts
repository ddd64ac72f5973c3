import { afterEach, expect, test, vi } from 'vitest';
import { createWorld } from '../../../src/world.js';
import { sound } from '../../content/native/samples.js';

/** Aggregates of one rule that share a loop. */

const ways = [
  ['reference', 'never'],
  ['compiled', 'never'],
  ['compiled', 'always'],
] as const;

afterEach(() => vi.unstubAllEnvs());

test('what reads the target does not join a loop from before it was named', () => {
  const text = `
properties: { a: {}, b: {}, mate: { type: reference } }
kinds: { bird: { ownership: none, properties: [a, b, mate] } }
classes:
  boid:
    kind: bird
    groups:
      - scope: { include: "target == source.mate && objects(bird).filter(x, x.a < 5).count() > 3" }
        effects: [{ property: a, set: "objects(bird).filter(x, x.a + x.b < target.b).count()" }]
start: [{ create: boid, count: 12, values: { a: index % 3, b: index } }]
`;
  const ends = ways.map(([executor, mode]) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    const world = createWorld(sound(text), { executor });
    const birds = world.query({ kind: 'bird' });
    birds.forEach((bird, i) => {
      world.set(bird, 'mate', birds[(i * 5 + 1) % birds.length]);
    });
    world.run(3);
    return birds.map((bird) => world.get(bird, 'a'));
  });
  expect(ends[1]).toEqual(ends[0]);
  expect(ends[2]).toEqual(ends[0]);
  expect(new Set(ends[0]).size).toBeGreaterThan(2);
});

const herd = (order: string, count: number, effect: string): string => `
properties: { a: {} }
kinds: { bird: { ownership: none, properties: [a] } }
classes:
  boid:
    kind: bird
    groups:
      - order: ${order}
        scope: { include: target == source }
        effects: [${effect}]
start: [{ create: boid, count: ${count}, values: { a: index } }]
`;

test.each(ways)('how many there are is one visit (%s, generated code: %s)', (executor, mode) => {
  vi.stubEnv('EDICT_GENERATE', mode);
  const text = herd('random', 500, '{ destroy: true, if: objects(bird).count() + instances(boid).count() > 600 }');
  const world = createWorld(sound(text), { executor, limits: { visitsPerTurn: 1_000 } });
  world.step();
  expect(world.query({ kind: 'bird' })).toHaveLength(300);
  expect(() => {
    createWorld(sound(text), { executor, limits: { visitsPerTurn: 999 } }).step();
  }).toThrow(expect.objectContaining({ code: 'limit-visits' }));
});

test('what no source changes is the same in all pieces of a rule, also where it is absent', () => {
  const text = herd(
    'simultaneous',
    2000,
    '{ property: a, set: "objects(bird).max(b, b.a) + source.a / default(objects(bird).filter(b, b.a < 0).mean(b, b.a), 4)" }',
  );
  const hashes = ways.slice(1).map(([executor, mode]) => {
    vi.stubEnv('EDICT_GENERATE', mode);
    const world = createWorld(sound(text), { executor });
    world.run(2);
    return world.hash();
  });
  expect(hashes[1]).toBe(hashes[0]);
});

test('what no source changes is not evaluated for each', () => {
  vi.stubEnv('EDICT_GENERATE', 'always');
  const text = herd('simultaneous', 2000, '{ property: a, set: "source.a + objects(bird).max(b, b.a)" }');
  const world = createWorld(sound(text), { limits: { visitsPerTurn: 2_000 } });
  world.step();
  expect(world.query({ kind: 'bird' }).map((bird) => world.get(bird, 'a'))).toEqual(
    Array.from({ length: 2000 }, (_, i) => i + 1999),
  );
});

test.each(ways)('visits of code and of what it calls count together (%s, generated code: %s)', (executor, mode) => {
  vi.stubEnv('EDICT_GENERATE', mode);
  const text = `
properties: { a: {}, near: {} }
kinds: { bird: { ownership: none, properties: [a, near] }, egg: { ownership: none } }
classes:
  shell: { kind: egg }
  boid:
    kind: bird
    groups:
      - scope: { include: target == source }
        effects:
          - { property: near, set: "objects(bird).filter(b, b.a > 5).count()" }
          - { create: shell, count: "objects(bird).filter(b, b.a > 500).count()" }
start: [{ create: boid, count: 100, values: { a: index } }]
`;
  const step = (visitsPerTurn: number) => {
    createWorld(sound(text), { executor, limits: { visitsPerTurn } }).step();
  };
  step(20_000);
  expect(() => {
    step(15_000);
  }).toThrow(expect.objectContaining({ code: 'limit-visits' }));
});
