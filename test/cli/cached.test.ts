import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from './files.js';

const source = `const { basename } = require('node:path');
exports.place = basename(__filename);
exports.add = (a, b) => a + b;`;

/** In a process of its own, since an engine remembers what it has compiled. */
function load(file: string): string {
  const loader = new URL('../../bin/cached.mjs', import.meta.url).href;
  const script = `const { loadCached } = await import(${JSON.stringify(loader)});
const { exports, keep } = loadCached(${JSON.stringify(file)});
console.log(exports.place, exports.add(1, 2));
keep();`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

test('a file is loaded with the code that was kept of it, or without where that is damaged', () => {
  const file = join(folderWith({ 'part.cjs': source }), 'part.cjs');
  const kept = `${file}.cache`;
  expect(existsSync(kept)).toBe(false);
  expect(load(file)).toBe('part.cjs 3\n');
  const code = readFileSync(kept);
  expect(load(file)).toBe('part.cjs 3\n');
  // What is taken is not written again.
  expect(readFileSync(kept).equals(code)).toBe(true);
  for (const damaged of ['', 'damaged', code.subarray(0, code.length - 9), Buffer.from(code).fill(7, 40, 90)]) {
    writeFileSync(kept, damaged);
    expect(load(file)).toBe('part.cjs 3\n');
    expect(readFileSync(kept).length).toBe(code.length);
  }
});

test('where nothing can be kept, nothing is', () => {
  const folder = folderWith({ 'part.cjs': source, 'part.cjs.cache/in-the-way': '' });
  expect(load(join(folder, 'part.cjs'))).toBe('part.cjs 3\n');
});
