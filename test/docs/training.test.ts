import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/training.md`, 'utf8');

it('shows the example as it is', () => {
  expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/train.mjs`, 'utf8').trimEnd()}\n\`\`\``);
});

it('links only to pages that are there', () => {
  for (const [, file] of page.matchAll(/\]\(([\w./-]+)(?:#[\w-]+)?\)/g))
    expect(readFileSync(`${root}docs/${file}`, 'utf8').length).toBeGreaterThan(100);
});
