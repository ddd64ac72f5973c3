/** What the file of a line is for; `any` where all lines stand in one list. */
export type LineKind = 'control' | 'variable' | 'modifier' | 'any';

/** A stretch of text that a problem can point at: a line of a file, or one token of an object's line. */
export interface SourceText {
  /** As it was named to the reader. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** Where in its line it begins: from 1, in UTF-16 units. */
  readonly column: number;
  /** Without line end. */
  readonly text: string;
}

/**
 * A line of a data control, variable or global modifier file. Its fields are cut when they are looked at: there may be
 * millions of lines.
 */
export interface Line extends SourceText {
  readonly kind: LineKind;
}

/** A piece of a text; `at` is the offset of its first character there. */
export interface Part {
  readonly text: string;
  readonly at: number;
}
