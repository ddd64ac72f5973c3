import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colony, folderWith } from './files.js';
import { cli } from './run-cli.js';

describe('edict verify', () => {
  it('runs the worlds of scenarios in all ways, all cases of them', async () => {
    const where = folderWith({
      'colony.yaml': colony,
      'begins.yaml': 'edict: 1\nkinds: { rock: {} }\nstart: [{ kind: rock, count: 3 }]\n',
      'rules.yaml': 'edict: 1\nkinds: { stone: {} }\n',
    });
    const { code, out, error } = await cli(['verify', where, '--turns', '3']);
    expect(code).toBe(0);
    expect(error).toMatch(/^passed over: content without a `start` [^]*:\n {2}\S+rules\.yaml\n$/);
    expect(
      out.replaceAll(where, '').replaceAll(/[0-9a-f]{16}/g, 'HASH'),
    ).toBe(`ok    /begins.yaml: begins  3 turns, state HASH
ok    /colony.yaml: grows  3 turns, state HASH
ok    /colony.yaml: stops growing  3 turns, state HASH

3 worlds the same in all ways, 0 not
`);
  });

  it('plays games by moves', async () => {
    const duel = join(import.meta.dirname, '../../examples/duel.yaml');
    const { code, out } = await cli(['verify', duel, '--turns', '6', '--json', '--ways', 'fork,save']);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ passed: 1, failed: 0, cases: [{ moves: 6, failure: null, error: null }] });
  });

  it('reports what cannot run, and goes on', async () => {
    const where = folderWith({
      'a.yaml': `edict: 1
meters: { size: {} }
kinds: { rock: { meters: [size] } }
start: [{ create: stone }]
`,
      'b.yaml': colony,
    });
    const { code, out } = await cli(['verify', where, '--turns', '2', '--ways', 'fork']);
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL .*a\.yaml: a\n +edict: .*does not load:\n .*stone/);
    expect(out).toContain('2 worlds the same in all ways, 1 not');
  });

  it('reports content in folders that does not load', async () => {
    const where = folderWith({
      'colony.yaml': colony,
      'broken.yaml': 'edict: 1\nkinds: { rock: [\n',
      'rules/wrong.yaml': 'edict: 1\nkinds: { rock: { meters: [size] } }\n',
      'rules/more.yaml': 'edict: 1\nkinds: { stone: {} }\n',
    });
    const { code, out, error } = await cli(['verify', where, '--turns', '1', '--ways', 'fork']);
    expect(code).toBe(1);
    expect(out).toMatch(/FAIL {2}\S+broken\.yaml\n +this file does not load:\n +\S+broken\.yaml:2:\d+/);
    expect(out).toMatch(/FAIL {2}\S+wrong\.yaml\n +this file does not load:\n +\S+wrong\.yaml:2:\d+[^]+size/);
    expect(out).toContain('\n2 worlds the same in all ways, 0 not; 2 files do not load\n');
    expect(error).toMatch(/^passed over: [^]*:\n {2}\S+more\.yaml\n$/);
    const { out: json } = await cli(['verify', join(where, 'rules'), '--json']);
    expect(JSON.parse(json)).toMatchObject({
      passed: 0,
      failed: 1,
      cases: [{ file: join(where, 'rules/wrong.yaml'), case: '', failure: null }],
      passedOver: [join(where, 'rules/more.yaml')],
    });
  });

  it('leaves content to the scenario that reads it', async () => {
    const where = folderWith({
      'uses.yaml':
        'format: edict-scenario/1\nname: Uses\ncontent: [rules/kinds.yaml]\nworld: { objects: [{ name: Rock, kind: rock }] }\ncases: [{ name: one, steps: [{ run: 1 }] }]\n',
      'rules/kinds.yaml': 'edict: 1\nkinds: { rock: {} }\n',
    });
    expect(await cli(['verify', where, '--turns', '1', '--ways', 'fork'])).toMatchObject({ code: 0, error: '' });
  });

  it('runs content whose worlds begin with the cells of a grid', async () => {
    const where = folderWith({
      'map.yaml': 'edict: 1\nkinds: { plot: {} }\ngrids: { map: { kind: plot, width: 3, height: 2, cells: true } }\n',
      'bare.yaml': 'edict: 1\nkinds: { plot: {} }\ngrids: { map: { kind: plot, width: 3, height: 2 } } # no cells\n',
    });
    const { out, error } = await cli(['verify', where, '--turns', '1', '--ways', 'fork']);
    expect(out).toMatch(/^ok {4}\S+map\.yaml: map {2}1 turn[^]*\n1 world the same/);
    expect(error).toMatch(/:\n {2}\S+bare\.yaml\n$/);
  });

  it('reports broken JSON and unreadable files in folders with their place, and passes over other JSON', async () => {
    const where = folderWith({
      'colony.yaml': colony,
      'broken.json': '{\n  "kinds": { "rock": }\n  "start": [\n',
      'binary.json': new Uint8Array([0xff, 0xfe, 0x00]),
      'package.json': '{ "name": "colony", "&a": "*b" }',
    });
    const { code, out, error } = await cli(['verify', where, '--turns', '1', '--ways', 'fork']);
    expect({ code, error }).toEqual({ code: 1, error: '' });
    expect(out).toMatch(/FAIL {2}\S+broken\.json\n +this file does not load:\n +\S+broken\.json:\d:\d+/);
    expect(out).toMatch(/FAIL {2}\S+binary\.json\n +this file does not load:\n +\S+binary\.json:1:1/);
    expect(out).toContain('\n2 worlds the same in all ways, 0 not; 2 files do not load\n');
  });

  it('lists some of many files without a world, and counts the rest', async () => {
    const names = Array.from({ length: 30 }, (_, i) => `part${String(i).padStart(2, '0')}.yaml`);
    const parts = Object.fromEntries(names.map((name, i) => [name, `edict: 1\nkinds: { stone${i}: {} }\n`]));
    const alone = folderWith(parts);
    expect((await cli(['verify', alone])).error.replaceAll(alone, '.')).toContain(
      'content without either was passed over: `./part00.yaml`, `./part01.yaml`, `./part02.yaml` and 27 more; ',
    );
    const { error } = await cli(['verify', folderWith({ ...parts, 'colony.yaml': colony }), '--turns', '1']);
    expect(error.split('\n').slice(-4)).toEqual([
      expect.stringMatching(/part18\.yaml$/),
      expect.stringMatching(/part19\.yaml$/),
      '  and 10 more; --json lists all',
      '',
    ]);
  });

  it('refuses what holds no world', async () => {
    const where = folderWith({ 'rules.yaml': 'edict: 1\nkinds: { stone: {} }\n' });
    const { code, out, error } = await cli(['verify', where]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error.replaceAll(where, '.')).toBe(
      'edict: there is no world to verify in `.`, expected a scenario file (format: edict-scenario/1), or content with ' +
        'a `start` or a grid with `cells: true`; content without either was passed over: `./rules.yaml`; ' +
        'name a scenario file, or give the content a start\n',
    );
    expect((await cli(['verify', 'x.yaml', '--ways', 'fly'])).error).toContain('--ways is "fly"');
    expect(await cli(['verify', 'no-such.yaml'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('no-such.yaml') as string,
    });
  });
});
