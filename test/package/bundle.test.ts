import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext, runInThisContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { type BuildOptions, build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import * as antares from '../../src/content/antares/edict-antares.js';
import * as edict from '../../src/index.js';
import { longTest } from '../support/heavy.js';

const folder = fileURLToPath(new URL('.', import.meta.url));

/** As a page bundles it: with nothing external and nothing in place of modules of Node. */
async function bundle(contents: string, options: BuildOptions = {}) {
  const result = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    minify: true,
    metafile: true,
    platform: 'browser',
    logLevel: 'silent',
    ...options,
  });
  const [{ text }] = result.outputFiles ?? [];
  return { text, inputs: Object.keys(result.metafile?.inputs ?? {}), warnings: result.warnings };
}

const colony = `
meters:
  maxPopulation: { reset: true }
  population: { default: 1, max: maxPopulation, growth: "approach(value, self.maxPopulation, 2)" }
properties: { fertility: { type: number, default: 3 } }
kinds:
  empire: { faction: true }
  planet: { meters: [population, maxPopulation], properties: [fertility] }
  building: { attachesTo: [planet] }
classes:
  farm:
    kind: building
    groups:
      - { scope: { include: target == source.planet }, effects: [{ meter: maxPopulation, add: 4 * target.fertility }] }
`;

/** Written as a script, so that it runs in any realm. */
const play = `(({ createWorld, defineContent, loadContent, loadWorld }, text) => {
  const loaded = loadContent([{ file: 'colony.yaml', text }]);
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.errors));
  const world = createWorld(loaded.program, { seed: 'é🚀' });
  world.addSystem({ name: 'weather', phase: 'host', run: (now) => {
    for (const planet of now.query({ kind: 'planet' })) now.set(planet, 'fertility', 2 + now.random('weather'));
  } });
  const empire = world.spawn({ kind: 'empire', name: 'Länder' });
  for (let i = 0; i < 300; i++)
    world.spawn({ class: 'farm', owner: empire, place: { in: world.spawn({ kind: 'planet', owner: empire }) } });
  world.run(10);
  const saved = world.save();
  const again = loadWorld(loaded.program, saved);
  const made = createWorld(defineContent({ kinds: { rock: {} } }));
  made.spawn({ kind: 'rock' });
  return [world.hash(), again.hash(), made.hash(), saved.length].join();
})`;

const expected = (runInThisContext(play) as (given: typeof edict, text: string) => string)(edict, colony);

describe('the package in a bundle for browsers', () => {
  const whole = `import { createWorld, defineContent, loadContent, loadWorld } from 'edict';
    globalThis.edict = { createWorld, defineContent, loadContent, loadWorld };`;

  it.each(['esm', 'iife'] as const)('has no module of Node and no warning, as %s', async (format) => {
    const { inputs, warnings } = await bundle(whole, { format });
    expect(warnings).toEqual([]);
    expect(inputs.filter((name) => /^node:|\(disabled\)/.test(name))).toEqual([]);
  });

  it.each(['edict/runtime', 'edict/play', 'edict/inspect', 'edict/antares'])('of %s neither', async (entry) => {
    const { inputs, warnings } = await bundle(`import * as all from '${entry}'; globalThis.all = all;`);
    expect(warnings).toEqual([]);
    expect(inputs.filter((name) => /^node:|\(disabled\)/.test(name))).toEqual([]);
  });

  it.each([
    ['all that script may do', true],
    ['neither code from texts nor WebAssembly', false],
  ])('runs with %s, with the hashes of Node, and needs nothing else of Node', async (_, isAllowed) => {
    const { text } = await bundle(whole, { format: 'iife' });
    // What a page has and the language lacks.
    const page = createContext(
      { TextEncoder, TextDecoder },
      { codeGeneration: { strings: isAllowed, wasm: isAllowed } },
    );
    runInContext('globalThis.self = globalThis', page);
    runInContext(text, page);
    const found: unknown = runInContext(`(text) => (${play})(globalThis.edict, text)`, page);
    expect((found as (given: string) => string)(colony)).toBe(expected);
  });
});

longTest('a page reads and plays levels of Antares, as Node does', async () => {
  const { text } = await bundle(`import * as antares from 'edict/antares'; globalThis.antares = antares;`, {
    format: 'iife',
  });
  const page = createContext({ TextEncoder, TextDecoder });
  runInContext('globalThis.self = globalThis', page);
  runInContext(text, page);
  const playLevel = `(({ loadLevel, openLevel, readDocument }, bytes) => {
    const read = readDocument('level.pn', Uint8Array.from(bytes));
    const { level } = loadLevel(read.value, 'sound');
    const session = openLevel(level, 'sound');
    const events = [];
    for (let step = 0; step < 60; step++) events.push(session.step([{ phase: 'late', set: { 'initial.0.health': 9 } }]));
    return JSON.stringify([[...read.value.entries.keys()], session.result(), events]);
  })`;
  const inPage = runInContext(`(bytes) => (${playLevel})(globalThis.antares, bytes)`, page) as (
    of: Uint8Array,
  ) => string;
  const here = runInThisContext(playLevel) as (of: typeof antares, bytes: Uint8Array) => string;
  const level = new TextEncoder().encode(`# Länder
players: [{type: "human"}]
initials: [{base: "ship", owner: 0, position: [0, 0]}]
bases: {ship: {maxHealth: 100, maxSpeed: 2.5e0}}
conditions:
  * direct: {initial: 0}
    when: {type: "health", op: "lt", object: {initial: 0}, value: 0.5}
    action:
      * {type: "play", any: [{sound: "\u00e4larm 🚀"}, $c0ffee, 1234567890123456789]}
      * {type: "win", player: 0}
`);
  expect(inPage(level)).toBe(here(antares, level));
});

describe('the size of a page', () => {
  it('with createWorld and loadContent is at most what docs/browser.md states', async () => {
    const { text } = await bundle(`import { createWorld, loadContent } from 'edict';
      globalThis.edict = { createWorld, loadContent };`);
    const page = readFileSync(join(folder, '../../docs/browser.md'), 'utf8');
    const stated = Number(/adds about (\d+) kB to a page/.exec(page)?.[1]);
    const found = gzipSync(text, { level: 9 }).length / 1000;
    expect(found).toBeLessThanOrEqual(stated * 1.02);
    expect(found).toBeGreaterThan(stated * 0.9);
  });
});

longTest('every entry point can be required', () => {
  const entries = [
    'edict',
    'edict/batch',
    'edict/runtime',
    'edict/inspect',
    'edict/node',
    'edict/play',
    'edict/antares',
  ];
  const program = `for (const name of ${JSON.stringify(entries)}) console.log(name, Object.keys(require(name)).length > 0)`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--no-warnings', '--input-type=commonjs', '-e', program], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toBe(entries.map((name) => `${name} true\n`).join(''));
});
