import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readProgram } from '../../src/compiled/read-program.js';
import { cli, oneSentence } from './run-cli.js';
import { colony, folderWith } from './files.js';

const sound = `meters: { population: { default: 1 } }
kinds: { planet: { meters: [population] } }
`;

describe('edict compile', () => {
  it('writes the content of files as one that readProgram reads', async () => {
    const folder = folderWith({ 'a.yaml': sound, 'b.yaml': 'classes: { farm: { kind: planet } }\n' });
    const file = join(folder, 'colony.edict.json');
    const { code, out, error } = await cli(['compile', join(folder, 'a.yaml'), join(folder, 'b.yaml'), '-o', file]);
    const { fingerprint, model } = readProgram(readFileSync(file));
    expect([code, error]).toEqual([0, '']);
    expect(out).toMatch(new RegExp(`colony\\.edict\\.json: [\\d,]+ bytes, content ${fingerprint}\n$`));
    expect(model.classes.map(({ name }) => name)).toEqual(['farm']);
  });

  it('tells what it wrote as JSON, with warnings, and writes over its own files', async () => {
    const folder = folderWith({ 'a.yaml': `${sound}classes: { farm: { kind: planet, groups: [{ effects: [] }] } }\n` });
    const file = join(folder, 'out.edict.json');
    const run = () => cli(['compile', folder, '--output', file, '--json']);
    await run();
    const { code, out } = await run();
    const text = readFileSync(file, 'utf8');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({
      file,
      bytes: text.length,
      fingerprint: readProgram(text).fingerprint,
      warnings: [expect.objectContaining({ code: 'no-effects', file: join(folder, 'a.yaml') })],
    });
  });

  it('compiles the content of a scenario file', async () => {
    const folder = folderWith({ 'colony.yaml': colony });
    const file = join(folder, 'colony.edict.json');
    expect((await cli(['compile', join(folder, 'colony.yaml'), '-o', file])).code).toBe(0);
    expect(readProgram(readFileSync(file, 'utf8')).model.kinds.length).toBeGreaterThan(1);
  });

  it('writes nothing where the content has errors', async () => {
    const folder = folderWith({ 'a.yaml': sound.replace('[population]', '[popultion]') });
    const file = join(folder, 'out.edict.json');
    const { code, out, error } = await cli(['compile', folder, '-o', file]);
    expect([code, out, existsSync(file)]).toEqual([1, '', false]);
    expect(error).toContain('popultion');
    expect(error).toContain('edict: the content has 1 error, so nothing was compiled; mend it and try again\n');
  });

  it.each([
    ['another file', 'out.txt', 1, 'out.txt exists and is not a file of compiled content, so --output leaves it'],
    ['standard output', '-', 2, '--output is "-", and standard output is for the report'],
  ])('leaves %s as it is', async (_, name, expected, message) => {
    const folder = folderWith({ 'a.yaml': sound });
    writeFileSync(join(folder, 'out.txt'), 'mine');
    const file = name === '-' ? name : join(folder, name);
    const { code, error } = await cli(['compile', join(folder, 'a.yaml'), '-o', file]);
    expect(code).toBe(expected);
    expect(error).toMatch(oneSentence);
    expect(error).toContain(message);
    expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('mine');
  });

  it.each(['.', 'inner/..', 'inner/../'])('names the file after the real folder of %s', async (path) => {
    const folder = folderWith({ 'a.yaml': sound, 'inner/none.txt': '' });
    const given = path === '.' ? `${folder}/.` : `${folder}/${path}`;
    const file = `${basename(folder)}.edict.json`;
    onTestFinished(() => {
      for (const each of [file, '..edict.json', '...edict.json']) rmSync(each, { force: true });
    });
    const { code, out, error } = await cli(['compile', given, '--json']);
    expect([code, error]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ file });
    expect(existsSync(file)).toBe(true);
  });

  it('names the option where it leaves a file that no option named', async () => {
    const folder = folderWith({ 'a.yaml': sound });
    const file = `${basename(folder)}.edict.json`;
    onTestFinished(() => {
      rmSync(file, { force: true });
    });
    writeFileSync(file, 'mine');
    const { code, error } = await cli(['compile', folder]);
    expect(code).toBe(1);
    expect(error).toBe(
      `edict: ${file} exists and is not a file of compiled content, so edict compile leaves it as it is; name another file by -o, --output <file>, or remove it first\n`,
    );
    expect((await cli(['compile', '--help'])).out).toContain('-o, --output <file>');
  });

  it.each([
    ['run', ['run']],
    ['check', ['check']],
    ['explain', ['explain', 'Terra', 'population']],
    ['test', ['test']],
    ['what-if', ['what-if', '--unlocks', 'gold']],
    ['play', ['play']],
    ['compile', ['compile']],
  ])('makes files that edict %s knows and does not take', async (_, command) => {
    const folder = folderWith({ 'a.yaml': sound });
    const file = join(folder, 'colony.edict.json');
    await cli(['compile', folder, '-o', file]);
    const { code, out, error } = await cli([...command, file]);
    expect(code).toBe(1);
    expect((out + error).replaceAll(/\s+/g, ' ')).toContain(
      'is compiled content; give the content that it was compiled from, or run it in a program by edict/runtime',
    );
  });

  it('makes files that edict test passes over in folders', async () => {
    const folder = folderWith({ 'colony.yaml': colony });
    await cli(['compile', join(folder, 'colony.yaml'), '-o', join(folder, 'colony.edict.json')]);
    const { code, out } = await cli(['test', folder]);
    expect(code).toBe(0);
    expect(out).toContain('2 passed, 0 failed in 1 file');
  });

  it('refuses several contents at once', async () => {
    const folder = folderWith({ 'a/a.yaml': sound, 'b/b.yaml': sound.replaceAll('planet', 'moon') });
    const { code, error } = await cli(['compile', folder, '-o', join(folder, 'out.edict.json')]);
    expect(code).toBe(2);
    expect(error).toMatch(/^edict: these files have 2 contents \(.*a, .*b\); name the files of one\n$/);
  });

  it('has help with examples', async () => {
    const { code, out } = await cli(['compile', '--help']);
    expect(code).toBe(0);
    expect(out).toContain('$ edict compile content/ -o colony.edict.json');
  });
});
