import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the game's fixtures, which lies beside a checkout and is no part of it. */
export const focsFixtures = fileURLToPath(new URL('../../../shared/fixtures/freeorion/', import.meta.url));

/** Whether the fixtures are there; tests that need them are skipped where they are not. */
export const hasFocsFixtures = existsSync(join(focsFixtures, 'content.tar.gz'));

let unpacked: string | undefined;

/** The game's folder `scripting`, unpacked once per worker into a temporary folder that goes when the worker ends. */
export function stockContent(): string {
  if (unpacked !== undefined) return unpacked;
  const folder = mkdtempSync(join(tmpdir(), 'edict-focs-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  execFileSync('tar', ['-xzf', join(focsFixtures, 'content.tar.gz'), '-C', folder]);
  unpacked = join(folder, 'scripting');
  return unpacked;
}
