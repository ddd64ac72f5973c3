#!/usr/bin/env node
// Makes the Node side of the Python package, python/edict/_node: the bridge, the threads of its batches, the
// environments that ship with it, and the licences of the packages inside.
// As a script: `node scripts/bundle-bridge.mjs [source file, output file]`; with two names it bundles only that file,
// as tests of the bridge do.

import { build } from 'esbuild';
import { cpSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { licencesOf } from './licences.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(root, 'python', 'edict', '_node');

/**
 * @param {Record<string, string>} entries sources by the names of what they become
 * @param {string} outdir
 * @returns {Promise<string[]>} the files that went in
 */
async function bundle(entries, outdir) {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: entries,
    outdir,
    bundle: true,
    // What entries share is there once: a thread of a batch makes its source with what the bridge makes it with.
    splitting: true,
    outExtension: { '.js': '.mjs' },
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
    // Packages in the older form of modules call require, which the newer form lacks.
    banner: {
      js: "import { createRequire as bridgeRequire } from 'node:module';\nconst require = bridgeRequire(import.meta.url);",
    },
  });
  return Object.keys(metafile.inputs);
}

/** @param {string} made an empty folder */
async function makeBridge(made) {
  const inputs = await bundle({ 'edict-bridge': 'src/bridge/bridge-main.ts', worker: 'src/batch/worker.ts' }, made);
  writeFileSync(join(made, 'LICENCES.txt'), licencesOf(inputs));
  cpSync(join(root, 'LICENSE'), join(made, 'LICENSE'));
  // Examples are looked for beside the nearest description of a package.
  writeFileSync(
    join(made, 'package.json'),
    `${JSON.stringify({ name: 'edict-bridge', private: true, type: 'module' })}\n`,
  );
  cpSync(join(root, 'examples', 'environments'), join(made, 'examples', 'environments'), { recursive: true });
}

const [source, output] = process.argv.slice(2);
if (source !== undefined && output !== undefined) {
  await bundle({ [basename(output, '.mjs')]: source }, dirname(output));
} else {
  // Made beside it: a bundle that fails leaves the one that is there.
  const made = `${folder}.new`;
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  try {
    await makeBridge(made);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw error;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(made, folder);
}
