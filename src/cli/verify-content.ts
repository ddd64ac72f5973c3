import { resolve } from 'node:path';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { readDocument } from '../content/native/source-document.js';
import { isMap } from '../content/native/source-tree.js';
import { type FoundFile, findFiles } from '../files/find-files.js';
import { bytesOf, isFolderThere, readText } from '../files/read-file.js';
import { kept } from '../kernel/maps.js';
import { catching } from '../scenarios/catching.js';
import { formatOf } from '../scenarios/format-of.js';
import type { KnownFormats } from '../scenarios/known-formats.js';
import { longestScenario } from '../scenarios/native/read-native-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { hasStart, loadErrors } from './check-contents.js';
import { fileFailure } from './terminal.js';

export interface FilesToVerify {
  readonly worlds: readonly string[];
  /** Content of folders in which no world begins, so it is no world by itself. */
  readonly content: readonly string[];
  /** Files of folders that cannot be read, and what is wrong. */
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
}

export function filesToVerify(paths: readonly string[]): FilesToVerify {
  const sorted: Record<'worlds' | 'content', string[]> = { worlds: [], content: [] };
  const broken = new Map<string, readonly Diagnostic[]>();
  for (const found of findFiles(paths, ['.yaml', '.yml', '.json'])) {
    const part = partOf(found);
    if (typeof part === 'string') sorted[part].push(found.file);
    else if (part.length > 0) broken.set(found.file, part);
  }
  return { ...sorted, broken };
}

/** Errors for a broken file; none for one that is neither. */
function partOf({ file, named }: FoundFile): 'worlds' | 'content' | readonly Diagnostic[] {
  if (named) return 'worlds';
  const text = catching(
    () => readText(file, bytesOf(longestScenario)),
    (error) => fileFailure(file, error),
  );
  if (typeof text !== 'string') return [text];
  const format = formatOf(text);
  if (format !== undefined) return format === formatName ? 'worlds' : [];
  if (hasStart({ file, text }) || hasCells(file, text)) return 'worlds';
  return file.endsWith('.json') ? jsonErrors(file, text) : 'content';
}

/** A grid with `cells: true` begins a world too. */
function hasCells(file: string, text: string): boolean {
  if (!/\bcells\b/.test(text)) return false;
  const read = readDocument(file, text);
  if (!read.ok || !isMap(read.document.value)) return false;
  const { grids } = read.document.value;
  return isMap(grids) && Object.values(grids).some((grid) => isMap(grid) && grid.cells === true);
}

/** Sound JSON may be anything, with keys that content cannot have. */
function jsonErrors(file: string, text: string): readonly Diagnostic[] {
  try {
    JSON.parse(text);
    return [];
  } catch {
    const read = readDocument(file, text);
    return read.ok ? [] : read.errors;
  }
}

export interface UnreadContent {
  readonly broken: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Sound, but part of no world. */
  readonly passedOver: readonly string[];
}

/** The files that no world has read, by whether they load. `read`: by the worlds, as absolute paths. */
export function unreadContent(
  paths: readonly string[],
  { content, broken }: FilesToVerify,
  read: ReadonlySet<string>,
  known: KnownFormats,
): UnreadContent {
  const isUnread = (file: string) => !read.has(resolve(file));
  const unread = content.filter(isUnread);
  const folders = unread.length === 0 ? [] : paths.filter((path) => isFolderThere(path));
  const errors = new Map<string, Diagnostic[]>();
  for (const error of loadErrors(folders, known)) kept(errors, error.file, (): Diagnostic[] => []).push(error);
  const failing = unread.flatMap((file) => {
    const own = errors.get(file);
    return own === undefined ? [] : [[file, own] as const];
  });
  return {
    broken: new Map([...failing, ...[...broken].filter(([file]) => isUnread(file))]),
    passedOver: unread.filter((file) => !errors.has(file)),
  };
}
