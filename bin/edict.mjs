#!/usr/bin/env node
// The `edict` command. In a checkout it first installs and builds what is missing; an installed package holds dist
// only.
import { existsSync } from 'node:fs';

const root = new URL('../', import.meta.url);
const isCheckout = existsSync(new URL('tsconfig.json', root)) && existsSync(new URL('src/', root));

async function run() {
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
  // A computed address, so that type checking does not need a build.
  const { main } = await import(new URL('dist/cli/main.js', root).href);
  return main(process.argv.slice(2));
}

process.exitCode = await run();
