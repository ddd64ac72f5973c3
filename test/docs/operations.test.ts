import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operations } from '../../src/eval/ops/index.js';

it('the table of operations lists every operation, and no other', () => {
  const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| operation |'), page.indexOf('## Absence'));
  const listed = table
    .split('\n')
    .flatMap((line) => [...(line.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]));
  expect([...listed].sort()).toEqual([...operations.keys()].sort());
});
