import { type Diagnostic, diagnosticAt, type Fault as Misfit } from '../../text/diagnostic.js';
import type { Position } from '../../text/line-index.js';
import { type SourceText, findMissingTab } from './line.js';
import { mostKept } from '../../text/collector.js';
import { createNameBudget, didYouMean } from '../../text/nearest-name.js';
import { quoteText } from '../../text/quote.js';

/** `file`: unreadable, or may not be named. */
export const errorCodes = [
  'syntax',
  'unknown-variable',
  'scope',
  'unknown-function',
  'arity',
  'format',
  'overlap',
  'modifier',
  'priority',
  'default',
  'loop',
  'arithmetic',
  'duplicate',
  'file',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export interface Problem extends Misfit, Position {
  readonly code: ErrorCode;
  readonly file: string;
  readonly token: string;
  readonly tokenColumn: number;
}

export interface LoadProblem extends Problem {
  /** The variables or functions of a loop: each needs the next, the last one the first. */
  readonly cycle?: readonly string[] | undefined;
}

export function problemAt(
  source: SourceText,
  at: number,
  code: ErrorCode,
  message: string,
  suggestion?: string,
): Problem {
  const { file, line, column: tokenColumn, text: token } = source;
  return { code, message, suggestion, file, line, column: tokenColumn + at, token, tokenColumn };
}

export function describePlace({ file, line }: Pick<SourceText, 'file' | 'line'>): string {
  return `${file}:${line}`;
}

export function diagnosticOf(problem: Problem, severity?: Diagnostic['severity']): Diagnostic {
  const { file, token, tokenColumn } = problem;
  return diagnosticAt(file, problem, token === '' ? undefined : token, problem, severity, tokenColumn);
}

/** For TABLE and COLUMN, which other dialects of this family have. */
export const noTables = "tables are in Edict's own content format only";

/** `at`: an offset in a line or token. */
export interface Fault extends Misfit {
  readonly code: ErrorCode;
  readonly at: number;
}

export interface Ranked {
  readonly source: SourceText;
  readonly rank: number;
}

export type Report = ReturnType<typeof createReport>;

interface Entry {
  readonly rank: number;
  readonly problem: LoadProblem;
}

const mostAlike = 3;

/** Errors and warnings of a campaign, in the order of reading. */
export function createReport() {
  const errors: Entry[] = [];
  const warnings: Entry[] = [];
  const budget = createNameBudget();
  /** Lines and tokens with an error: only the first of each is reported. */
  const faulty = new Set<number>();
  const counts = new Map<string, number>();
  let more = 0;

  /** A single mistake may cause many equal errors: only the first few are kept. */
  function isRepeated({ code, message }: Fault): boolean {
    const key = `${code} ${message}`;
    const times = (counts.get(key) ?? 0) + 1;
    counts.set(key, times);
    return times > mostAlike;
  }

  function add(list: Entry[], { source, rank }: Ranked, fault: Fault, cycle?: readonly string[]): undefined {
    const isError = list === errors;
    if (isError && faulty.has(rank)) return;
    if (list.length >= mostKept || (isError && isRepeated(fault))) {
      if (isError) more += 1;
      return;
    }
    if (isError) faulty.add(rank);
    const { code, at, message, suggestion } = fault;
    const mend = suggestion ?? (code === 'syntax' ? tabHint(source.text) : undefined);
    list.push({ rank, problem: { ...problemAt(source, at, code, message, mend), cycle } });
  }

  return {
    error: (where: Ranked, code: ErrorCode, at: number, message: string, suggestion?: string) =>
      add(errors, where, { code, at, message, suggestion }),
    refuse: (where: Ranked, fault: Fault) => add(errors, where, fault),
    warning: (where: Ranked, fault: Fault) => add(warnings, where, fault),
    loop: (where: Ranked, message: string, cycle: readonly string[], at = 0) =>
      add(errors, where, { code: 'loop', at, message }, cycle),
    /** ``did you mean `x`?`` */
    nearest: (name: string, known: Iterable<string>) => didYouMean(name, known, budget),
    get failed() {
      return errors.length > 0;
    },
    errors: () => inOrder(errors),
    warnings: () => inOrder(warnings),
    get more() {
      return more;
    },
  };
}

/** Blanks in place of a TAB cause many errors, and cannot be seen. */
function tabHint(text: string): string | undefined {
  const missing = findMissingTab(text);
  return missing === undefined ? undefined : `put a TAB before ${quoteText(missing.token)}, not blanks`;
}

function inOrder(entries: readonly Entry[]): readonly LoadProblem[] {
  return entries
    .toSorted((a, b) => a.rank - b.rank || a.problem.column - b.problem.column)
    .map(({ problem }) => problem);
}

const shownMembers = 6;

export function describeCircle(members: readonly string[]): string {
  const shown = [...members, members[0]].map(quoteText);
  const hidden = members.length - 2 * shownMembers;
  if (hidden > 0) shown.splice(shownMembers, hidden, `${hidden} more`);
  return shown.join(' → ');
}
