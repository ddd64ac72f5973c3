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
    expect({ code, error }).toEqual({ code: 0, error: '' });
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

  it('refuses what holds no world', async () => {
    const where = folderWith({ 'rules.yaml': 'edict: 1\nkinds: { stone: {} }\n' });
    expect(await cli(['verify', where])).toMatchObject({ code: 2, out: '' });
    expect((await cli(['verify', 'x.yaml', '--ways', 'fly'])).error).toContain('--ways is "fly"');
    expect(await cli(['verify', 'no-such.yaml'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('no-such.yaml') as string,
    });
  });
});
