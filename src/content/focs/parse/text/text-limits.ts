/** Content beyond them is an error: none takes all memory or time. */
export interface TextLimits {
  readonly file: number;
  /** Characters of one file with all that it includes, and again of its expanded macros. */
  readonly expanded: number;
  /** Characters of all files together, expanded. */
  readonly all: number;
  readonly includes: number;
  /** Include lines of one file with all that it includes. */
  readonly includeLines: number;
  readonly calls: number;
  /** Most problems of one file before its items are read. */
  readonly problems: number;
}

/** Many times the needs of games: all content of one has three million characters. */
export const defaultTextLimits: TextLimits = {
  file: 2_000_000,
  expanded: 4_000_000,
  all: 64_000_000,
  includes: 100,
  includeLines: 10_000,
  calls: 200,
  problems: 100,
};
