import { dirname, resolve } from 'node:path';
import type { NominalWorld } from '../match/nominal-world.js';
import type { Origin } from '../ir/origin.js';
import type { Program } from '../ir/program.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import type { ContentFile } from '../content/native/content-file.js';
import { loadContent } from '../content/native/load.js';
import { EdictError } from '../kernel/errors.js';
import { type FoundFile, findFiles } from '../scenarios/find-files.js';
import { formatOf } from '../scenarios/format-of.js';
import { isEmpty } from '../scenarios/no-format.js';
import { type CheckedCase, checkScenario } from '../scenarios/native/check-scenario.js';
import { longestScenario } from '../scenarios/native/read-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { otherCommand } from '../scenarios/formulas/other-command.js';
import { bytesOf, readText } from '../files/read-file.js';
import { dearWarnings, originSpot } from './check-dear.js';
import { type Finding, ofCases } from './check-findings.js';
import { type NeverTrue, neverTrue } from '../plans/never-true.js';
import { kindAt } from '../model/model.js';
import { listTexts, printable, quoteText } from '../content/diagnostics/quote.js';

/** What the check of one content, or of one scenario file, has found. */
export interface CheckedContent {
  /** Its folder, its scenario file, or the files that were named. */
  readonly name: string;
  readonly files: number;
  readonly errors: readonly Finding[];
  readonly warnings: readonly Finding[];
  /** Of these and what follows each counts once, however many cases of a scenario bring it. */
  readonly classes: number;
  readonly rules: number;
  readonly triggers: number;
  /** Those that it declares. */
  readonly occurrences: number;
  readonly abilities: number;
  /** What it was lowered to, each program of a scenario's cases once; empty where it has errors. */
  readonly programs: readonly NamedProgram[];
}

interface NamedProgram {
  readonly name: string;
  readonly program: Program;
}

/**
 * Checks what paths stand for: the content files that lie directly in one folder as one content, each folder below it
 * likewise, the content files that were named as one content together, and each scenario file by itself. A named file
 * that lies in a folder which is checked anyway is checked there. Rules that would be dear in a world of the given size
 * are warned of.
 */
export function checkContents(paths: readonly string[], world: NominalWorld): readonly CheckedContent[] {
  return gather(paths.flatMap(partsOf)).map((parts) => checkGathering(parts, world));
}

/** A file that is content or a scenario, or that cannot be read. */
interface Part {
  readonly sort: 'content' | 'scenario';
  readonly file: string;
  /** That it was found in; undefined for a file that was named. */
  readonly folder: string | undefined;
  readonly text: string | Diagnostic;
}

/** The files that a path stands for. A path that stands for none is an error like any other. */
function partsOf(path: string): readonly Part[] {
  const parts = findFiles([path], ['.yaml', '.yml'])
    .map(partOf)
    .filter((part) => part !== undefined);
  if (parts.length > 0) return parts;
  const text = fileError(
    path,
    'no-content',
    `${path} has no content in it: no .yaml or .yml file that is content or a scenario`,
  );
  return [{ sort: 'content', file: path, folder: path, text }];
}

/** Undefined for a file of a folder that is of another format. */
function partOf({ file, named, closed }: FoundFile): Part | undefined {
  const text = attempt(file, () => readText(file, bytesOf(longestScenario)));
  const folder = named ? undefined : closed === true ? file : dirname(file);
  const part: Part = { sort: 'content', file, folder, text };
  if (typeof text !== 'string') return part;
  const format = formatOf(text);
  if (format === formatName) return { ...part, sort: 'scenario' };
  const other = named ? otherCommand(file, format) : undefined;
  if (other !== undefined) return { ...part, text: fileError(file, 'no-content', `this ${other}`) };
  if (named && format !== undefined) return { ...part, text: fileError(file, 'unknown-format', unknownFormat(format)) };
  return named || format === undefined ? part : undefined;
}

function unknownFormat(format: string): string {
  return `the format ${JSON.stringify(format)} is not known; a scenario says format: ${formatName}, and content says none`;
}

/** Sorts files by what they are checked with. Each file is checked once. */
function gather(parts: readonly Part[]): readonly (readonly Part[])[] {
  const inFolders = new Set(parts.filter(({ folder }) => folder !== undefined).map(({ file }) => resolve(file)));
  const reached = new Set<string>();
  const gatherings = new Map<string, Part[]>();
  for (const part of parts) {
    const file = resolve(part.file);
    if (reached.has(file) || (part.folder === undefined && inFolders.has(file))) continue;
    reached.add(file);
    const key =
      part.sort === 'scenario'
        ? `scenario ${file}`
        : part.folder === undefined
          ? 'named'
          : `folder ${resolve(part.folder)}`;
    const gathering = gatherings.get(key);
    if (gathering === undefined) gatherings.set(key, [part]);
    else gathering.push(part);
  }
  return [...gatherings.values()];
}

function checkGathering(parts: readonly Part[], world: NominalWorld): CheckedContent {
  const unread: Diagnostic[] = [];
  const files: { readonly file: string; readonly text: string }[] = [];
  for (const { file, text } of parts) {
    if (typeof text === 'string') files.push({ file, text });
    else unread.push(text);
  }
  const [{ sort, file, folder }] = parts;
  const checked =
    files.length === 0 ? [] : sort === 'scenario' ? checkScenario(file, files[0].text) : [checkAlone(files)];
  const name = sort === 'scenario' || folder === undefined ? namesOf(parts) : folder;
  const { errors, ...sound } = judge(name, checked, world);
  return { name, files: parts.length, errors: [...unread, ...errors], ...sound };
}

/** Content of no scenario is as a scenario's only case. */
function checkAlone(files: readonly ContentFile[]): CheckedCase {
  const result = loadContent(files);
  const empty = files.filter(({ text }) => isEmpty(text)).map(({ file }) => nothingIn(file));
  return {
    name: '',
    files,
    program: result.ok ? result.program : undefined,
    errors: result.ok ? [] : result.errors,
    warnings: [...result.warnings, ...empty],
  };
}

function nothingIn(file: string): Diagnostic {
  return {
    severity: 'warning',
    code: 'empty-content',
    file,
    line: 1,
    column: 1,
    message: 'there is nothing in this file, expected sections of content, such as `kinds`',
    suggestion: 'delete the file, or look whether it was saved',
  };
}

/**
 * All that is to be said of contents that are checked as one thing. Programs are looked at where nothing is wrong with
 * any.
 */
function judge(
  name: string,
  cases: readonly CheckedCase[],
  world: NominalWorld,
): Omit<CheckedContent, 'name' | 'files'> {
  const errors = ofCases(cases.map((each) => ({ name: each.name, found: each.errors })));
  const warnings = ofCases(cases.map((each) => ({ name: each.name, found: each.warnings })));
  if (errors.length > 0) return { errors, warnings, programs: [], ...sizeOf([]) };
  const advice = new Map<Program, readonly Diagnostic[]>();
  for (const { program, files, warnings: known } of cases) {
    if (program === undefined || advice.has(program)) continue;
    advice.set(program, [...dearWarnings(program, files, world), ...neverWarnings(program, files, known)]);
  }
  const advised = ofCases(
    cases.map(({ name: of, program }) => ({ name: of, found: (program && advice.get(program)) ?? [] })),
  );
  return {
    errors,
    warnings: [...warnings, ...advised],
    programs: programsOf(name, cases),
    ...sizeOf([...advice.keys()]),
  };
}

/** Each program once; where there are several, with the case that brings it first. */
function programsOf(name: string, cases: readonly CheckedCase[]): readonly NamedProgram[] {
  const byFingerprint = new Map<string, NamedProgram>();
  for (const { name: of, program } of cases) {
    if (program !== undefined && !byFingerprint.has(program.fingerprint))
      byFingerprint.set(program.fingerprint, { name: of, program });
  }
  const programs = [...byFingerprint.values()];
  return programs.map(({ name: of, program }) => ({ name: programs.length === 1 ? name : `${name}: ${of}`, program }));
}

function namesOf([{ file }, ...others]: readonly Part[]): string {
  return others.length === 0 ? file : `${file} and ${others.length} more`;
}

/** How much a content has of each sort. */
export type ContentSize = Pick<CheckedContent, 'classes' | 'rules' | 'triggers' | 'occurrences' | 'abilities'>;

/** How much programs have, where what is written once counts once. */
function sizeOf(programs: readonly Program[]): ContentSize {
  const count = (listOf: (program: Program) => readonly Written[]): number => countWritten(programs.map(listOf));
  return {
    classes: count(({ model }) => model.classes),
    rules: count(({ rules }) => rules.rules),
    triggers: count(({ rules }) => rules.triggers.triggers),
    // What nothing declares is not of the content.
    occurrences: count(({ rules }) => rules.timing.types.filter(({ origin }) => origin !== undefined)),
    abilities: count(({ rules }) => rules.timing.abilities),
  };
}

interface Written {
  readonly name: string;
  readonly origin?: Origin | undefined;
}

function countWritten(lists: readonly (readonly Written[])[]): number {
  const most = new Map<string, number>();
  for (const list of lists) {
    const counts = new Map<string, number>();
    for (const { name, origin } of list) {
      const key = JSON.stringify([origin?.file, origin?.line, origin?.column, name]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const [key, times] of counts) most.set(key, Math.max(times, most.get(key) ?? 0));
  }
  return [...most.values()].reduce((sum, times) => sum + times, 0);
}

function attempt<Value extends object | string>(file: string, run: () => Value): Value | Diagnostic {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    return fileError(file, error.code, error.message.replace(/^edict: /, ''));
  }
}

/** An error of a file as a whole. */
function fileError(file: string, code: string, message: string): Diagnostic {
  return { severity: 'error', code, file, line: 1, column: 1, message };
}

/**
 * A warning for each condition that can never be true, save those that are on a line of which a warning says so
 * already. `files` are those that the program was loaded from.
 */
function neverWarnings(
  program: Program,
  files: readonly ContentFile[],
  known: readonly Diagnostic[],
): readonly Diagnostic[] {
  const isKnown = ({ file, line }: Pick<Diagnostic, 'file' | 'line'>): boolean =>
    known.some(
      (warning) =>
        (warning.code === 'never-true' || warning.code === 'never-present') &&
        warning.file === file &&
        warning.line === line,
    );
  return neverTrue(program)
    .filter(({ origin }) => !isKnown(origin))
    .map((found) => warningOf(found, program, files));
}

function warningOf(
  { owner, text, kinds, origin }: NeverTrue,
  { model }: Program,
  files: readonly ContentFile[],
): Diagnostic {
  const who =
    kinds.length === 0 ? 'any object' : `objects of kind ${listTexts(kinds.map((kind) => kindAt(model, kind).name))}`;
  return {
    severity: 'warning',
    code: 'never-true',
    ...originSpot(origin, files),
    message: `${text === '' ? 'a condition' : quoteText(text)} of ${printable(owner)} is never true of ${who}, whatever the world is like`,
    suggestion: 'look whether such an object has what is asked for, and whether its parts contradict one another',
  };
}
