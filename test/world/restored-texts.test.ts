import { expect, test } from 'vitest';
import { defineContent } from '../../src/content/native/define.js';
import type { World } from '../../src/world/api.js';
import { createWorld } from '../../src/world.js';

const content = defineContent({ kinds: { star: {} } });

function worldWith(...names: readonly string[]): World {
  const world = createWorld(content, { reserve: { objects: 8 } });
  for (const name of names) world.spawn({ kind: 'star', name });
  return world;
}

function namesIn(world: World): readonly (string | undefined)[] {
  return world.query().map((handle) => world.describe(handle).name);
}

test.each([
  ['whose texts begin like its own', ['Sol', 'Vega']],
  ['with other texts', ['Vega', 'Deneb', 'Sol']],
  ['with more of them', ['Sol', 'Vega', 'Altair', 'Deneb']],
])('a world goes on from a snapshot of another one %s', (_name, names) => {
  const world = worldWith('Sol', 'Vega', 'Altair');
  const other = worldWith(...names);
  world.restore(other.snapshot());
  expect(namesIn(world)).toEqual(names);
  expect(world.hash()).toBe(other.hash());
  for (const each of [world, other]) each.spawn({ kind: 'star', name: 'Mira' });
  expect(namesIn(world)).toEqual([...names, 'Mira']);
  expect(world.hash()).toBe(other.hash());
  const saved = createWorld(content, { reserve: { objects: 8 } });
  saved.restore(world.snapshot());
  expect(namesIn(saved)).toEqual([...names, 'Mira']);
});
