import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createWorld, defineContent } from '../../src/index.js';

it('the page on embedding names every member of a world', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const missing = Object.keys(createWorld(defineContent({}))).filter((name) => !new RegExp(`\`${name}[(\`]`).test(page));
  expect(missing).toEqual([]);
});

it('the page on embedding shows how to ask questions, and what that prints', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const page = readFileSync(`${root}docs/embedding.md`, 'utf8');
  expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/what-if.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  const printed = execFileSync(process.execPath, ['examples/what-if.mjs'], { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } }).trimEnd();
  expect(page).toContain(`prints\n\n\`\`\`\n${printed}\n\`\`\``);
});
