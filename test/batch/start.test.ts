import { expect, test } from 'vitest';
import { createBatch } from '../../src/batch/batch.js';
import { createWorld, defineContent } from '../../src/index.js';

const program = defineContent({
  properties: { gold: {}, plan: { type: 'plans' } },
  enumerations: { plans: ['work', 'rest'] },
  kinds: { side: { faction: true, properties: ['gold', 'plan'] }, mine: { properties: ['gold'] } },
  start: [
    { kind: 'side', count: 2, values: { gold: 'floor(1000 * random())' } },
    { kind: 'mine', count: 20, values: { gold: 'random()' } },
  ],
  environment: {
    name: 'mines',
    capacity: 31,
    maps: 2,
    agents: { of: 'side', count: 2 },
    observation: { own: { values: { gold: 'agent.gold' } } },
    actions: { plan: { property: 'plan' } },
    reward: 'agent.gold',
  },
});

const start = (map: number) => createWorld(program, { seed: map, reserve: { objects: 31 }, fixed: true });

test('each map of a batch begins by the steps of content, once, with its own seed', () => {
  const batch = createBatch({ program, start }, { instances: 4 });
  batch.reset(5);
  const first = new Set([0, 1, 2, 3].map((instance) => batch.world(instance).size));
  expect(first).toEqual(new Set([22]));
  const golds = (instance: number) => {
    const world = batch.world(instance);
    return JSON.stringify(world.query().map((handle) => world.get(handle, 'gold')));
  };
  const known = new Set(
    [0, 1].map((map) => {
      const world = start(map);
      return JSON.stringify(world.query().map((handle) => world.get(handle, 'gold')));
    }),
  );
  expect(known.size).toBe(2);
  for (const instance of [0, 1, 2, 3]) expect(known).toContain(golds(instance));
  batch.step();
  expect(batch.world(0).size).toBe(22);
});
