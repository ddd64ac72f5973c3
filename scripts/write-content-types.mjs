#!/usr/bin/env node
// Writes the interfaces of content, src/content/native/content-source.ts, from the tables of its keys in schema*.ts.
// A test fails while they are out of date. `node scripts/write-content-types.mjs`

import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { contentTypes } from './content-types.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = 'src/content/native/content-source.ts';

// Bundled here, without a check of types: code that needs a new key compiles only when the interfaces have it.
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ['src/content/native/schema.ts'],
  bundle: true,
  format: 'esm',
  write: false,
});
const { contentShape } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);
writeFileSync(join(root, file), contentTypes(contentShape));
execFileSync(process.execPath, [join(root, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', file], {
  cwd: root,
  stdio: 'ignore',
});
console.log(`wrote ${file}`);
