import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Diagnostic } from '../content/diagnostics/diagnostic.js';
import { formatDiagnostics } from '../content/diagnostics/format.js';
import { printable } from '../content/diagnostics/quote.js';
import { formatName } from '../scenarios/native/scenario-schema.js';
import { type CheckedContent, checkContents } from './check-contents.js';
import type { Context } from './context.js';
import { grouped, tableLines } from './table.js';
import type { Terminal } from './terminal.js';

interface CheckOptions {
  readonly json?: true;
}

/** What a check has found in all. */
interface CheckResult {
  readonly contents: readonly CheckedContent[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

const help = `
Files that are named are one content together. The .yaml and .yml files that lie directly in a folder are one content,
and each folder below it is a content of its own. A scenario file (format: ${formatName}), named or found, is checked by
itself, with the content that it brings; in folders files with another format field are passed over.

Examples:
  $ edict check content/
  $ edict check examples/
  $ edict check rules.yaml extra.yaml --json`;

/** Adds `edict check`: finds all errors of content. */
export function addCheck(program: Command, context: Context): void {
  program.command('check')
    .summary('find all errors in content')
    .description('Loads content and shows all its errors and warnings, each with its line and what to do.')
    .argument('<files...>', 'content files, scenario files, or folders of them')
    .option('--json', 'print errors and warnings as JSON')
    .addHelpText('after', help)
    .action((paths: string[], options: CheckOptions) => {
      const result = check(paths);
      context.terminal.out(options.json === true ? `${JSON.stringify(jsonOf(result), undefined, 2)}\n` : textOf(result, context.terminal));
      context.finish(result.errors.length > 0 ? 1 : 0);
    });
}

function check(paths: readonly string[]): CheckResult {
  const contents = checkContents(paths);
  return {
    contents,
    errors: each(contents.flatMap(({ errors }) => errors)),
    warnings: each(contents.flatMap(({ warnings }) => warnings)),
  };
}

/** Each problem once: a content file says the same again for every scenario that brings it. */
function each(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const byText = new Map<string, Diagnostic>();
  for (const found of diagnostics) {
    const key = JSON.stringify([resolve(found.file), found.line, found.column, found.code, found.message]);
    if (!byText.has(key)) byText.set(key, found);
  }
  return [...byText.values()];
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

/** A line for the whole; before it, where there are several contents, a line for each. */
function summaryOf({ contents, errors, warnings }: CheckResult): string {
  if (contents.length === 1) return lineOf(contents[0]);
  const sum = (key: 'files' | 'classes' | 'rules'): number => contents.reduce((total, content) => total + content[key], 0);
  const whole = lineOf({ files: sum('files'), classes: sum('classes'), rules: sum('rules'), errors, warnings }, contents.length);
  const lines = tableLines(contents.map((content) => [printable(content.name), lineOf(content)]));
  return `${lines.join('\n')}\n\n${whole}`;
}

function lineOf({ files, errors, warnings, classes, rules }: Omit<CheckedContent, 'name'>, contents = 1): string {
  const several = contents > 1 ? `${grouped(contents)} contents` : '';
  if (errors.length > 0) {
    return `${counted(errors.length, 'error')}, ${counted(warnings.length, 'warning')} in ${counted(files, 'file')}${several && ` of ${several}`}`;
  }
  const held = `${several && `${several}, `}${counted(files, 'file')}, ${counted(classes, 'class', 'classes')}, ${counted(rules, 'rule')}`;
  return `${held}: ${warnings.length === 0 ? 'no problems' : counted(warnings.length, 'warning')}`;
}

function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${grouped(count)} ${count === 1 ? noun : plural}`;
}
