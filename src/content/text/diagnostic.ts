/** A problem in content, at a place in a file. */
export interface Diagnostic {
  readonly severity: 'error' | 'warning';
  /** Stable, for machines; such as `unknown-name`. */
  readonly code: string;
  /** As the file was named to the loader. */
  readonly file: string;
  /** From 1; column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
  /** One sentence: what is, what was expected. */
  readonly message: string;
  /** What to do, such as the nearest known name. */
  readonly suggestion?: string;
  /** The line itself, for people; a stretch of it where it is long. */
  readonly excerpt?: string;
  /** Column of the excerpt's first character, where that is not 1. */
  readonly excerptColumn?: number;
}
