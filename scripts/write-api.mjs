#!/usr/bin/env node
// Writes the pages of docs/api from the docstrings of the entry points. A test fails while they are out of date.
// `node scripts/write-api.mjs`

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiPages } from './api-pages.mjs';

const folder = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs/api');

mkdirSync(folder, { recursive: true });
for (const [page, text] of apiPages()) writeFileSync(join(folder, page), text);
console.log('wrote docs/api');
