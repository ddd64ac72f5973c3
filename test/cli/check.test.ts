import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cli } from './run-cli.js';
import { colony, folderWith } from './files.js';

const sound = `meters: { population: { default: 1 } }
kinds: { planet: { meters: [population] } }
classes:
  farm:
    kind: planet
    groups:
      - { scope: { include: "target == source" }, effects: [{ meter: population, add: 1 }] }
`;

const unsound = `meters: { population: { default: 1 } }
kinds: { planet: { meters: [population] } }
classes:
  farm:
    kind: plant
    groups:
      - { scope: { include: "target.popultion > 1" }, effects: [{ meter: population, ad: 1 }] }
`;

interface CheckJson {
  readonly errors: readonly { readonly file: string; readonly line: number; readonly column: number; readonly code: string; readonly message: string; readonly suggestion: string | null }[];
  readonly warnings: readonly unknown[];
}

async function checkJson(...paths: readonly string[]): Promise<CheckJson & { readonly code: number }> {
  const { code, out, error } = await cli(['check', ...paths, '--json']);
  expect(error).toBe('');
  return { code, ...(JSON.parse(out) as CheckJson) };
}

describe('edict check', () => {
  it('finds nothing in sound content, and counts it', async () => {
    const folder = folderWith({ 'a.yaml': sound });
    expect(await cli(['check', join(folder, 'a.yaml')])).toEqual({ code: 0, out: '1 file, 1 class, 1 rule: no problems\n', error: '' });
    expect(await checkJson(folder)).toEqual({ code: 0, errors: [], warnings: [] });
  });

  it('finds all errors at once, with place, line, caret and suggestion', async () => {
    const file = join(folderWith({ 'a.yaml': unsound }), 'a.yaml');
    const { code, out } = await cli(['check', file]);
    expect(code).toBe(1);
    expect(out).toContain(`${file}:5:11: error:`);
    expect(out).toContain('  5 |     kind: plant\n    |           ^\n');
    expect(out).toContain('did you mean `planet`?');
    expect(out).toMatch(/\n3 errors, 0 warnings in 1 file\n$/);
  });

  it('gives machines the same, null where there is no suggestion', async () => {
    const file = join(folderWith({ 'a.yaml': unsound }), 'a.yaml');
    const { code, errors } = await checkJson(file);
    expect(code).toBe(1);
    expect(errors.map(({ line, column }) => [line, column])).toEqual([[5, 11], [7, 37], [7, 86]]);
    for (const error of errors) {
      expect(Object.keys(error).sort()).toEqual(['code', 'column', 'file', 'line', 'message', 'suggestion']);
      expect(error.file).toBe(file);
      expect(error.suggestion === null || typeof error.suggestion === 'string').toBe(true);
    }
  });

  it('takes all files together as one content', async () => {
    const [meters, ...rest] = sound.split('\n');
    const folder = folderWith({ 'rules/b.yaml': rest.join('\n'), 'a.yml': meters });
    expect((await cli(['check', folder])).out).toBe('2 files, 1 class, 1 rule: no problems\n');
    expect((await checkJson(join(folder, 'rules', 'b.yaml'))).code).toBe(1);
  });

  it('passes over files of a folder that are no content', async () => {
    const folder = folderWith({ 'a.yaml': sound, 'notes.txt': 'x: [', 'case.yaml': colony, '.hidden/x.yaml': 'x: [', 'node_modules/y.yaml': 'x: [' });
    expect((await cli(['check', folder])).out).toBe('1 file, 1 class, 1 rule: no problems\n');
  });

  it('shows warnings and succeeds', async () => {
    const file = join(folderWith({ 'a.yaml': sound.replace('scope: { include: "target == source" }, ', '') }), 'a.yaml');
    const { code, out } = await cli(['check', file]);
    expect(code).toBe(0);
    expect(out).toContain('warning:');
    expect(out).toMatch(/1 file, 1 class, 1 rule: 1 warning\n$/);
    expect((await checkJson(file)).warnings).toHaveLength(1);
  });

  it('reports files that cannot be read like any other error', async () => {
    const folder = folderWith({ 'a.yaml': unsound, 'binary.yaml': new Uint8Array([0xff, 0xfe, 0x00]) });
    const { code, errors } = await checkJson(join(folder, 'a.yaml'), join(folder, 'nothere.yaml'), join(folder, 'binary.yaml'));
    expect(code).toBe(1);
    expect(errors.filter((error) => error.code === 'unreadable-file').map(({ file, line, column }) => [file, line, column])).toEqual([
      [join(folder, 'nothere.yaml'), 1, 1], [join(folder, 'binary.yaml'), 1, 1],
    ]);
    expect(errors).toHaveLength(5);
  });

  it('says so when a folder holds no content', async () => {
    const { code, errors } = await checkJson(folderWith({ 'case.yaml': colony }));
    expect(code).toBe(1);
    expect(errors).toMatchObject([{ code: 'no-content' }]);
  });

  it('checks a scenario file that is named, with the content that it brings', async () => {
    const folder = folderWith({ 'ok.yaml': colony, 'content.yaml': colony.replace('target == source.planet', 'target == source.plant'), 'shape.yaml': colony.replace('run: 9', 'rnu: 9') });
    expect((await cli(['check', join(folder, 'ok.yaml')])).out).toBe('1 file, 1 class, 1 rule: no problems\n');
    expect((await checkJson(join(folder, 'content.yaml'))).errors).toMatchObject([{ line: 15, code: 'unknown-member' }]);
    expect((await checkJson(join(folder, 'shape.yaml'))).errors).toMatchObject([{ line: 29, column: 9, code: 'unknown-key' }]);
  });

  it('keeps hostile names from the terminal', async () => {
    const file = join(folderWith({ 'a.yaml': 'kinds: { "pla\\u001b[31mnet": { meters: [x] } }\n' }), 'a.yaml');
    expect((await cli(['check', file])).out).not.toContain('\u001b');
  });

  it('survives ten thousand levels of nesting', async () => {
    const deep = `${'('.repeat(10_000)}1${')'.repeat(10_000)}`;
    const folder = folderWith({ 'list.yaml': '['.repeat(10_000), 'expression.yaml': sound.replace('add: 1', `add: "${deep}"`), 'scenario.yaml': `format: edict-scenario/1\nworld: ${'['.repeat(10_000)}\n` });
    for (const name of ['list.yaml', 'expression.yaml', 'scenario.yaml']) expect((await checkJson(join(folder, name))).code, name).toBe(1);
  });
});
