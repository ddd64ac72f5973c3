#!/usr/bin/env node
// Draws the pictures of docs/agents.md by the commands that stand there. A test fails while one is out of date.
// `node scripts/write-pictures.mjs`

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { picturesIn } from './pictures.mjs';
import { prepare } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

prepare({ build: true });
// A computed address, so that type checking does not need a build.
const { main } = await import(pathToFileURL(join(root, 'dist/cli/main.js')).href);
process.chdir(root);
for (const { file, words } of picturesIn(readFileSync('docs/agents.md', 'utf8'))) {
  const code = await main([...words, '--json']);
  if (code !== 0) process.exit(code);
  console.error(`wrote ${file}`);
}
