#!/usr/bin/env node
// `npm run bench` and `npm run bench:guard`: compiles the benchmarks together with the sources, then starts one of
// them.
// Usage: node bench/run.mjs <main|guard> [arguments].
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { PrepareError, prepare } from '../scripts/prepare.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));
const compiled = new URL('../dist/bench/bench/', import.meta.url);

/** Takes a second or two when nothing has changed: the compiler remembers what it has built. */
function compile() {
  const result = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.bench.json'], {
    cwd: root,
    encoding: 'utf8',
  });
  if (result.status === 0) return;
  throw new PrepareError(
    `edict: the benchmarks do not compile (tsc -p tsconfig.bench.json); mend the errors and try again.\n${result.stdout}${result.stderr}`.trimEnd(),
  );
}

async function run() {
  const [program, ...rest] = process.argv.slice(2);
  if (program !== 'main' && program !== 'guard')
    throw new PrepareError('edict: bench/run.mjs starts main or guard; use npm run bench or npm run bench:guard');
  prepare({ build: false });
  compile();
  // A computed address, so that type checking does not need a build.
  const { main } = await import(new URL(`${program}.js`, compiled).href);
  return main(rest);
}

try {
  process.exitCode = await run();
} catch (error) {
  if (!(error instanceof PrepareError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
