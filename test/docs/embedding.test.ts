import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createWorld, defineContent } from '../../src/index.js';

it('the page on embedding names every member of a world', () => {
  const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
  const missing = Object.keys(createWorld(defineContent({}))).filter((name) => !new RegExp(`\`${name}[(\`]`).test(page));
  expect(missing).toEqual([]);
});
