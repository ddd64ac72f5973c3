#!/usr/bin/env node
// Writes the table of docs/operations.md from the operations in src. A test fails while it is out of date.
// `node scripts/write-operations.mjs`

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { operationsTable, withTable } from './operations-table.mjs';
import { prepare } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const page = join(root, 'docs/operations.md');

prepare({ build: true });
// Computed addresses, so that type checking does not need a build.
const { operationList } = await import(pathToFileURL(join(root, 'dist/eval/ops/index.js')).href);
const { writeFileWhole } = await import(pathToFileURL(join(root, 'dist/files/write-file.js')).href);
writeFileWhole(page, withTable(readFileSync(page, 'utf8'), operationsTable(operationList)));
console.log('wrote docs/operations.md');
