/** What content may cost; beyond it there is an error, so that no content takes all memory or time. */
export interface TextLimits {
  readonly file: number;
  /** Characters of one file with all that it includes, and again of all that its macros become. */
  readonly expanded: number;
  /** Characters that all files together may come to, expanded. */
  readonly all: number;
  /** Files that include each other in a row. */
  readonly includes: number;
  /** Include lines of one file with all that it includes. */
  readonly includeLines: number;
  readonly calls: number;
  /** Problems of one file that are told before its items are looked at. */
  readonly problems: number;
}

/** Many times what games need: all content of one comes to three million characters. */
export const defaultTextLimits: TextLimits = {
  file: 2_000_000,
  expanded: 4_000_000,
  all: 64_000_000,
  includes: 100,
  includeLines: 10_000,
  calls: 200,
  problems: 100,
};
