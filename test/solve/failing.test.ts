import type { World } from '../../src/world/api.js';
import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import { createWorld } from '../../src/world.js';

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
  const world: World = createWorld(content, { limits: { visitsPerTurn: 11 } });
  const hero = world.spawn({ kind: 'hero' });
  for (let i = 0; i < 10; i++) world.spawn({ kind: 'rock', values: { size: 5 } });
  expect([world.get(hero, 'crowd'), world.get(hero, 'last')]).toEqual([10, 10]);
  const before = world.hash();
  expect(() => world.spawn({ kind: 'rock' })).toThrow(/more than 11 objects/);
  expect(world.hash()).toBe(before);
  // A grant that passes the limit half way is taken back too.
  const full = createWorld(content, { limits: { visitsPerTurn: 11 } });
  const bare = full.spawn({ kind: 'hero', granted: false });
  for (let i = 0; i < 14; i++) full.spawn({ kind: 'rock', values: { size: 5 } });
  const idle = full.hash();
  expect(() => {
    full.variables.grant(bare);
  }).toThrow(/more than 11 objects/);
  expect([full.variables.isGranted(bare), full.get(bare, 'first'), full.hash()]).toEqual([false, 0, idle]);
  world.set(hero, 'load', 4);
  expect(['first', 'crowd', 'last'].map((name) => world.get(hero, name))).toEqual([5, 0, 4]);
});

test('an input that makes a formula pass a limit keeps its value', () => {
  const content = defineContent({
    properties: { size: { type: 'number', default: 1 } },
    variables: { load: { input: true }, before: {}, crowd: {} },
    kinds: {
      hero: {
        variables: ['load', 'before', 'crowd'],
        modifiers: [
          { variable: 'before', set: 'self.load * 2' },
          { variable: 'crowd', set: 'self.before > 6 ? objects(rock).filter(r, r.size < self.before).count() : 1' },
        ],
      },
      rock: { properties: ['size'] },
    },
  });
  const world: World = createWorld(content, { limits: { visitsPerTurn: 5 } });
  const hero = world.spawn({ kind: 'hero' });
  for (let i = 0; i < 9; i++) world.spawn({ kind: 'rock' });
  world.set(hero, 'load', 2);
  const kept = world.hash();
  expect(() => {
    world.set(hero, 'load', 4);
  }).toThrow(/more than 5 objects/);
  expect(() => {
    world.set(hero, 'load', { type: 'number', value: 5 });
  }).toThrow(/more than 5 objects/);
  expect(['load', 'before', 'crowd'].map((name) => world.get(hero, name))).toEqual([2, 4, 1]);
  expect(world.hash()).toBe(kept);
});
