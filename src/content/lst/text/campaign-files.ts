import { isUtf8 } from 'node:buffer';
import { realpathSync, statSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { readAtMost } from '../../../files/read-file.js';
import { quoteText } from '../../diagnostics/quote.js';
import type { SourceText } from './line.js';

export interface FileLimits {
  /** Bytes of a file. */
  readonly file: number;
  /** Bytes of all files. */
  readonly all: number;
}

export const defaultFileLimits: FileLimits = { file: 128 * 1024 * 1024, all: 384 * 1024 * 1024 };

/** A file that is named, or what is wrong with its name: a sentence. */
export type Located =
  | { readonly path: string; readonly real: string; readonly refused?: undefined }
  | { readonly refused: string };

/** The text of a file, or what is wrong with it; `line` where that is in a line of it. */
export type FileText =
  | { readonly text: string; readonly refused?: undefined }
  | { readonly refused: string; readonly line?: number };

/** The files of a campaign: those in the folder of its `.pcc` file and below. */
export interface CampaignFiles {
  /** @param from the path of the file that names it */
  locate(name: string, from: string): Located;
  /** The path of the campaign's own file without links; undefined where there is no such file. */
  readonly real: string | undefined;
  read(path: string): FileText;
}

/** @param path the campaign's own file, as the user names it; the paths of others are told likewise */
export function createCampaignFiles(
  path: string,
  { file: longest, all }: FileLimits = defaultFileLimits,
): CampaignFiles {
  const root = dirname(path);
  const realRoot = realPathOf(root) ?? resolve(root);
  let left = all;

  return {
    real: realPathOf(path),
    locate(name, from) {
      const wrong = wrongName(name);
      if (wrong !== undefined) return { refused: wrong };
      const named = name.startsWith('@/') ? join(root, name.slice(2)) : join(dirname(from), name);
      if (!isBelow(resolve(named), resolve(root)))
        return { refused: `${quoteText(name)} leads out of the campaign's folder: all its files lie in it or below` };
      const shown = named.split(sep).join('/');
      const real = realPathOf(named);
      if (real === undefined)
        return {
          refused: `there is no file ${quoteText(shown)}: a name is relative to the file that it stands in, or to the campaign's folder where it begins with \`@/\``,
        };
      if (!isBelow(real, realRoot))
        return { refused: `${quoteText(shown)} is a link that leads out of the campaign's folder` };
      return { path: shown, real };
    },
    read(file) {
      const result = readText(file, Math.min(longest, left), longest, all);
      if (result.refused === undefined) left -= result.bytes;
      return result;
    },
  };
}

/** The campaign's own file as a place to point at. */
export function placeOfFile(file: string, line = 1, text = ''): SourceText {
  return { file, line, column: 1, text };
}

function wrongName(name: string): string | undefined {
  if (name.trim() === '') return 'expected the name of a file behind the colon';
  if (name !== name.trim()) return `the name of the file has blanks at an end: write ${quoteText(name.trim())}`;
  if (name.includes('|'))
    return `expected the name of a file and nothing else, found ${quoteText(name.slice(name.indexOf('|')))}: whole files are read here`;
  if (name.includes('\\')) return 'write `/` between folders, not `\\`';
  if (isAbsolute(name) || /^[A-Za-z]:/.test(name))
    return `${quoteText(name)} is no relative path: name the file relative to the one that this line stands in`;
  if (name.includes('\0')) return 'the name of a file has no zero characters';
  return undefined;
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

type ReadText =
  | { readonly text: string; readonly bytes: number; readonly refused?: undefined }
  | { readonly refused: string; readonly line?: number };

function readText(path: string, most: number, longest: number, all: number): ReadText {
  const shown = quoteText(path);
  try {
    const status = statSync(path);
    if (!status.isFile())
      return { refused: `${shown} is ${status.isDirectory() ? 'a folder' : 'no file'}: name a file` };
    if (status.size > longest)
      return { refused: `${shown} has ${String(status.size)} bytes, the limit is ${String(longest)}: split it` };
    const bytes = readAtMost(path, most);
    if (bytes === undefined)
      return {
        refused: `the files of this campaign have more than ${String(all)} bytes up to ${shown}, which is the limit`,
      };
    if (!isUtf8(bytes))
      return { refused: 'this line is no text in UTF-8: save the file in that encoding', line: firstBadLine(bytes) };
    // A byte order mark is no part of the text.
    return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), bytes: bytes.length };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code === 'ENOENT') return { refused: `there is no file ${shown}` };
    return { refused: `${shown} cannot be read: ${error instanceof Error ? error.message : 'it is not known why'}` };
  }
}

function firstBadLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; ; line++) {
    const end = bytes.indexOf(10, start);
    if (end < 0 || !isUtf8(bytes.subarray(start, end))) return line;
    start = end + 1;
  }
}

function realPathOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}
