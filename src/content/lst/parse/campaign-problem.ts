import type { Diagnostic } from '../../text/diagnostic.js';
import { excerptOf } from '../../text/excerpt.js';
import type { SourceText } from './line.js';

/** `file`: it cannot be read or may not be named. */
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

export interface Problem {
  readonly code: ErrorCode;
  /** One sentence: what is, what was expected, what to do. */
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly file: string;
  /** From 1; column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** The line or token at fault. */
  readonly token: string;
  /** Where in the line the token begins, from 1. */
  readonly tokenColumn: number;
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

export function diagnosticOf(problem: Problem, severity: Diagnostic['severity'] = 'error'): Diagnostic {
  const { code, message, suggestion, file, line, column, token, tokenColumn } = problem;
  const { excerpt, excerptColumn = 1 } = excerptOf(token, column - tokenColumn + 1);
  const from = excerptColumn + tokenColumn - 1;
  return {
    severity,
    code,
    file,
    line,
    column,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(excerpt === undefined || token === '' ? {} : { excerpt }),
    ...(from === 1 ? {} : { excerptColumn: from }),
  };
}
