import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { writeProgram } from '../../src/compiled/write-program.js';
import * as runtime from '../../src/entries/edict-runtime.js';
import * as edict from '../../src/index.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const program = edict.defineContent({
  meters: { food: { default: 4, growth: 'value + 1' } },
  kinds: { planet: { meters: ['food'] } },
  expressions: { rich: { of: 'planet', is: 'self.food > 5' } },
});
const text = writeProgram(program);

describe('edict/runtime', () => {
  it('runs compiled content as edict runs the content itself', () => {
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
    expect(run(runtime, runtime.readProgram(text))).toEqual(run(edict, program));
  });

  it('takes worlds that edict saved, and the other way round', () => {
    const world = edict.createWorld(program);
    world.spawn({ kind: 'planet' });
    const loaded = runtime.loadWorld(runtime.readProgram(text), world.save());
    expect(loaded.hash()).toBe(world.hash());
    expect(edict.loadWorld(program, loaded.save()).hash()).toBe(world.hash());
  });

  it('says of what is no program where programs come from', () => {
    const refusal = 'edict: this is no program; pass what readProgram returned';
    for (const given of [text, new TextEncoder().encode(text), {}, undefined]) {
      expect(() => runtime.createWorld(given as never)).toThrow(refusal);
      expect(() => runtime.loadWorld(given as never, new Uint8Array())).toThrow(refusal);
      expect(() => edict.createWorld(given as never)).toThrow('this is no program; pass what defineContent returned');
    }
  });

  it('says of texts of expressions that it cannot parse them, in forks too', () => {
    const world = runtime.createWorld(runtime.readProgram(text));
    const planet = world.spawn({ kind: 'planet' });
    const refusal = 'edict: "self.food > 1" cannot be evaluated: `edict/runtime` has no parser of expressions';
    for (const each of [world, world.fork()]) {
      expect(() => each.query({ where: 'self.food > 1' })).toThrow(refusal);
      expect(() => each.questions.evaluate('self.food > 1', { source: planet })).toThrow(refusal);
    }
    expect(edict.createWorld(runtime.readProgram(text)).query({ where: 'self.food > 1' })).toEqual([]);
  });

  it('has neither parsers nor schema in a bundle, and the size that docs/compiled.md states', async () => {
    const { outputFiles, metafile } = await build({
      stdin: {
        contents: `import { createWorld, loadWorld, readProgram } from './src/entries/edict-runtime.ts';
          globalThis.edict = { createWorld, loadWorld, readProgram };`,
        resolveDir: root,
      },
      bundle: true,
      write: false,
      minify: true,
      metafile: true,
      platform: 'browser',
      external: ['node:*'],
      format: 'esm',
      logLevel: 'silent',
    });
    const used = Object.entries(metafile.outputs).flatMap(([, { inputs }]) =>
      Object.entries(inputs).flatMap(([name, { bytesInOutput }]) => (bytesInOutput > 0 ? [name] : [])),
    );
    const parsers = /chevrotain|lodash|yaml|zod|src\/(?:cli|files|scenarios)\/|src\/content\/(?!text\/)/;
    expect(used.filter((name) => parsers.test(name))).toEqual([]);
    const page = readFileSync(join(root, 'docs/compiled.md'), 'utf8');
    const stated = Number(/adds about (\d+) kB to a page/.exec(page)?.[1]);
    const found = gzipSync(outputFiles[0].contents, { level: 9 }).length / 1000;
    expect(found).toBeLessThanOrEqual(stated * 1.02);
    expect(found).toBeGreaterThan(stated * 0.9);
  });
});
