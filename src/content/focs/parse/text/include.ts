import { problemAt, asWarning, type Problem, type ProblemDetails, type SourceFile } from './traced-text.js';
import { quoteText } from '../../../text/quote.js';
import type { TextLimits } from './limits.js';

/** The files that includes may name. Paths have `/` between their parts and begin at the folder that `/` stands for. */
export interface SourceFiles {
  /** The same object for every path to one file; undefined where none is readable. */
  read(path: string): SourceFile | undefined;
  /** Names of the files in a folder, in byte order; empty where there is no such folder. */
  list(folder: string): readonly string[];
}

export interface IncludeLine {
  readonly name: string;
  /** Offsets of its first character and after its last, without the line end. */
  readonly at: number;
  readonly end: number;
}

/** Takes the stretches of files between include lines, in their order; `index` counts those of each file. */
type VisitStretch = (file: SourceFile, from: number, to: number, index: number) => void;

const includeLine = /^#include[ \t]*"([^"\n]*)"[ \t]*\r?$/gm;

export function includeLines({ text }: SourceFile): readonly IncludeLine[] {
  if (!text.includes('#include')) return [];
  return Array.from(text.matchAll(includeLine), (match) => ({
    name: match[1],
    at: match.index,
    end: match.index + match[0].length,
  }));
}

export interface Including {
  readonly files: SourceFiles;
  readonly limits: TextLimits;
  readonly linesOf: (file: SourceFile) => readonly IncludeLine[];
  readonly problems: Problem[];
}

interface Walk extends Including {
  readonly visit: VisitStretch;
  readonly seen: Set<SourceFile>;
  /** The outermost file, and the place of its line that led to the present one. */
  readonly outer: SourceFile;
  line: number;
  /** Characters and include lines that may still come. */
  left: number;
  lines: number;
}

/**
 * Visits the text of a file with the files that it includes, each once, in the place of the line that first names it. A
 * missing file is a warning: games leave such lines for files that players may add.
 * @returns true if all of it was visited; false when it is longer than the limit, which is a problem
 */
export function walkIncludes(file: SourceFile, including: Including, visit: VisitStretch): boolean {
  const { limits, problems } = including;
  const { expanded } = limits;
  const walk: Walk = {
    ...including,
    visit,
    seen: new Set([file]),
    outer: file,
    line: 0,
    left: expanded,
    lines: limits.includeLines,
  };
  insert(file, folderOf(file.path), 0, walk);
  if (walk.left >= 0) return true;
  const message = `with all that it includes the file is longer than ${expanded} characters`;
  problems.push(problemAt('file-too-long', message, file, 0));
  return false;
}

/** `folder`: the base of relative names in the text. */
function insert(file: SourceFile, folder: string, depth: number, walk: Walk): void {
  const { limits, problems } = walk;
  walk.left -= file.text.length;
  let done = 0;
  walk.linesOf(file).forEach(({ name, at, end }, index) => {
    if (walk.left < 0) return;
    if (depth === 0) walk.line = at;
    walk.visit(file, done, at, index);
    done = end;
    const report: Report = (code, message, more) => problems.push(problemAt(code, message, file, at, more));
    walk.lines -= 1;
    if (walk.lines < 0) {
      if (walk.lines === -1)
        report(
          'too-many-includes',
          `the file has more than ${limits.includeLines} include lines with all that it includes`,
        );
    } else if (depth >= limits.includes)
      report('include-depth', `files include each other more than ${limits.includes} deep`);
    else include(name, folder, depth, walk, report);
  });
  if (walk.left >= 0) walk.visit(file, done, file.text.length, walk.linesOf(file).length);
}

type Report = (code: string, message: string, more?: ProblemDetails) => void;

function include(name: string, folder: string, depth: number, walk: Walk, report: Report): void {
  const path = name.startsWith('/') ? joinPath('', name) : joinPath(folder, name);
  if (path === undefined) {
    report('include-outside', `${quoteText(name)} leads out of the content's folders`);
    return;
  }
  const last = path.slice(path.lastIndexOf('/') + 1);
  if (last.startsWith('*')) includeMany(path, last.slice(1), folder, depth, walk, report);
  else {
    const included = walk.files.read(path);
    if (included === undefined) reportMissing(path, 'is no file', report);
    else {
      if (!name.startsWith('/')) checkFromOuter(name, folder, path, walk);
      if (isFirst(included, walk)) insert(included, folderOf(included.path), depth + 1, walk);
    }
  }
}

function reportMissing(path: string, lack: string, report: Report): void {
  report('missing-include', `there ${lack} ${quoteText(path)} to include`, { ...asWarning, lost: path });
}

/** Other readers resolve names in included files by the outermost file. */
function checkFromOuter(name: string, folder: string, path: string, { files, outer, line, problems }: Walk): void {
  const outerFolder = folderOf(outer.path);
  const fromOuter = folder === outerFolder ? path : joinPath(outerFolder, name);
  if (fromOuter !== undefined && (fromOuter === path || files.read(fromOuter) !== undefined)) return;
  const message = `${quoteText(name)}, which is included by way of this line, is not there relative to this file; ${quoteText(path)} is taken`;
  problems.push(problemAt('missing-include', message, outer, line, asWarning));
}

/** Includes in these files are relative to the outermost file. */
function includeMany(path: string, suffix: string, folder: string, depth: number, walk: Walk, report: Report): void {
  const from = folderOf(path);
  const names = walk.files.list(from).filter((name) => name.length > suffix.length && name.endsWith(suffix));
  if (names.length === 0) reportMissing(path, 'are no files', report);
  for (const name of names) {
    const included = walk.files.read(from === '' ? name : `${from}/${name}`);
    if (included !== undefined && isFirst(included, walk)) insert(included, folder, depth + 1, walk);
  }
}

function isFirst(file: SourceFile, { seen }: Walk): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  return true;
}

export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

/** Undefined where `..` leads out of the outermost folder. */
function joinPath(folder: string, name: string): string | undefined {
  const parts: string[] = [];
  for (const part of `${folder}/${name}`.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '' && part !== '.') parts.push(part);
  }
  return parts.join('/');
}
