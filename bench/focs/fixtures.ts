import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EdictError } from '../../src/kernel/errors.js';
import { sourceFile } from '../root.js';

/** States of real games and the game's content, which lie beside a checkout and are no part of it. */
const folder = sourceFile(join('..', '..', 'shared', 'fixtures', 'freeorion'));

/** Whether they are there; what needs them is left out where they are not. */
export function hasFixtures(): boolean {
  return existsSync(join(folder, 'content.tar.gz'));
}

export function stateFile(name: string): string {
  return join(folder, `${name}.json.gz`);
}

/** Calls a function with the game's folder `scripting`, unpacked into a temporary folder that goes afterwards. */
export function withContent<T>(run: (content: string) => T): T {
  const unpacked = mkdtempSync(join(tmpdir(), 'edict-bench-'));
  try {
    execFileSync('tar', ['-xzf', join(folder, 'content.tar.gz'), '-C', unpacked], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    return run(join(unpacked, 'scripting'));
  } catch (error) {
    if (error instanceof Error && 'stderr' in error)
      throw new EdictError(
        'benchmark',
        `the content of the game in ${folder} cannot be unpacked with tar (${error.message.split('\n', 1)[0]})`,
      );
    throw error;
  } finally {
    rmSync(unpacked, { recursive: true, force: true });
  }
}
