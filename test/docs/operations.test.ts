import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationsTable, withTable } from '../../scripts/operations-table.mjs';
import { operationList } from '../../src/eval/ops/index.js';

const page = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const table = operationsTable(operationList);

it('the table of operations is up to date; if not, run `node scripts/write-operations.mjs`', () => {
  expect(withTable(page, table)).toBe(page);
});

it('the table has every operation once', () => {
  const listed = table.split('\n').flatMap((line) => (line.split('|')[1] ?? '').match(/(?<=`)\w+(?=`)/g) ?? []);
  expect([...listed].sort()).toEqual(operationList.map(({ name }) => name).sort());
});

it('families are told by their letters', () => {
  for (const { document } of operationList) expect(document.families).toMatch(/^[Ee]?[Xx]?[Cc]?[Tt]?[Ff]?$/);
});
