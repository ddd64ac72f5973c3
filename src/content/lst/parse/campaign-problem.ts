import { type Diagnostic, diagnosticAt, type Fault } from '../../text/diagnostic.js';
import type { Position } from '../../text/line-index.js';
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

export interface Problem extends Fault, Position {
  readonly code: ErrorCode;
  readonly file: string;
  readonly token: string;
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

export function diagnosticOf(problem: Problem, severity?: Diagnostic['severity']): Diagnostic {
  const { file, token, tokenColumn } = problem;
  return diagnosticAt(file, problem, token === '' ? undefined : token, problem, severity, tokenColumn);
}
