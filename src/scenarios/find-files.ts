import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { EdictError } from '../kernel/errors.js';
import { whyUnreadable } from '../files/failure.js';

/** A file that a command was given by name, or that it found in a folder that it was given. */
export interface FoundFile {
  readonly file: string;
  readonly named: boolean;
}

/**
 * The files that paths stand for: a file for itself, a folder for the files below it with one of the endings, by name. A file that is
 * reached twice is given once. Hidden folders and node_modules are passed over, and so are links that lead nowhere.
 * A path that does not exist is given back as named, for whoever reads it to say so.
 */
export function findFiles(paths: readonly string[], endings: readonly string[]): readonly FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const path of paths) {
    if (isFolder(path)) {
      for (const file of filesBelow(path, endings)) if (!found.has(file)) found.set(file, { file, named: false });
    } else {
      found.set(path, { file: path, named: true });
    }
  }
  return [...found.values()];
}

function isFolder(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    return false;
  }
}

function filesBelow(folder: string, endings: readonly string[]): readonly string[] {
  const files: string[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const entry of entriesOf(next)) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(path);
      } else if (endings.some((ending) => entry.name.endsWith(ending)) && isFile(path)) {
        files.push(path);
      }
    }
  }
  return files.sort((a, b) => (a < b ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    throw new EdictError('unreadable-file', `${folder} ${whyUnreadable(error)}`, folder);
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
}
