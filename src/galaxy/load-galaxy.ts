import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Program } from '../ir/rule.js';
import type { ContentFile } from '../content/native/source-tree.js';
import { loadContent } from '../content/native/load-content.js';
import { readContent } from '../files/read-content.js';
import { EdictError } from '../kernel/errors.js';

/**
 * The content of the embedded galaxy, file by file in the order of their names. Throws EdictError if the package lacks
 * it.
 */
export function galaxyFiles(): readonly ContentFile[] {
  return readContent(exampleFolder('galaxy'));
}

/** The program of the embedded galaxy. Throws EdictError if its content is missing or has errors. */
export function loadGalaxy(): Program {
  const loaded = loadContent(galaxyFiles());
  if (loaded.ok) return loaded.program;
  const [{ file, line, column, message }] = loaded.errors;
  const first = `the embedded galaxy does not load: ${file}:${line}:${column}: ${message}`;
  const advice = `${loaded.errors.length} errors in all, run edict check on its folder`;
  throw new EdictError('bad-content', `${first}; ${advice}`, file);
}

/**
 * A folder of this package's examples, found from the nearest folder upward with a package.json. Throws EdictError if
 * the package lacks it.
 */
export function exampleFolder(name: string): string {
  const here = dirname(fileURLToPath(import.meta.url));
  let root = here;
  while (!existsSync(join(root, 'package.json')) && dirname(root) !== root) root = dirname(root);
  const folder = join(root, 'examples', name);
  if (existsSync(folder)) return folder;
  const lack = `there is no folder examples/${name} above ${here}`;
  throw new EdictError('no-galaxy', `${lack}; install the package again, with its examples`);
}
