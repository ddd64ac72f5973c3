/** The way to a value from the top of a document: keys and places from 0. */
export type Path = readonly (string | number)[];

/** What is wrong with a value of a document, at its path. */
export interface Problem {
  readonly path: Path;
  /** A key there that should not be. */
  readonly key?: string;
  /** Stable, for machines. */
  readonly code: string;
  /** One sentence: what is, what was expected. */
  readonly message: string;
  /** What was probably meant, or what to do. */
  readonly suggestion?: string;
}
