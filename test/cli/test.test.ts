import { gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from './run-cli.js';
import { colony, folderWith } from './files.js';

const failing = colony.replace('population: 3 } }', 'population: 4 } }');

interface TestJson {
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly { readonly file: string; readonly name: string; readonly message: string }[];
}

async function testJson(...paths: readonly string[]): Promise<TestJson & { readonly code: number }> {
  const { code, out } = await cli(['test', ...paths, '--json']);
  return { code, ...(JSON.parse(out) as TestJson) };
}

describe('edict test', () => {
  it('runs the cases of a file', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    expect(await testJson(file)).toEqual({ code: 0, passed: 2, failed: 0, failures: [] });
    expect((await cli(['test', file])).out).toBe(`ok    ${file}  2 cases\n\n2 passed, 0 failed in 1 file\n`);
  });

  it('names what failed, where, and what was expected', async () => {
    const file = join(folderWith({ 'colony.yaml': failing }), 'colony.yaml');
    const message = `${file}:30: after step 1 planet Terra population is 3, expected 4`;
    expect(await testJson(file)).toEqual({
      code: 1,
      passed: 1,
      failed: 1,
      failures: [{ file, name: 'stops growing', message }],
    });
    const { code, out } = await cli(['test', file]);
    expect(code).toBe(1);
    expect(out).toBe(
      `FAIL  ${file}  1 of 2 cases\n        stops growing\n          ${message}\n\n1 passed, 1 failed in 1 file\n`,
    );
  });

  it('runs every scenario of a folder, in stable order, and passes over the rest', async () => {
    const json = JSON.stringify({
      format: 'edict-scenario/1',
      content: { kinds: { rock: {} } },
      world: { objects: [{ name: 'A', kind: 'rock' }] },
      steps: [{ expect: { object: 'A', kind: 'rock' } }],
    });
    const folder = folderWith({
      'b.yaml': failing,
      'a/colony.yml': colony,
      'c.json': json,
      'd.json.gz': gzipSync(json),
      'content.yaml': 'kinds: {}\n',
      'data.json': '[1, 2]',
      'notes.txt': 'format: x',
      'broken.json': '{ "a": ',
      'game.json': '{ "format": "edict-decisions/1" }',
    });
    const { code, passed, failed, failures } = await testJson(folder);
    expect({ code, passed, failed }).toEqual({ code: 1, passed: 5, failed: 1 });
    expect(failures.map(({ file }) => file)).toEqual([join(folder, 'b.yaml')]);
    const { out } = await cli(['test', folder]);
    expect([...out.matchAll(/^(?:ok|FAIL) +(.+?) {2}/gm)].map(([, path]) => path.slice(folder.length + 1))).toEqual([
      'a/colony.yml',
      'b.yaml',
      'c.json',
      'd.json.gz',
    ]);
  });

  it('names a case of a file that has only one after the file', async () => {
    const file = join(
      folderWith({
        'lonely.yaml': 'format: edict-scenario/1\ncontent: { kinds: { rock: {} } }\nsteps: [{ expect: { turn: 1 } }]\n',
      }),
      'lonely.yaml',
    );
    expect((await testJson(file)).failures).toMatchObject([
      { name: 'lonely', message: `${file}:3: before the first step 0 turns are completed, expected 1` },
    ]);
  });

  it.each([
    [
      'an unknown format',
      'x.json',
      '{ "format": "tales/7" }',
      'the format "tales/7" is not known; known formats: edict-scenario/1',
    ],
    ['a file that is cut off', 'x.json.gz', gzipSync(colony).subarray(0, 60), 'cut off'],
    ['a file that is not compressed', 'x.json.gz', colony, 'not a gzip file'],
    ['a file that is no text', 'x.yaml', new Uint8Array([0xff, 0xfe, 0x41]), 'UTF-8'],
    ['a file that breaks the format', 'x.yaml', colony.replace('cases:', 'csaes:'), 'did you mean `cases`?'],
    [
      'a log of a game',
      'x.json',
      '{ "format": "edict-decisions/1" }',
      'is the log of a game; play it again with edict play and --replay',
    ],
    ['an empty file', 'x.yaml', '', 'x.yaml is empty, or holds only comments; check whether it was saved'],
    ['a file of comments', 'x.yaml', '# todo\n---\n', 'is empty, or holds only comments'],
    [
      'a file without a format that is no YAML',
      'x.yaml',
      'kinds: [a, b\nmeters: {}\n',
      'x.yaml:1:8: this is not well-formed YAML',
    ],
    [
      'a file without a format that is no JSON',
      'x.json',
      '{ "steps": [1, 2 }',
      'x.json:1:12: this is not well-formed YAML',
    ],
    ['a binary file', 'x.yaml', 'ab\0c', 'x.yaml:1:3: the file holds the control character U+0000'],
    [
      'a format that is no text',
      'x.yaml',
      '# mine\nformat: 3\n',
      'x.yaml:2: the format field is 3, expected the name of a format',
    ],
    ['a file that is no YAML', 'x.yaml', `${colony}  - [`, 'not well-formed YAML'],
  ])('%s is a failure of the file', async (_what, name, content, hint) => {
    const folder = folderWith({ [name]: content });
    const { code, passed, failed, failures } = await testJson(join(folder, name));
    expect({ code, passed, failed }).toEqual({ code: 1, passed: 0, failed: 1 });
    expect(failures[0]).toMatchObject({ file: join(folder, name), name: '(file)' });
    expect(failures[0].message).toContain(hint);
  });

  it('a file that is not there is told as a sentence, and nothing is run', async () => {
    const file = join(folderWith({ 'colony.yaml': colony }), 'colony.yaml');
    expect(await cli(['test', file, 'nothere.yaml'])).toEqual({
      code: 1,
      out: '',
      error: 'edict: nothere.yaml does not exist; check the path\n',
    });
  });

  it('an unknown format in a folder is a failure too', async () => {
    expect(await testJson(folderWith({ 'x.json': '{ "format": "tales/7" }', 'y.yaml': colony }))).toMatchObject({
      code: 1,
      passed: 2,
      failed: 1,
    });
  });

  it('no case at all is a failure', async () => {
    const folder = folderWith({ 'content.yaml': 'kinds: {}\n' });
    const { code, error } = await cli(['test', folder]);
    expect(code).toBe(1);
    expect(error).toContain('no case was found');
    expect(await testJson(folder)).toEqual({ code: 1, passed: 0, failed: 0, failures: [] });
  });
});
