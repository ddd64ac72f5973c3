import { resolve } from 'node:path';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { type FoundFile, findFiles } from '../files/find-files.js';
import { bytesOf, isFolderThere, readText } from '../files/read-file.js';
import { kept } from '../kernel/maps.js';
import { formatOf } from '../scenarios/format-of.js';
import type { KnownFormats } from '../scenarios/known-formats.js';
import { longestScenario } from '../scenarios/native/read-native-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { hasStart, loadErrors } from './check-contents.js';

export interface FilesToVerify {
  readonly worlds: readonly string[];
  /** Content of folders without a start, which is no world by itself. */
  readonly content: readonly string[];
}

export function filesToVerify(paths: readonly string[]): FilesToVerify {
  const sorted: Record<'worlds' | 'content', string[]> = { worlds: [], content: [] };
  for (const found of findFiles(paths, ['.yaml', '.yml', '.json'])) {
    const part = partOf(found);
    if (part !== undefined) sorted[part].push(found.file);
  }
  return sorted;
}

function partOf({ file, named }: FoundFile): keyof FilesToVerify | undefined {
  if (named) return 'worlds';
  const text = readText(file, bytesOf(longestScenario));
  const format = formatOf(text);
  if (format === formatName || (format === undefined && hasStart({ file, text }))) return 'worlds';
  return format === undefined && !file.endsWith('.json') ? 'content' : undefined;
}

export interface UnreadContent {
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Sound, but part of no world. */
  readonly passedOver: readonly string[];
}

/** The content that no world has read, by whether it loads. `read`: by the worlds, as absolute paths. */
export function unreadContent(
  paths: readonly string[],
  { content }: FilesToVerify,
  read: ReadonlySet<string>,
  known: KnownFormats,
): UnreadContent {
  const unread = content.filter((file) => !read.has(resolve(file)));
  const folders = unread.length === 0 ? [] : paths.filter((path) => isFolderThere(path));
  const errors = new Map<string, Diagnostic[]>();
  for (const error of loadErrors(folders, known)) kept(errors, error.file, (): Diagnostic[] => []).push(error);
  const broken = unread.flatMap((file) => {
    const own = errors.get(file);
    return own === undefined ? [] : [[file, own] as const];
  });
  return { broken: new Map(broken), passedOver: unread.filter((file) => !errors.has(file)) };
}
