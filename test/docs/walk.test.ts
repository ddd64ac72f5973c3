import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createWorld, loadContent } from '../../src/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/walk.md`, 'utf8');
const content = /```yaml\n([^]*?)```/.exec(page)?.[1] ?? '';
/** Each stage: a function and its file. */
const stages = [...page.matchAll(/`(\w+)`\s+in\s+`([\w/-]+\.ts)`/g)].map(([, name, file]) => ({ name, file }));

/** `file name` of each function that runs meanwhile. */
function calledIn(act: () => void): ReadonlySet<string> {
  const session = new Session();
  session.connect();
  const called = new Set<string>();
  try {
    session.post('Profiler.enable');
    session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    act();
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error !== null) throw error;
      for (const { url, functions } of coverage.result)
        for (const { functionName, ranges } of functions)
          if (ranges[0].count > 0) called.add(`${url.split('/src/')[1]?.split('?')[0]} ${functionName}`);
    });
  } finally {
    session.disconnect();
  }
  return called;
}

it('names the functions that an effect goes through from its file to the typed array', () => {
  expect(stages.length).toBeGreaterThan(15);
  const called = calledIn(() => {
    const loaded = loadContent([{ file: 'walk.yaml', text: content }]);
    if (!loaded.ok) throw new Error(loaded.errors[0].message);
    const world = createWorld(loaded.program);
    world.spawn({ class: 'sun' });
    const planet = world.spawn({ kind: 'planet', values: { fertility: 3 } });
    world.step();
    expect(world.get(planet, 'maxPopulation')).toBe(12);
  });
  expect(stages.filter(({ name, file }) => !called.has(`${file} ${name}`))).toEqual([]);
});

it('names files and folders that exist', () => {
  const paths = [...page.matchAll(/`([\w-]+(?:\/[\w-]+)*(?:\/|\.ts))`/g)].map(([, path]) => path);
  expect(paths.length).toBeGreaterThan(15);
  expect(paths.filter((path) => !existsSync(`${root}src/${path}`))).toEqual([]);
});
