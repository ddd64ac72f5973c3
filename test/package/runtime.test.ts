import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { writeProgram } from '../../src/compiled/write-program.js';
import * as runtime from '../../src/entries/edict-runtime.js';
import * as edict from '../../src/index.js';
import { readScenario } from '../../src/scenarios/native/read-native-scenario.js';
import { setUpStage } from '../../src/scenarios/native/set-up-world.js';
import { scenarios } from '../golden/examples.js';
import { examplePrograms } from '../support/compiled-file.js';
import { said } from '../support/twin-worlds.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const program = edict.defineContent({
  meters: { food: { default: 4, growth: 'value + 1' } },
  kinds: { planet: { meters: ['food'] } },
  expressions: { rich: { of: 'planet', is: 'self.food > 5' } },
});
const text = writeProgram(program);

describe('edict/runtime', () => {
  it('runs compiled content as edict runs the content itself', async () => {
    const run = (
      { createWorld, loadWorld }: Pick<typeof edict, 'createWorld' | 'loadWorld'>,
      of: edict.Program,
    ): unknown => {
      const world = createWorld(of, { seed: 7 });
      const planet = world.spawn({ kind: 'planet' });
      world.run(2);
      const again = loadWorld(of, world.save());
      again.run(1);
      return [world.hash(), again.hash(), again.questions.ask('rich', planet), world.explain(planet, 'food')];
    };
    expect(run(runtime, await runtime.readProgram(text))).toEqual(run(edict, program));
  });

  it('takes worlds that edict saved, and the other way round', async () => {
    const world = edict.createWorld(program);
    world.spawn({ kind: 'planet' });
    const loaded = runtime.loadWorld(await runtime.readProgram(text), world.save());
    expect(loaded.hash()).toBe(world.hash());
    expect(edict.loadWorld(program, loaded.save()).hash()).toBe(world.hash());
  });

  it('says of what is no program where programs come from', () => {
    const refusal = 'edict: this is not a program of `edict/runtime`; pass what `await readProgram(text)` returned';
    for (const given of [text, new TextEncoder().encode(text), {}, undefined]) {
      expect(() => runtime.createWorld(given as never)).toThrow(refusal);
      expect(() => runtime.loadWorld(given as never, new Uint8Array())).toThrow(refusal);
      expect(() => edict.createWorld(given as never)).toThrow(
        'this is not a program; pass what defineContent returned',
      );
    }
  });

  it('says of texts of expressions that it cannot parse them, in forks too', async () => {
    const world = runtime.createWorld(await runtime.readProgram(text));
    const planet = world.spawn({ kind: 'planet' });
    const refusal = 'edict: "self.food > 1" cannot be evaluated: `edict/runtime` has no parser of expressions';
    for (const each of [world, world.fork()]) {
      expect(() => each.query({ where: 'self.food > 1' })).toThrow(refusal);
      expect(() => each.questions.evaluate('self.food > 1', { source: planet })).toThrow(refusal);
    }
    expect(edict.createWorld(await runtime.readProgram(text)).query({ where: 'self.food > 1' })).toEqual([]);
  });

  // They have occurrences, variables, triggers and flows.
  it.each(scenarios)('runs %s with the parts that readProgram loads', async (name) => {
    const path = `examples/${name}.yaml`;
    const read = readScenario(path, readFileSync(join(root, path), 'utf8'));
    if (!read.ok) throw new Error('the example is sound');
    const [[, whole]] = examplePrograms([path]);
    const begun = setUpStage(whole, read.scenario, read.scenario.cases[0]).world.save();
    const run = (world: edict.World): unknown => {
      world.events.answerWith(({ options }) => options.length - 1);
      const outcome = said(world, () => {
        world.run(12);
      });
      return [outcome, world.hash()];
    };
    const compiled = await runtime.readProgram(writeProgram(whole));
    expect(run(runtime.loadWorld(compiled, begun))).toEqual(run(edict.loadWorld(whole, begun)));
  });

  it('refuses what only edict has, and programs that it did not read', async () => {
    const read = await runtime.readProgram(text);
    expect(() => runtime.createWorld(read, { executor: 'reference' })).toThrow(
      '`edict/runtime` has no executor reference',
    );
    expect(() => runtime.createWorld(program)).toThrow('make its world with createWorld or loadWorld of `edict`');
    expect(() => runtime.createWorld(runtime.readProgram(text) as never)).toThrow('await what readProgram returned');
  });

  it('has neither parsers nor schema, and the sizes that docs/compiled.md states', async () => {
    const { base, parts, used } = await bundle();
    const parsers = /chevrotain|lodash|yaml|zod|src\/(?:cli|files|scenarios)\/|src\/content\/(?!text\/)/;
    expect(used.filter((name) => parsers.test(name))).toEqual([]);
    const page = readFileSync(join(root, 'docs/compiled.md'), 'utf8');
    const stated = (pattern: RegExp) => Number(pattern.exec(page)?.[1]);
    const pairs = [
      [base, stated(/adds about (\d+) kB to a page/)],
      [parts.get('event-tools'), stated(/\| triggers, actions or occurrences \| (\d+) kB/)],
      [parts.get('create-solver'), stated(/\| variables \| (\d+) kB/)],
      [parts.get('make-flows'), stated(/\| flows \| (\d+) kB/)],
    ] as const;
    for (const [found = NaN, said] of pairs) {
      expect(found).toBeLessThanOrEqual(said * 1.02 + 0.5);
      expect(found).toBeGreaterThan(said * 0.9 - 0.5);
    }
  });
});

/** Of a page that only plays compiled content, as a bundler that splits code makes it; kB with gzip. */
async function bundle() {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: `import { createWorld, loadWorld, readProgram } from './src/entries/edict-runtime.ts';
        globalThis.edict = { createWorld, loadWorld, readProgram };`,
      resolveDir: root,
      sourcefile: 'page.js',
    },
    bundle: true,
    splitting: true,
    outdir: '/',
    write: false,
    minify: true,
    metafile: true,
    platform: 'browser',
    external: ['node:*'],
    format: 'esm',
    logLevel: 'silent',
  });
  const sizes = new Map(
    outputFiles.map(({ path, contents }) => [basename(path), gzipSync(contents, { level: 9 }).length / 1000]),
  );
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]));
  const loadedWith = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const { kind, path } of outputs.get(name)?.imports ?? [])
      if (kind === 'import-statement') loadedWith(basename(path), found);
    return found;
  };
  const sizeOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (sizes.get(name) ?? NaN), 0);
  const page = loadedWith('stdin.js');
  const parts = [...outputs].flatMap(([name, { entryPoint }]) => {
    if (entryPoint === undefined || page.has(name)) return [];
    const others = [...loadedWith(name)].filter((each) => !page.has(each));
    return [[basename(entryPoint, '.ts'), sizeOf(others)] as const];
  });
  const used = [...outputs.values()].flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : [])),
  );
  return { base: sizeOf(page), parts: new Map(parts), used };
}
