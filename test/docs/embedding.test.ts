import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longTest } from '../support/heavy.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/embedding.md`, 'utf8');

function printedBy(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  }).trimEnd();
}

it('the guide to the library has at most 1,500 words', () => {
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(1_500);
});

longTest('the guide to the library shows a batch that runs', () => {
  const [, code] = /```js\n(import \{ createBatch[^]+?)```/.exec(page) ?? [];
  expect(printedBy('--input-type=module', '-e', `${code}\nconsole.log(batch.turns.length);`)).toBe('64');
});

longTest('the guide to the library shows what questions and players print', () => {
  for (const example of ['examples/what-if.mjs', 'examples/play-duel.mjs']) {
    const [, shown] = new RegExp(`\`${example}\`[^]+?prints\\n\\n\`\`\`\\n([^]+?)\\n\`\`\``).exec(page) ?? [];
    expect(shown).toBe(printedBy(example));
  }
});
