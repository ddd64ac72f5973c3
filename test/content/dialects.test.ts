import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as registry from '../../src/content/dialects.js';
import { cli } from '../cli/run-cli.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shared = ['expression', 'native', 'text'];
const folders = readdirSync(`${root}src/content`, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !shared.includes(entry.name))
  .map(({ name }) => name);
const stages = ['parse', 'lower', 'turn', 'scenarios', 'commands'];

/** The names of the files below a folder. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

it('lists each dialect under the name of its folder', () => {
  expect(Object.values(registry).map(({ name }) => name)).toEqual(folders.toSorted());
  expect(Object.keys(registry)).toEqual(folders.toSorted());
});

describe.each(Object.values(registry))('the dialect $name', ({ name, example: [command] }) => {
  it('has its parts in one folder, and a page and examples of its name', () => {
    const parts = readdirSync(`${root}src/content/${name}`);
    expect(stages.filter((stage) => parts.includes(stage)).length).toBeGreaterThanOrEqual(4);
    expect(existsSync(`${root}docs/${name}.md`)).toBe(true);
    expect(readdirSync(`${root}examples/${name}`).length).toBeGreaterThan(0);
    expect(readFileSync(`${root}README.md`, 'utf8')).toContain(`docs/${name}.md`);
  });

  it('has a command of its name', async () => {
    expect(command.startsWith(`${name} `)).toBe(true);
    expect((await cli([name, '--help'])).out).toContain(`Usage: edict ${name} `);
  });

  it('is named by the registry alone', () => {
    const others = filesBelow(`${root}src`).filter(
      (file) => !file.includes(`/src/content/${name}/`) && !file.endsWith('/src/content/dialects.ts'),
    );
    const importing = others.filter((file) => readFileSync(file, 'utf8').includes(`/${name}/`));
    expect(importing).toEqual([]);
  });
});
