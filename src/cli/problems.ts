import type { Diagnostic } from '../content/text/diagnostic.js';
import { formatDiagnostic } from '../content/text/format-diagnostic.js';
import { printable } from '../content/text/quote.js';
import type { EdictError } from '../kernel/errors.js';
import { findFiles } from '../scenarios/find-files.js';
import { bare } from '../scenarios/catching.js';
import { counted, type Colors, type Terminal } from './terminal.js';
import type { Context } from './command.js';

/** Problems of one file: there may be thousands. */
const mostShown = 100;

/** With a blank line after each. `others`: where to see the rest of a file; without it all are shown. */
export function problemsText(problems: readonly Diagnostic[], colors: Colors, others?: string): string {
  const paint = { place: colors.bold, error: colors.red, warning: colors.yellow, faint: colors.dim };
  const most = others === undefined ? Infinity : mostShown;
  const counts = new Map<string, number>();
  const texts: string[] = [];
  for (const problem of problems) {
    const count = (counts.get(problem.file) ?? 0) + 1;
    counts.set(problem.file, count);
    if (count <= most) texts.push(formatDiagnostic(problem, paint));
  }
  for (const [file, count] of counts)
    if (count > most)
      texts.push(`${paint.place(`${printable(file)}:`)} ${counted(count - most, 'more problem')}${others}`);
  return texts.map((text) => `${text}\n\n`).join('');
}

export function problemJson<More>({ file, line, column, code, message, suggestion }: Diagnostic, more?: More) {
  return { file, line, column, ...more, code, message, suggestion: suggestion ?? null };
}

export interface Problems<Problem> {
  readonly errors: readonly Problem[];
  readonly warnings: readonly Problem[];
}

export function problemsJson<Problem extends Diagnostic>(
  { errors, warnings }: Problems<Problem>,
  moreOf?: (problem: Problem) => object,
) {
  const json = (problem: Problem) => problemJson(problem, moreOf?.(problem));
  return { errors: errors.map(json), warnings: warnings.map(json) };
}

/** Reports why nothing was `done`. `count`: of errors, where not all are listed. */
export function refuseToRun(
  { terminal: { error, errorColors }, fail }: Pick<Context, 'terminal' | 'fail'>,
  has: string,
  problems: readonly Diagnostic[],
  { count = problems.filter(({ severity }) => severity === 'error').length, done = 'run', others }: Refusal = {},
): void {
  const why = `the ${has} ${counted(count, 'error')}, so nothing was ${done}; mend ${count === 1 ? 'it' : 'them'} and try again`;
  error(`${problemsText(problems, errorColors, others)}${errorColors.red(`edict: ${why}`)}\n`);
  fail();
}

export function tellProblems({ error, errorColors }: Terminal, problems: readonly Diagnostic[], others?: string): void {
  if (problems.length > 0) error(problemsText(problems, errorColors, others));
}

interface Refusal {
  readonly count?: number;
  readonly done?: string;
  readonly others?: string | undefined;
}

export const hiddenWarnings = ' (shown when no error is left, and with --json)';

export function problemCounts(errors: readonly unknown[], warnings: readonly unknown[]): string {
  const some = [[errors, 'error'] as const, [warnings, 'warning'] as const].filter(([{ length }]) => length > 0);
  return some.length === 0 ? 'no problems' : some.map(([{ length }, noun]) => counted(length, noun)).join(', ');
}

export function fileProblem(file: string, code: string, message: string): Diagnostic {
  return { severity: 'error', code, file, line: 1, column: 1, message };
}

export function fileFailure(file: string, error: EdictError): Diagnostic {
  return fileProblem(file, error.code, bare(error));
}

export function filesIn(
  path: string,
  endings: readonly string[],
  refuse: (problem: Diagnostic) => void,
): readonly string[] {
  const found = findFiles([path], endings);
  if (found.length === 0) refuse(fileProblem(path, 'no-content', `${path} has no ${endings[0]} file in it`));
  return found.map(({ file }) => file);
}
