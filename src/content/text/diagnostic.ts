import { excerptOf, type Position } from './line-index.js';

/** A problem, without its place. */
export interface Fault {
  /** A stable name for programs, such as `unknown-name`. */
  readonly code: string;
  /** One sentence with the problem and the expectation. */
  readonly message: string;
  /** What to do, such as the nearest known name. */
  readonly suggestion?: string | undefined;
}

/** A problem in content, at a place in a file. */
export interface Diagnostic extends Position, Fault {
  readonly severity: 'error' | 'warning';
  /** The name of the file that the loader received. */
  readonly file: string;
  /** What to do, such as the nearest known name. */
  readonly suggestion?: string;
  /** The source line, for people; a part of it if the line is long. */
  readonly excerpt?: string;
  /** Column of the excerpt's first character, if it is not 1. */
  readonly excerptColumn?: number;
}

/** `shown`: the line, or the part of it that begins at column `from`. */
export function diagnosticAt(
  file: string,
  { line, column }: Position,
  shown: string | undefined,
  { code, message, suggestion }: Fault,
  severity: Diagnostic['severity'] = 'error',
  from = 1,
): Diagnostic {
  return {
    severity,
    code,
    file,
    line,
    column,
    message,
    ...(suggestion === undefined ? {} : { suggestion }),
    ...(shown === undefined ? {} : excerptOf(shown, column, from)),
  };
}
