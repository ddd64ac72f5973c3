import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderWith } from './files.js';
import { cli } from './run-cli.js';

const germs = `
parameters: { breed: { default: 2, range: [0, 10] }, many: { type: integer, default: 3 } }
properties: { size: {} }
kinds: { cell: { properties: [size] } }
classes:
  germ:
    kind: cell
    groups: [{ scope: { include: target == source }, effects: [{ property: size, add: breed }] }]
expressions: { room: { of: cell, is: 10 * breed - self.size } }
reports: { sizes: "objects(cell).sum(c, c.size)" }
start: [{ create: germ, count: many, values: { size: index } }]
`;

const fileWith = (text: string, name = 'germs.yaml') => join(folderWith({ [name]: text }), name);

async function errorOf(...argv: readonly string[]): Promise<string> {
  const { code, error, out } = await cli(argv);
  expect([out, code > 0]).toEqual(['', true]);
  return error;
}

describe('a content file that begins a world', () => {
  it('is run, with parameters, seed and limits', async () => {
    const file = fileWith(germs);
    const run = async (...more: readonly string[]) => {
      const { out } = await cli(['run', file, '--turns', '2', '--json', ...more]);
      const { world, seed, objects, reports } = JSON.parse(out) as Record<string, { readonly series: unknown }>;
      return { world, seed, objects, series: reports.series };
    };
    expect(await run()).toEqual({ world: 'germs', seed: '1', objects: 3, series: { sizes: [9, 15] } });
    expect(await run('--set', 'many=1', '--set', 'breed=1', '--seed', 'x')).toEqual({
      world: 'germs',
      seed: 'x',
      objects: 1,
      series: { sizes: [1, 2] },
    });
    expect(await errorOf('run', file, '--set', 'manny=1')).toBe(
      'edict: there is no parameter "manny"; did you mean `many`?\n',
    );
    expect(await errorOf('run', file, '--limit', 'createdAtStart=2')).toMatch(
      new RegExp(`^edict: ${file}:11:1: .*createdAtStart`),
    );
  });

  it('is run where its grid makes the cells', async () => {
    const file = fileWith(
      'kinds: { plot: { node: true } }\ngrids: { map: { kind: plot, width: 4, height: 3, cells: true } }\n',
    );
    const { out } = await cli(['run', file, '--turns', '1']);
    expect(out).toMatch(/^germs, seed 1: 1 turn, 12 objects\n/);
  });

  it('is asked by explain and what-if', async () => {
    const file = fileWith(germs);
    expect((await cli(['explain', '#2', 'size', file])).out).toContain('1 → 3');
    const { out } = await cli(['what-if', file, '--suppose', '#2.size = 5', '--expression', 'room', '--object', '#2']);
    expect(out).toMatch(/19 .* 15/);
  });

  it('is saved and loaded', async () => {
    const file = fileWith(germs);
    const saved = `${file}.edict`;
    await cli(['run', file, '--turns', '2', '--save', saved]);
    const { out } = await cli(['run', file, '--load', saved, '--turns', '1', '--json']);
    expect(JSON.parse(out)).toMatchObject({ turn: 3, reports: { turns: [3], series: { sizes: [21] } } });
  });

  it('is a case of edict test if it is named, and passed over in a folder', async () => {
    const folder = folderWith({
      'germs.yaml': germs,
      'case.yaml': 'format: edict-scenario/1\ncontent: {}\nsteps: []\n',
    });
    expect((await cli(['test', join(folder, 'germs.yaml')])).out).toContain('1 passed, 0 failed in 1 file');
    expect((await cli(['test', folder])).out).toContain('1 passed, 0 failed in 1 file');
    const { code, out } = await cli(['test', join(folder, 'germs.yaml'), '--limit', 'createdAtStart=2']);
    expect([code, out.includes('the world cannot be made')]).toEqual([1, true]);
  });

  it('may be written in braces', async () => {
    const file = fileWith('{ "kinds": { "rock": {} }, "start": [{ "kind": "rock", "count": 2 }] }\n', 'rocks.json');
    expect((await cli(['run', file, '--turns', '1'])).out).toMatch(/^rocks, seed 1: 1 turn, 2 objects\n/);
  });
});

describe('other content', () => {
  it.each([['run'], ['explain', '#1', 'size'], ['play']])(
    'is refused by edict %s, with what to do',
    async (...argv) => {
      const file = fileWith(germs.replace(/start: .*/, ''));
      expect(await errorOf(...argv, file)).toBe(
        `edict: ${file} is content whose worlds begin empty: it has neither a section start nor a grid with cells: true; ` +
          'give it a start, such as start: [{ kind: …, count: 10 }], or name it as the content of a scenario file (format: edict-scenario/1) with objects\n',
      );
    },
  );

  it('is told with all its errors and their places', async () => {
    const file = fileWith(germs.replace('add: breed', 'ad: bred').replace('count: many', 'count: size'));
    const error = await errorOf('run', file);
    expect(error.split('\n')[0]).toBe(`edict: the content of ${file} does not load:`);
    expect(error).toContain(`${file}:8:`);
    expect(error).toContain(`${file}:11:`);
  });

  it('fails in edict test, once, with the place of a step that goes wrong', async () => {
    const file = fileWith(germs.replace('count: many', 'count: 5000000'));
    const { out } = await cli(['test', file]);
    expect(out).toContain('1 failed');
    expect(out).toContain(`${file}:11:1: `);
  });
});
