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
