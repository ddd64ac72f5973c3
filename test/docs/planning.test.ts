import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith } from '../cli/files.js';
import { cli } from '../cli/run-cli.js';

const page = readFileSync(fileURLToPath(new URL('../../docs/planning.md', import.meta.url)), 'utf8');

test('the bounds of the page are those of its content', async () => {
  const [, text = '', shown = ''] =
    /## Bounds of work[^]*?```yaml\n([^]*?)```\n\n {4}\$ edict check fleet.yaml --cost\n([^]*?)\n\n(?=\S)/.exec(page) ??
    [];
  const folder = folderWith({ 'fleet.yaml': text });
  const { code, out } = await cli(['check', join(folder, 'fleet.yaml'), '--cost']);
  expect(code).toBe(0);
  const lines = shown.split('\n').map((line) => line.replace(/^ {4}/, ''));
  expect(out.trimEnd().replace(`${folder}/`, '').split('\n')).toEqual(lines);
});
