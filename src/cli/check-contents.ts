import { dirname, resolve } from 'node:path';
import type { NominalWorld } from '../compile/plan/nominal-world.js';
import type { Program } from '../compile/program.js';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { type LoadResult, loadContent } from '../content/native/load.js';
import { EdictError } from '../kernel/errors.js';
import { type FoundFile, findFiles } from '../scenarios/find-files.js';
import { formatOf } from '../scenarios/format-of.js';
import { checkScenario } from '../scenarios/native/check-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { otherCommand } from '../scenarios/formulas/other-command.js';
import { readText } from '../scenarios/read-input.js';
import { dearWarnings } from './check-dear.js';
import { neverWarnings } from './check-never.js';

/** What the check of one content, or of one scenario file, has found. */
export interface CheckedContent {
  /** Its folder, its scenario file, or the files that were named. */
  readonly name: string;
  readonly files: number;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly classes: number;
  readonly rules: number;
  readonly triggers: number;
  /** Those that it declares. */
  readonly occurrences: number;
  readonly abilities: number;
  /** What it was lowered to; undefined where it has errors. */
  readonly program: Program | undefined;
}

/**
 * Checks what paths stand for: the content files that lie directly in one folder as one content, each folder below it likewise, the content files that were
 * named as one content together, and each scenario file by itself. A named file that lies in a folder which is checked anyway is checked there. Rules that would be
 * dear in a world of the given size are warned of.
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
  const found = attempt(path, () => findFiles([path], ['.yaml', '.yml']));
  if ('severity' in found) return [{ sort: 'content', file: path, folder: path, text: found }];
  const parts = found.map(partOf).filter((part) => part !== undefined);
  if (parts.length > 0) return parts;
  const text = fileError(path, 'no-content', `${path} has no content in it: no .yaml or .yml file that is content or a scenario`);
  return [{ sort: 'content', file: path, folder: path, text }];
}

/** Undefined for a file of a folder that is of another format. */
function partOf({ file, named }: FoundFile): Part | undefined {
  const text = attempt(file, () => readText(file));
  const part: Part = { sort: 'content', file, folder: named ? undefined : dirname(file), text };
  if (typeof text !== 'string') return part;
  const format = formatOf(text);
  if (format === formatName) return { ...part, sort: 'scenario' };
  const other = named ? otherCommand(file, format) : undefined;
  if (other !== undefined) return { ...part, text: fileError(file, 'no-content', `this ${other}`) };
  return named || format === undefined ? part : undefined;
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
    const key = part.sort === 'scenario' ? `scenario ${file}` : part.folder === undefined ? 'named' : `folder ${resolve(part.folder)}`;
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
  const result = files.length === 0 ? undefined : sort === 'scenario' ? checkScenario(file, files[0].text) : loadContent(files);
  const program = result?.ok === true ? result.program : undefined;
  const warnings = result?.warnings ?? [];
  return {
    name: sort === 'scenario' || folder === undefined ? namesOf(parts) : folder,
    files: parts.length,
    errors: [...unread, ...errorsOf(result)],
    warnings: [...warnings, ...(program === undefined ? [] : [...dearWarnings(program, files, world), ...neverWarnings(program, files, warnings)])],
    program,
    ...sizeOf(result),
  };
}

function namesOf([{ file }, ...others]: readonly Part[]): string {
  return others.length === 0 ? file : `${file} and ${others.length} more`;
}

function errorsOf(result: LoadResult | undefined): readonly Diagnostic[] {
  return result === undefined || result.ok ? [] : result.errors;
}

/** How much a content has of each sort. */
export type ContentSize = Pick<CheckedContent, 'classes' | 'rules' | 'triggers' | 'occurrences' | 'abilities'>;

function sizeOf(result: LoadResult | undefined): ContentSize {
  if (result?.ok !== true) return { classes: 0, rules: 0, triggers: 0, occurrences: 0, abilities: 0 };
  const { model, rules } = result.program;
  // What nothing declares is not of the content.
  const occurrences = rules.timing.types.filter(({ origin }) => origin !== undefined).length;
  return { classes: model.classes.length, rules: rules.rules.length, triggers: model.triggers.length, occurrences, abilities: model.abilities.length };
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
