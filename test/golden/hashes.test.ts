import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { loadContent } from '../../src/content/native/load-content.js';
import { type World, createWorld } from '../../src/index.js';
import { cli } from '../cli/run-cli.js';
import { longTest } from '../support/heavy.js';
import { scenarios } from './examples.js';
import { expectEntry, root } from './golden.js';

const file = 'hashes.json';

async function hashOf(...argv: readonly string[]): Promise<string> {
  const { code, out, error } = await cli(['run', ...argv, '--json']);
  expect([code, error]).toEqual([0, '']);
  const { executor, hash } = JSON.parse(out) as { executor: string; hash: string };
  expect(executor).toBe('compiled');
  return hash;
}

// `npm start` takes a hundred turns; thirty of them change every kind of object and value that it changes.
longTest('npm start is after 30 turns where it was', async () => {
  expectEntry(file, 'npm start, after 30 turns', await hashOf('--turns', '30'));
});

test.each(scenarios)('examples/%s.yaml runs as it did', async (name) => {
  const path = `examples/${name}.yaml`;
  expectEntry(file, path, await hashOf(`${root}${path}`, '--turns', '20', '--agent', 'random'));
});

/** Some objects for the contents that have no world of their own. */
const settle: Readonly<Record<string, (world: World) => void>> = {
  'first-farm'(world) {
    const owner = world.spawn({ kind: 'empire' });
    const planet = world.spawn({ kind: 'planet', owner, values: { fertility: 2 } });
    world.spawn({ class: 'farm', owner, place: { in: planet } });
  },
  'chance-and-stacking'(world) {
    const town = world.spawn({ kind: 'town' });
    for (let i = 0; i < 40; i++) world.spawn({ kind: 'person', place: { in: town } });
    for (const name of ['drum', 'flute', 'cook', 'cook', 'clerk', 'mayor', 'lantern'])
      world.spawn({ class: name, place: { in: town } });
  },
  starlanes(world) {
    const owner = world.spawn({ kind: 'empire' });
    const [a, b] = [0, 60].map((x) => world.spawn({ kind: 'system', place: { x, y: 0 } }));
    world.relations.connect(a, b);
    world.spawn({ class: 'beacon', owner, place: { in: a } });
    world.spawn({ class: 'courier', owner, place: { in: b } });
    world.spawn({ class: 'courier', owner, place: { lane: [a, b], fraction: 0.5 } });
  },
};

test.each(Object.keys(settle))('examples/%s runs as it did', (name) => {
  const path = `examples/${name}/content.yaml`;
  const loaded = loadContent([{ file: path, text: readFileSync(`${root}${path}`, 'utf8') }]);
  if (!loaded.ok) throw new Error('the example is sound');
  const world = createWorld(loaded.program, { executor: 'compiled' });
  settle[name](world);
  world.run(20);
  expectEntry(file, path, world.hash());
});
