import { type Dirent, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { codeOf, systemWords } from '../../../../files/file-failure.js';
import { readAtMost, realPathOf } from '../../../../files/read-file.js';
import { EdictError } from '../../../../kernel/errors.js';
import { keptBy } from '../../../../kernel/maps.js';
import { quoteText } from '../../../text/quote.js';
import { createSourceFile, type SourceFile } from './traced-text.js';

/**
 * Each file is read once. Links lead to files within the parent folder, never to folders: none is found twice. @param
 * directory in includes, `/` is its parent @throws {EdictError} `bad-content-folder`, from `contentPaths`
 */
export function createFileReader(directory: string, longest: number) {
  const root = resolve(directory);
  const content = basename(root);
  const parent = dirname(root);
  const byPath = new Map<string, SourceFile | undefined>();
  const byRealPath = new Map<string, SourceFile>();
  const unreadable = new Map<string, string>();
  // The folder itself, and that of a link to it.
  const homes = [realPathOf(parent) ?? parent, dirname(realPathOf(root) ?? root)].map((home) =>
    home.endsWith(sep) ? home : home + sep,
  );

  const load = (path: string) => {
    const named = join(parent, path);
    const real = realPathOf(named);
    if (real === undefined) return undefined;
    const known = byRealPath.get(real);
    if (known !== undefined) return known;
    const text = homes.some((home) => real.startsWith(home))
      ? readText(real, longest)
      : { refused: 'is a link that leads out of the content' };
    if (text === undefined) return undefined;
    const file = relative(root, named).split(sep).join('/');
    if (typeof text !== 'string') {
      unreadable.set(file, text.refused);
      return undefined;
    }
    const read = createSourceFile(path, file, text);
    byRealPath.set(real, read);
    return read;
  };

  return {
    unreadable,
    read(path: string): SourceFile | undefined {
      if (!byPath.has(path)) byPath.set(path, load(path));
      return byPath.get(path);
    },
    list: keptBy((folder: string) => filesIn(join(parent, folder))),
    /** In byte order. */
    contentPaths(): readonly string[] {
      const paths = pathsBelow(root, content, unreadable).filter(isContent).sort(byBytes);
      const inner = `${content}/${usualName}/`;
      if (content !== usualName && paths.length > 0 && paths.every((path) => path.startsWith(inner))) {
        const message = `the content lies in ${quoteText(usualName)} in the folder ${quoteText(directory)}; give ${quoteText(join(directory, usualName))}`;
        throw new EdictError('bad-content-folder', message, directory);
      }
      return paths;
    },
  };
}

function readText(path: string, longest: number): string | { readonly refused: string } | undefined {
  const refused = `is longer than ${longest} characters`;
  try {
    if (!statSync(path).isFile()) return undefined;
    const bytes = readAtMost(path, longest * bytesPerUnit);
    if (bytes === undefined) return { refused };
    if (bytes.includes(0)) return { refused: 'is not UTF-8 text: it has zero bytes' };
    const text = bytes.toString('utf8');
    return text.length > longest ? { refused } : text;
  } catch (error) {
    return { refused: `cannot be read: ${systemWords(error)}` };
  }
}

const usualName = 'scripting';

/** Most bytes of one UTF-16 unit in UTF-8. */
const bytesPerUnit = 3;

function isContent(path: string): boolean {
  return path.endsWith('.focs.txt') || path.endsWith('.inf');
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .sort(byBytes);
  } catch {
    return [];
  }
}

/** Without recursion. */
function pathsBelow(root: string, name: string, unreadable: Map<string, string>): string[] {
  const paths: string[] = [];
  const waiting: { readonly folder: string; readonly path: string }[] = [{ folder: root, path: name }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of entriesOf(next.folder, next.folder === root, unreadable)) {
      const path = `${next.path}/${entry.name}`;
      if (entry.isDirectory()) waiting.push({ folder: join(next.folder, entry.name), path });
      else paths.push(path);
    }
  }
  return paths;
}

function entriesOf(folder: string, isRoot: boolean, unreadable: Map<string, string>): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    const why = `cannot be read: ${reasonOf(error)}`;
    if (isRoot) throw new EdictError('bad-content-folder', `the content folder ${quoteText(folder)} ${why}`, folder);
    unreadable.set(folder, why);
    return [];
  }
}

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT') return 'there is no such folder';
  return code === 'ENOTDIR' ? 'it is not a folder; unpack an archive first' : systemWords(error);
}

/** Compares by UTF-8 bytes, which is the order of code points. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
