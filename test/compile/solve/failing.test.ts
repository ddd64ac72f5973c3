import { expect, test } from 'vitest';
import { defineContent } from '../../../src/content/native/define.js';
import { createWorld } from '../../../src/world.js';

test('a formula that passes a limit half way through a change takes the change back, and nothing is stale after it', () => {
  const content = defineContent({
    properties: { size: { type: 'number', default: 1 } },
    variables: { load: { input: true }, first: {}, crowd: {}, last: {} },
    kinds: {
      hero: {
        variables: ['load', 'first', 'crowd', 'last'],
        modifiers: [
          { variable: 'first', set: 'self.load + 1' },
          { variable: 'crowd', set: 'objects(rock).filter(r, r.size > self.first).count()' },
          { variable: 'last', set: 'self.crowd + self.load' },
        ],
      },
      rock: { properties: ['size'] },
    },
  });
  const world = createWorld(content, { limits: { visitsPerTurn: 11 } });
  const hero = world.spawn({ kind: 'hero' });
  for (let i = 0; i < 10; i++) world.spawn({ kind: 'rock', values: { size: 5 } });
  expect([world.get(hero, 'crowd'), world.get(hero, 'last')]).toEqual([10, 10]);
  const before = world.hash();
  expect(() => world.spawn({ kind: 'rock' })).toThrow(/more than 11 objects/);
  expect(world.hash()).toBe(before);
  world.set(hero, 'load', 4);
  expect(['first', 'crowd', 'last'].map((name) => world.get(hero, name))).toEqual([5, 0, 4]);
});
