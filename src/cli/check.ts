import type { Command } from 'commander';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import { loadContent } from '../content/native/load.js';
import { EdictError } from '../kernel/errors.js';
import { findFiles } from '../scenarios/find-files.js';
import { formatOf } from '../scenarios/format-of.js';
import { checkScenario } from '../scenarios/native/check-scenario.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { readText } from '../scenarios/read-input.js';
import type { Context } from './context.js';
import { grouped } from './table.js';
import type { Terminal } from './terminal.js';

interface CheckOptions {
  readonly json?: true;
}

interface TextFile {
  readonly file: string;
  readonly text: string;
}

/** What a check has found. */
interface CheckResult {
  readonly files: number;
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  readonly classes: number;
  readonly rules: number;
}

const help = `
All files together are one content. In a folder, every .yaml and .yml file without a format field is content.
A scenario file (format: ${formatName}) is checked by itself, with the content that it brings.

Examples:
  $ edict check content/
  $ edict check rules.yaml extra.yaml --json`;

/** Adds `edict check`: finds all errors of content. */
export function addCheck(program: Command, context: Context): void {
  program.command('check')
    .summary('find all errors in content')
    .description('Loads content and shows all its errors and warnings, each with its line and what to do.')
    .argument('<files...>', 'content files, folders of them, or scenario files')
    .option('--json', 'print errors and warnings as JSON')
    .addHelpText('after', help)
    .action((paths: string[], options: CheckOptions) => {
      const result = check(paths);
      context.terminal.out(options.json === true ? `${JSON.stringify(jsonOf(result), undefined, 2)}\n` : textOf(result, context.terminal));
      context.finish(result.errors.length > 0 ? 1 : 0);
    });
}

function check(paths: readonly string[]): CheckResult {
  const { content, scenarios, unread } = gather(paths);
  const results = scenarios.map(({ file, text }) => checkScenario(file, text));
  if (content.length > 0) results.unshift(loadContent(content));
  const programs = results.flatMap((result) => (result.ok ? [result.program] : []));
  return {
    files: content.length + scenarios.length + unread.length,
    errors: [...unread, ...results.flatMap((result) => (result.ok ? [] : result.errors))],
    warnings: results.flatMap((result) => result.warnings),
    classes: programs.reduce((sum, program) => sum + program.model.classes.length, 0),
    rules: programs.reduce((sum, program) => sum + program.rules.rules.length, 0),
  };
}

interface Gathered {
  readonly content: readonly TextFile[];
  readonly scenarios: readonly TextFile[];
  readonly unread: readonly Diagnostic[];
}

/** The texts that paths stand for. A file that cannot be read is an error like any other. */
function gather(paths: readonly string[]): Gathered {
  const content: TextFile[] = [];
  const scenarios: TextFile[] = [];
  const unread: Diagnostic[] = [];
  for (const path of paths) {
    const found = attempt(path, unread, () => findFiles([path], ['.yaml', '.yml'])) ?? [];
    const before = content.length + scenarios.length + unread.length;
    for (const { file, named } of found) {
      if ([...content, ...scenarios].some((other) => other.file === file)) continue;
      const text = attempt(file, unread, () => readText(file));
      if (text === undefined) continue;
      const format = formatOf(text);
      if (named && format === formatName) scenarios.push({ file, text });
      else if (named || format === undefined) content.push({ file, text });
    }
    if (found.every((each) => !each.named) && content.length + scenarios.length + unread.length === before) {
      unread.push(fileError(path, 'no-content', `${path} has no content in it: no .yaml or .yml file without a format field`));
    }
  }
  return { content, scenarios, unread };
}

function attempt<Value>(file: string, errors: Diagnostic[], run: () => Value): Value | undefined {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof EdictError)) throw error;
    errors.push(fileError(file, error.code, error.message.replace(/^edict: /, '')));
    return undefined;
  }
}

/** An error of a file as a whole. */
function fileError(file: string, code: string, message: string): Diagnostic {
  return { severity: 'error', code, file, line: 1, column: 1, message };
}

function jsonOf({ errors, warnings }: CheckResult) {
  return { errors: errors.map(entryOf), warnings: warnings.map(entryOf) };
}

function entryOf({ file, line, column, code, message, suggestion }: Diagnostic) {
  return { file, line, column, code, message, suggestion: suggestion ?? null };
}

function textOf(result: CheckResult, { outColors: colors }: Terminal): string {
  const { errors, warnings } = result;
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const found = [...errors, ...warnings];
  const list = found.length === 0 ? '' : `${formatDiagnostics(found, paint)}\n\n`;
  return `${list}${summaryOf(result)}\n`;
}

function summaryOf({ files, errors, warnings, classes, rules }: CheckResult): string {
  const counted = (count: number, noun: string, plural = `${noun}s`): string => `${grouped(count)} ${count === 1 ? noun : plural}`;
  const held = `${counted(files, 'file')}, ${counted(classes, 'class', 'classes')}, ${counted(rules, 'rule')}`;
  if (errors.length === 0 && warnings.length === 0) return `${held}: no problems`;
  if (errors.length === 0) return `${held}: ${counted(warnings.length, 'warning')}`;
  return `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')} in ${counted(files, 'file')}`;
}
