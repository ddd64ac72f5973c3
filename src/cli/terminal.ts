import picocolors from 'picocolors';
import { fstatSync } from 'node:fs';
import { isatty } from 'node:tty';
import { systemWords } from '../files/file-failure.js';
import { writeAll } from '../files/write-file.js';
import { EdictError } from '../kernel/errors.js';
import { counted, grouped } from '../kernel/grouped.js';
import { printable } from '../content/text/quote.js';
import type { CellValue } from '../world/api.js';
import type { Diagnostic } from '../content/text/diagnostic.js';
import { formatDiagnostic } from '../content/text/format-diagnostic.js';
import { bare } from '../scenarios/catching.js';
import { becomes } from '../world/questions.js';
import type { Answer } from '../world/questions-api.js';

export { counted, grouped };

/** Descriptors: the `isTTY` of a pipe is undefined, so picocolors would guess. */
const standardOutput = 1;
const standardError = 2;

export type Colors = ReturnType<typeof picocolors.createColors>;

export interface Terminal {
  readonly out: (text: string) => void;
  readonly error: (text: string) => void;
  readonly outColors: Colors;
  readonly errorColors: Colors;
  /** For a progress bar; undefined unless errors go to a terminal. */
  readonly live: NodeJS.WriteStream | undefined;
  readonly input?: NodeJS.ReadableStream;
  /** True if it may handle signals. */
  readonly ownsProcess?: true;
  /** Bypasses the stream, which a signal may have stopped. Left out: no signals. */
  readonly errorPastStream?: (text: string) => void;
  /** Calls an act at the next Ctrl+C while nothing runs, until the returned function is called. */
  readonly onInterrupt?: (act: () => void) => () => void;
  /** Undefined unless output goes to a terminal. */
  readonly clear?: (() => void) | undefined;
  /** Each JSON value is one line. */
  readonly jsonLines?: true;
}

export function processTerminal(): Terminal {
  for (const stream of [process.stdout, process.stderr]) endWhereUnwritable(stream);
  return {
    out: isFile(standardOutput) ? writeToFile : (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
    outColors: picocolors.createColors(hasColors(standardOutput)),
    errorColors: picocolors.createColors(hasColors(standardError)),
    live: isatty(standardError) && !isDumb() ? process.stderr : undefined,
    // Read on demand, because an unread pipe may keep the process waiting.
    get input() {
      return process.stdin;
    },
    ownsProcess: true,
    errorPastStream: (text) => writeAll(standardError, Buffer.from(text)),
    onInterrupt(act) {
      process.once('SIGINT', act);
      return () => void process.removeListener('SIGINT', act);
    },
    clear: isatty(standardOutput) && !isDumb() ? () => void process.stdout.write('\u001b[2J\u001b[H') : undefined,
  };
}

/** Its input stays unread, which a copy would read. */
export function withJsonLines(terminal: Terminal): Terminal {
  return Object.create(terminal, { jsonLines: { value: true } }) as Terminal;
}

function hasColors(descriptor: number): boolean {
  return isatty(descriptor) && (process.env.NO_COLOR ?? '') === '' && !isDumb();
}

function isDumb(): boolean {
  return process.env.TERM === 'dumb';
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    // The descriptor may be closed.
    return false;
  }
}

/** Node's stream reports a partial write on a full disk as complete. */
function writeToFile(text: string): void {
  try {
    writeAll(standardOutput, Buffer.from(text));
  } catch (error) {
    throw new EdictError('unwritable-output', unwritten(error));
  }
}

function unwritten(error: unknown): string {
  return `cannot write to standard output: ${systemWords(error)}`;
}

/** `edict run | head` closes the pipe early, which is no error. Other failures end the command with one sentence. */
function endWhereUnwritable(stream: NodeJS.WriteStream): void {
  if (stream.listenerCount('error') > 0) return;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    if (stream === process.stdout) process.stderr.write(`edict: ${unwritten(error)}\n`);
    process.exit(1);
  });
}

export type TableCell = string | { readonly right: string };

export type TableRow = readonly TableCell[];

/** Aligned, two spaces apart. */
export function tableLines(rows: readonly TableRow[], indent = ''): readonly string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, (typeof cell === 'string' ? cell : cell.right).length);
    });
  }
  return rows.map((row) => {
    const cells = row.map((cell, i) =>
      typeof cell === 'string' ? cell.padEnd(widths[i]) : cell.right.padStart(widths[i]),
    );
    return `${indent}${cells.join('  ')}`.trimEnd();
  });
}

export function tableText(head: TableRow, rows: readonly TableRow[], { bold }: Colors): string {
  const [first, ...others] = tableLines([head, ...rows], '  ').map(printable);
  return [bold(first), ...others].join('\n');
}

export function right(text: string | number): TableCell {
  return { right: typeof text === 'number' ? grouped(text) : text };
}

export function indented(line: string, depth: number): string {
  return line === '' ? '' : `${' '.repeat(depth)}${line}`;
}

export function signed(value: number): string {
  return value > 0 ? `+${grouped(value)}` : grouped(value);
}

export function firstFew(names: readonly string[]): string {
  return `${names.slice(0, 5).join(', ')}${names.length > 5 ? ' and so on' : ''}`;
}

export function cellText(value: CellValue | undefined, none = 'none'): string {
  if (value === null || value === undefined) return none;
  return typeof value === 'number' ? grouped(value, 6) : printable(String(value));
}

export const changeHead: TableRow = [right('before'), '', right('after')];

export function changeCells(before: string, after: string): TableRow {
  return [right(before), '→', right(after)];
}

/** A write of a cell, whose source is given as people know it, such as its id. */
export interface ShownStep {
  readonly rule: string;
  readonly source: number;
  readonly label: string;
  readonly before: CellValue | undefined;
  readonly after: CellValue | undefined;
}

interface ShownSteps {
  readonly initial: CellValue | undefined;
  readonly current: CellValue | undefined;
  readonly steps: readonly ShownStep[];
}

export function stepsTable(
  title: string,
  { initial, current, steps }: ShownSteps,
  sourceName: (source: number) => string,
  colors: Colors,
): string {
  const values =
    initial === current ? `stays ${cellText(current)}` : `${cellText(initial, 'born')} → ${cellText(current)}`;
  const first = colors.bold(printable(`${title}: ${values}`));
  if (steps.length === 0) return `${first}\nnothing wrote it\n`;
  const rows = steps.map(({ rule, source, label, before, after }) => [
    rule,
    sourceName(source),
    label === rule ? '' : label,
    ...changeCells(cellText(before), cellText(after)),
  ]);
  const head = ['rule', 'source', 'label', ...changeHead];
  return `${first}\n\n${tableText(head, rows, colors)}\n`;
}

/** Problems of one file: there may be thousands. */
const mostShown = 100;

/** With a blank line after each. `others`: a hint for the rest of a file; without it, all are shown. */
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

/** Reports why nothing was `done`. `count`: number of errors, if not all are listed. */
export function refuseToRun(
  { terminal: { error, errorColors }, fail }: { readonly terminal: Terminal; readonly fail: () => void },
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

type AnswerWords = Answer | 'changes' | 'stays';

export function answerOf(before: CellValue, after: CellValue): AnswerWords {
  if (typeof before === 'boolean' && typeof after === 'boolean') return becomes(before, after);
  return Object.is(before, after) ? 'stays' : 'changes';
}

const words: readonly (readonly [AnswerWords, one: string, many: string])[] = [
  ['becomes true', 'becomes true', 'become true'],
  ['becomes false', 'becomes false', 'become false'],
  ['changes', 'changes', 'change'],
  ['stays true', 'stays true', 'stay true'],
  ['stays false', 'stays false', 'stay false'],
  ['stays', 'stays as it is', 'stay as they are'],
];

function countsText(answers: readonly AnswerWords[]): string {
  return words
    .flatMap(([answer, one, many]) => {
      const count = answers.filter((each) => each === answer).length;
      return count === 0 ? [] : [counted(count, one, many)];
    })
    .join(', ');
}

const mostAnswers = 200;

export function answersTable(
  title: string,
  head: TableRow,
  rows: readonly TableRow[],
  answers: readonly AnswerWords[],
  colors: Colors,
): string {
  const more = rows.length > mostAnswers ? `  … and ${grouped(rows.length - mostAnswers)} more; --json has all\n` : '';
  const counts = answers.length === 0 ? '' : `\n${countsText(answers)}\n`;
  return `${title}\n\n${tableText(head, rows.slice(0, mostAnswers), colors)}\n${more}${counts}`;
}
