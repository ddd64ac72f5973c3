import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/training.md`, 'utf8');

function run(file: string): string {
  return execFileSync(process.execPath, [file], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).trimEnd();
}

it('shows how games are trained in, and what that prints', () => {
  expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/train.mjs`, 'utf8').trimEnd()}\n\`\`\``);
  expect(page).toContain(`prints\n\n\`\`\`\n${run('examples/train.mjs')}\n\`\`\``);
}, 120_000);

it('searches better than it plays at random', () => {
  const [, random, searched] =
    /at random earn (-?[\d.]+) each, by search (-?[\d.]+)/.exec(run('examples/search.mjs')) ?? [];
  expect(Number(random)).toBeGreaterThan(1);
  expect(Number(searched)).toBeGreaterThan(1.5 * Number(random));
}, 240_000);
