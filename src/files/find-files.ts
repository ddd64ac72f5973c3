import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isFolderThere } from './read-file.js';
import type { NoteRead } from './read-log.js';

export interface FoundFile {
  readonly file: string;
  readonly named: boolean;
  /** A folder that cannot be read. */
  readonly closed?: true;
}

/**
 * A folder stands for the files below it with one of the endings, by name; each file comes once. Hidden folders,
 * node_modules and broken links are passed over. A closed folder comes like a file, for its reader to report. Throws
 * `unreadable-file` where there is nothing at a path.
 */
export function findFiles(paths: readonly string[], endings: readonly string[], note?: NoteRead): readonly FoundFile[] {
  const found = new Map<string, FoundFile>();
  for (const path of paths) {
    if (isFolderThere(path, note)) {
      for (const each of filesBelow(path, endings, note)) if (!found.has(each.file)) found.set(each.file, each);
    } else {
      found.set(path, { file: path, named: true });
    }
  }
  return [...found.values()];
}

function filesBelow(folder: string, endings: readonly string[], note: NoteRead | undefined): readonly FoundFile[] {
  const files: FoundFile[] = [];
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    note?.(next, endings);
    const entries = entriesOf(next);
    if (entries === undefined) files.push({ file: next, named: false, closed: true });
    for (const entry of entries ?? []) {
      const path = join(next, entry.name);
      if (entry.isDirectory()) {
        if (!entry.name.startsWith('.') && entry.name !== 'node_modules') folders.push(path);
      } else if (endings.some((ending) => entry.name.endsWith(ending)) && (entry.isFile() || leadsToFile(path))) {
        files.push({ file: path, named: false });
      }
    }
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1));
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return undefined;
  }
}

/** Or to what cannot be looked at. */
function leadsToFile(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    return true;
  }
}
