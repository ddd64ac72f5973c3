import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { folderOf, type SourceFiles } from '../../src/content/focs/parse/text/preprocess.js';
import { createSourceFile } from '../../src/content/focs/parse/text/traced-text.js';

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

/** Files that are nowhere but in memory, by their paths. */
export function filesInMemory(texts: Readonly<Record<string, string>>): SourceFiles {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, createSourceFile(path, path, text)]));
  return {
    read: (path) => files.get(path),
    list: (folder) =>
      [...files.keys()]
        .filter((path) => folderOf(path) === folder)
        .map((path) => path.slice(folder === '' ? 0 : folder.length + 1))
        .sort(),
  };
}

/** A folder of content with these files, by their paths in it, that goes with the test. */
export function contentFolder(texts: Readonly<Record<string, string>>): string {
  const parent = mkdtempSync(join(tmpdir(), 'edict-focs-'));
  onTestFinished(() => {
    rmSync(parent, { recursive: true, force: true });
  });
  const folder = join(parent, 'scripting');
  mkdirSync(folder);
  for (const [path, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}
