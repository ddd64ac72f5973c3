import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { cli, oneSentence } from '../../../cli/run-cli.js';

const bell = fileURLToPath(new URL('../../../../examples/l5r/bell.json', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'edict-l5r-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

describe('edict l5r run', () => {
  it('prints the log of each case', async () => {
    const { code, out, error } = await cli(['l5r', 'run', bell]);
    expect({ code, error }).toEqual({ code: 0, error: '' });
    expect(out.split('\n').slice(0, 4)).toEqual([
      'bell who hears the bell is told once',
      '  apply ring:monk',
      '  B:echo(ring:monk)',
      '  B:modesty(gainHonor:Ann)',
    ]);
  });

  it('gives logs, entities and honor as JSON, of the case that is named by its id', async () => {
    const { code, out } = await cli(['l5r', 'run', bell, '--case', 'bell', '--json']);
    expect(code).toBe(0);
    const { cases } = JSON.parse(out) as { readonly cases: readonly Record<string, unknown>[] };
    expect(cases).toHaveLength(1);
    expect(cases[0]).toMatchObject({ honor: { Ann: 2, Ben: 0 }, faults: [] });
    expect(cases[0].log).toContain('B:echo(ring:monk)');
  });

  it('says what differs from the expectation, and exits with 1', async () => {
    const file = written(
      'other.json',
      readFileSync(bell, 'utf8').replace('"apply ring:monk": 2', '"apply ring:monk": 3'),
    );
    const { code, out } = await cli(['l5r', 'run', file]);
    expect(code).toBe(1);
    expect(out).toContain('count: "apply ring:monk" is there 2 times, expected 3 times');
  });

  it('names the cases when there is none of a name', async () => {
    const { code, error } = await cli(['l5r', 'run', bell, '--case', 'bel']);
    expect(code).toBe(1);
    expect(error).toMatch(oneSentence);
    expect(error).toContain('has no case "bel"');
  });

  it('gives the reason why a scenario stops, and plays the next', async () => {
    const endless = {
      format: 'timing/1',
      scenarios: [
        {
          id: 'endless',
          given: {
            abilities: [
              { id: 'echo', class: 'trait', at: 'after', on: { type: 'ring' }, do: [{ raise: { type: 'ring' } }] },
            ],
          },
          when: [{ raise: { type: 'ring' } }],
        },
        { id: 'once', when: [{ raise: { type: 'ring' } }] },
      ],
    };
    const { code, out } = await cli(['l5r', 'run', written('endless.json', JSON.stringify(endless))]);
    expect(code).toBe(1);
    expect(out).toMatch(/^endless\n {2}\(nothing happens\)\n.*echo.*\n\nonce\n {2}apply ring\n$/);
  });

  it('plays nothing of a file with errors', async () => {
    const file = written('broken.json', readFileSync(bell, 'utf8').replace('"type": "ring", "where"', '"where"'));
    const { code, out, error } = await cli(['l5r', 'run', file]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toContain('scenarios[0].given.abilities[0].on.type is missing, expected a name');
    expect(error).toContain('the file has 1 error, so nothing was run');
  });
});

describe('edict l5r check', () => {
  it('counts files and scenarios', async () => {
    expect(await cli(['l5r', 'check', bell])).toEqual({
      code: 0,
      out: '1 file, 1 scenario: no problems\n',
      error: '',
    });
  });

  it('shows all errors with their places, also as JSON', async () => {
    const file = written('two.json', readFileSync(bell, 'utf8').replaceAll('"class": "re', '"class": "ra'));
    const { code, out } = await cli(['l5r', 'check', file]);
    expect(code).toBe(1);
    expect(out).toMatch(/two\.json:\d+:\d+: error: /);
    expect(out).toContain('1 file, 1 scenario: 2 errors');
    const { out: json } = await cli(['l5r', 'check', file, '--json']);
    expect(JSON.parse(json)).toMatchObject({ files: 1, scenarios: 1, errors: [{ file }, { file }], warnings: [] });
  });

  it('says what a file of another format is, and goes on with the next', async () => {
    const file = written('realm.yaml', 'format: edict-scenario/1\n');
    const { code, out } = await cli(['l5r', 'check', file, bell]);
    expect(code).toBe(1);
    expect(out).toContain('is a scenario file of edict-scenario/1; run its cases with edict test');
    expect(out).toContain('2 files, 1 scenario: 1 error');
  });

  it('says in one sentence that there is nothing at a path', async () => {
    const { code, out, error } = await cli(['l5r', 'check', join(folder, 'nowhere.json'), bell]);
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(error).toMatch(/^edict: .*nowhere\.json.*\n$/);
  });

  it('passes over files of other formats in a folder', async () => {
    const { code, out } = await cli(['l5r', 'check', fileURLToPath(new URL('../../../../examples', import.meta.url))]);
    expect({ code, out }).toEqual({ code: 0, out: '1 file, 1 scenario: no problems\n' });
    expect((await cli(['l5r', 'check', join(folder, '..', 'edict-none')])).code).toBe(1);
  });
});
