#!/usr/bin/env node
// Writes the JSON Schemas of schema/ from the schemas in src. A test fails while they are out of date.
// `node scripts/write-schemas.mjs`

import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { prepare } from './prepare.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Each schema file, with the module and the function that make it. */
const schemas = [
  {
    file: 'schema/content.schema.json',
    module: 'dist/content/native/content-json-schema.js',
    maker: 'contentJsonSchema',
  },
  {
    file: 'schema/scenario.schema.json',
    module: 'dist/scenarios/native/scenario-json-schema.js',
    maker: 'scenarioJsonSchema',
  },
];

prepare({ build: true });
const { writeFileWhole } = await import(pathToFileURL(join(root, 'dist/files/write-file.js')).href);
for (const { file, module, maker } of schemas) {
  // A computed address, so that type checking does not need a build.
  const made = await import(pathToFileURL(join(root, module)).href);
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileWhole(join(root, file), `${JSON.stringify(made[maker](), undefined, 2)}\n`);
  console.log(`wrote ${file}`);
}
