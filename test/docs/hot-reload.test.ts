import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { longTest } from '../support/heavy.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = readFileSync(`${root}docs/hot-reload.md`, 'utf8');

longTest('the page about hot reload shows what its program prints', () => {
  const [, code = ''] = /```js\n([^]+?)```/.exec(page) ?? [];
  const [, shown] = /It prints `([^`]+)`/.exec(page) ?? [];
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', code], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(printed.trimEnd()).toBe(shown);
});
