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
    expect(out).toMatch(/FAIL {2}\S+broken\.yaml\n +this content does not load:\n +\S+broken\.yaml:2:\d+/);
    expect(out).toMatch(/FAIL {2}\S+wrong\.yaml\n +this content does not load:\n +\S+wrong\.yaml:2:\d+[^]+size/);
    expect(out).toContain('\n2 worlds the same in all ways, 0 not; 2 content files with errors\n');
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

  it('refuses what holds no world', async () => {
    const where = folderWith({ 'rules.yaml': 'edict: 1\nkinds: { stone: {} }\n' });
    const { code, out, error } = await cli(['verify', where]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(error).toBe(
      `edict: there is no world to verify in ${where}: no scenario, and no content with a \`start\` ` +
        `(passed over: ${join(where, 'rules.yaml')}); name a scenario file, or give the content a start\n`,
    );
    expect((await cli(['verify', 'x.yaml', '--ways', 'fly'])).error).toContain('--ways is "fly"');
    expect(await cli(['verify', 'no-such.yaml'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('no-such.yaml') as string,
    });
  });
});
