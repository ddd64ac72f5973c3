import { excerptOf, type Position } from './line-index.js';

/** What is wrong, wherever it is. */
export interface Fault {
  /** Stable, for machines; such as `unknown-name`. */
  readonly code: string;
  /** One sentence: what is, what was expected. */
  readonly message: string;
  /** What to do, such as the nearest known name. */
  readonly suggestion?: string | undefined;
}

/** A problem in content, at a place in a file. */
export interface Diagnostic extends Position, Fault {
  readonly severity: 'error' | 'warning';
  /** As the file was named to the loader. */
  readonly file: string;
  /** What to do, such as the nearest known name. */
  readonly suggestion?: string;
  /** The line itself, for people; a stretch of it where it is long. */
  readonly excerpt?: string;
  /** Column of the excerpt's first character, where that is not 1. */
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
