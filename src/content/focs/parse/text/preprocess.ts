import {
  problemAt,
  createTextBuilder,
  type Problem,
  type SourceFile,
  asWarning,
  type ProblemDetails,
} from './traced-text.js';
import { type Expanded, type Macros, expandMacros, unknownMacro } from './expand-macros.js';
import { keptBy } from '../../../../kernel/maps.js';
import { createNameBudget } from '../../../text/nearest-name.js';
import { listTexts, quoteText } from '../../../text/quote.js';
import { defaultTextLimits, type TextLimits } from './text-limits.js';
import {
  findCycles,
  type Cycle,
  createDefinitionBuilder,
  findDefinitions,
  type DefinitionParts,
  type Macro,
  type MacroDefinitions,
} from './macros.js';

/** Paths are relative to the folder that `/` stands for. */
export interface SourceFiles {
  /** The same object for every path to one file. */
  read(path: string): SourceFile | undefined;
  /** In byte order; empty without such a folder. */
  list(folder: string): readonly string[];
}

interface IncludeLine {
  readonly name: string;
  /** Without the line end. */
  readonly at: number;
  readonly end: number;
}

/** `index` counts the stretches of a file between include lines. */
type VisitStretch = (file: SourceFile, from: number, to: number, index: number) => void;

const includeLine = /^#include[ \t]*"([^"\n]*)"[ \t]*\r?$/gm;

function includeLines({ text }: SourceFile): readonly IncludeLine[] {
  if (!text.includes('#include')) return [];
  return Array.from(text.matchAll(includeLine), (match) => ({
    name: match[1],
    at: match.index,
    end: match.index + match[0].length,
  }));
}

interface Including {
  readonly files: SourceFiles;
  readonly limits: TextLimits;
  readonly linesOf: (file: SourceFile) => readonly IncludeLine[];
  readonly problems: Problem[];
}

interface Walk extends Including {
  readonly visit: VisitStretch;
  readonly seen: Set<SourceFile>;
  /** The outermost file, and its line that led here. */
  readonly outer: SourceFile;
  line: number;
  /** Characters and include lines still allowed. */
  left: number;
  lines: number;
}

/**
 * Visits included files once, at the line that first names them. A missing file is a warning: games leave such lines
 * for files that players may add. @returns false, and reports, when it is too long
 */
function walkIncludes(file: SourceFile, including: Including, visit: VisitStretch): boolean {
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

/** `folder`: the base of relative names. */
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

/** Other readers resolve names by the outermost file. */
function checkFromOuter(name: string, folder: string, path: string, { files, outer, line, problems }: Walk): void {
  const outerFolder = folderOf(outer.path);
  const fromOuter = folder === outerFolder ? path : joinPath(outerFolder, name);
  if (fromOuter !== undefined && (fromOuter === path || files.read(fromOuter) !== undefined)) return;
  const message = `${quoteText(name)}, which is included by way of this line, is not there relative to this file; ${quoteText(path)} is taken`;
  problems.push(problemAt('missing-include', message, outer, line, asWarning));
}

/** Their includes are relative to the outermost file. */
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

export interface Preprocessed extends Expanded {
  readonly problems: readonly Problem[];
}

/** Never throws; the limits bound time and memory. */
export type Preprocessor = (file: SourceFile) => Preprocessed;

interface FileParts {
  readonly lines: readonly IncludeLine[];
  /** Definitions between include lines; undefined where they depend on the text around the file. */
  readonly stretches: readonly DefinitionParts[] | undefined;
}

export function createPreprocessor(files: SourceFiles, limits: TextLimits = defaultTextLimits): Preprocessor {
  const partsOf = keptBy(readFileParts);
  return (file) => {
    const problems: Problem[] = [];
    const including = { files, limits, problems, linesOf: (each: SourceFile) => partsOf(each).lines };
    const definitions = gather(file, including, partsOf) ?? gatherFromWhole(file, including);
    const { text, unresolved } = definitions === undefined ? nothing : expandAll(definitions, limits, problems);
    return { text, unresolved, problems: firstOf(blameLost(problems), limits.problems) };
  };
}

/** Unknown macros were probably in a missing include, which is then the only error. */
function blameLost(problems: readonly Problem[]): readonly Problem[] {
  const lost = problems.find((problem) => problem.lost !== undefined);
  const unknown = problems.filter(({ code }) => code === 'unknown-macro');
  const [first] = unknown;
  if (lost === undefined || first === undefined) return problems;
  const more = unknown.length === 1 ? '' : `, nor are there ${String(unknown.length - 1)} more`;
  const message = `${lost.message}, and ${first.message} elsewhere${more}`;
  return problems
    .filter(({ code }) => code !== 'unknown-macro')
    .map((problem) => (problem === lost ? { ...lost, severity: 'error', message } : problem));
}

const nothing: Expanded = { text: undefined, unresolved: new Set() };

function firstOf(problems: readonly Problem[], most: number): readonly Problem[] {
  const next = problems.at(most);
  if (next === undefined) return problems;
  const message = `${problems.length - most} more problems with includes and macros`;
  return [...problems.slice(0, most), { ...next, severity: 'error', code: 'more', message }];
}

/** Gathers file by file; undefined, without problems, where the result would differ from that of the whole text. */
function gather(
  file: SourceFile,
  including: Including,
  partsOf: (file: SourceFile) => FileParts,
): MacroDefinitions | undefined {
  const problems: Problem[] = [];
  const builder = createDefinitionBuilder(problems);
  let isRegular = true;
  const isWhole = walkIncludes(file, { ...including, problems }, (each, _from, _to, index) => {
    const parts = partsOf(each).stretches?.at(index);
    if (parts === undefined) isRegular = false;
    else if (isRegular) builder.add(each, parts);
  });
  if (!isRegular || !isWhole) return undefined;
  including.problems.push(...problems);
  return builder.build();
}

function gatherFromWhole(file: SourceFile, including: Including): MacroDefinitions | undefined {
  const text = createTextBuilder();
  const isWhole = walkIncludes(file, including, (from, start, end) => text.add(from, start, end));
  if (!isWhole) return undefined;
  const whole = text.build();
  const builder = createDefinitionBuilder(including.problems);
  builder.add(whole, findDefinitions(whole, 0, whole.text.length));
  return builder.build();
}

/** A definition across an include line, or whose key another file may hold, is not the file's own. */
function readFileParts(file: SourceFile): FileParts {
  const lines = includeLines(file);
  const stretches: DefinitionParts[] = [];
  let from = 0;
  for (const line of [...lines, undefined]) {
    stretches.push(findDefinitions(file, from, line?.at ?? file.text.length));
    from = line?.end ?? from;
  }
  const isOwn = !file.text.startsWith("'''") && stretches.every(({ open }) => open === undefined);
  return { lines, stretches: isOwn ? stretches : undefined };
}

function expandAll({ macros, rest }: MacroDefinitions, limits: TextLimits, problems: Problem[]): Expanded {
  const calls = [...macros].map(([key, macro]) => [key, macro.calls] as const);
  const { cyclic, cycles } = findCycles(new Map(calls.filter(([, called]) => called.size > 0)));
  const by: Macros = { macros, cyclic, limits, problems, names: createNameBudget() };
  for (const { calls: called, body } of macros.values())
    for (const [name, at] of called) if (!macros.has(name)) problems.push(unknownMacro(name, body, at, by));
  for (const cycle of cycles) problems.push(recursion(cycle, macros.get(cycle[0])));
  return expandMacros(rest, by);
}

function recursion(cycle: Cycle, first: Macro | undefined): Problem {
  if (first === undefined) throw new Error('edict: a macro calls itself, but there is no such macro');
  const way =
    cycle.length === 1
      ? 'calls itself'
      : `calls itself by way of ${listTexts(cycle.slice(1)).replace(/ or (?=[^,]*$)/, ' and ')}`;
  const message = `macro ${quoteText(first.key)} ${way}, so it has no end and is left as it is`;
  return problemAt('macro-cycle', message, first.inside, first.at);
}
