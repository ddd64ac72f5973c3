import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(`${root}README.md`, 'utf8');

/** A file without the comment at its top. */
function body(file: string): string {
  const lines = readFileSync(`${root}${file}`, 'utf8').split('\n');
  return lines.slice(lines.findIndex((line) => !line.startsWith('#'))).join('\n').trimEnd();
}

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } }).trimEnd();
}

it('shows the first example as it is, and what the command prints', () => {
  expect(readme).toContain(`\`\`\`yaml\n${body('examples/colony.yaml')}\n\`\`\``);
  expect(readme).toContain(`\`\`\`\n${run('bin/edict.mjs', 'explain', 'Terra', 'maxPopulation', 'examples/colony.yaml', '--turns', '3')}\n\`\`\``);
});

it('shows how to embed it, and what that prints', () => {
  expect(readme).toContain(`\`\`\`js\n${readFileSync(`${root}examples/embed.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  expect(readme).toContain(`prints\n\n\`\`\`\n${run('examples/embed.mjs')}\n\`\`\``);
});

it('links only to pages that are there', () => {
  for (const [, file] of readme.matchAll(/\]\(([\w./-]+)\)/g)) expect(readFileSync(`${root}${file}`, 'utf8').length).toBeGreaterThan(100);
});

it('has no gap left to fill', () => {
  expect(readme).not.toMatch(/\b(?:EMBED|SPEED|TABLE|MACHINE)[A-Z]*\b/);
});
