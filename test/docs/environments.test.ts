import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createBatch, environmentNames, openEnvironment } from '../../src/entries/edict-batch.js';
import { longTest } from '../support/heavy.js';

const page = readFileSync(new URL('../../docs/environments.md', import.meta.url), 'utf8');

it('the page on environments names all of the package', () => {
  expect(environmentNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('the environment that the page on environments shows can be played', () => {
  const text = /```yaml\n(format: [^]*?)```/.exec(page)?.[1] ?? '';
  const file = join(mkdtempSync(join(tmpdir(), 'market-')), 'market.yaml');
  writeFileSync(file, text);
  const batch = createBatch(openEnvironment(file), { instances: 2 });
  batch.reset(0);
  batch.actions.set([2, 0, 1, 1]);
  batch.step();
  expect(batch.shape.choices).toEqual([3]);
  expect([...batch.reward.subarray(0, 2)].map((reward) => reward.toFixed(2))).toEqual(['-0.85', '0.10']);
  expect(batch.observations[1]).toBe(1.5);
});

longTest(
  'the page on environments shows rules of a host, and what they print',
  () => {
    const root = fileURLToPath(new URL('../../', import.meta.url));
    expect(page).toContain(`\`\`\`js\n${readFileSync(`${root}examples/marble.mjs`, 'utf8').trimEnd()}\n\`\`\``);
    const printed = execFileSync(process.execPath, ['examples/marble.mjs'], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, NO_COLOR: '1' },
    }).trimEnd();
    expect(page).toContain(`prints\n\n\`\`\`\n${printed}\n\`\`\``);
  },
  60_000,
);
