#!/usr/bin/env node
// The `edict` command. In a checkout it first installs and builds what is missing; an installed package holds dist
// only.
import { existsSync, readFileSync, writeSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../', import.meta.url);
const isCheckout = existsSync(new URL('tsconfig.json', root)) && existsSync(new URL('src/', root));
const args = process.argv.slice(2);

async function run() {
  const [only] = args.length === 1 ? args : [];
  if ((only === '--version' || only === '-V') && isPrinted(`${JSON.parse(read('package.json')).version}\n`)) return 0;
  if (isCheckout) {
    // Imported only here, because a package leaves the scripts out.
    const { prepare, PrepareError } = await import('../scripts/prepare.mjs');
    try {
      prepare({ build: true });
    } catch (error) {
      if (!(error instanceof PrepareError)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
  }
  if ((only === '--help' || only === '-h') && has('dist/cli/help.txt') && isPrinted(read('dist/cli/help.txt')))
    return 0;
  const { loadCached } = await import('./cached.mjs');
  const { exports, keep } = loadCached(fileURLToPath(new URL('dist/cli/edict.cjs', root)));
  const { main } = /** @type {{ main: (args: string[]) => Promise<number> }} */ (exports);
  const exitCode = await main(args);
  keep();
  return exitCode;
}

/** @param {string} path */
function has(path) {
  return existsSync(new URL(path, root));
}

/** @param {string} path */
function read(path) {
  return readFileSync(new URL(path, root), 'utf8');
}

/**
 * What is known without the command line. False where it cannot be written, which the command line tells better, and on
 * a terminal that is too narrow for its lines.
 *
 * @param {string} text
 */
function isPrinted(text) {
  const { columns = Infinity } = process.stdout;
  if (text.split('\n').some((line) => line.length > columns)) return false;
  const bytes = Buffer.from(text);
  try {
    const written = writeSync(process.stdout.fd, bytes);
    if (written < bytes.length) process.stdout.write(bytes.subarray(written));
    return true;
  } catch {
    return false;
  }
}

process.exitCode = await run();
