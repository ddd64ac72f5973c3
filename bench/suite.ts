import type { Legend, Result } from './report.js';

/** What the command line says. */
export interface SuiteOptions {
  /** Fewer rounds and smaller worlds. */
  readonly quick: boolean;
  /** The only size to measure; undefined: those of the suite. */
  readonly objects: number | undefined;
  readonly seed: string;
  /** Whether somebody looks at results of this name: a suite may leave out the others. Undefined: all. */
  readonly isWanted?: (result: string) => boolean;
}

/** Tells people what is going on. */
export type Say = (line: string) => void;

export interface Suite {
  readonly name: string;
  readonly summary: string;
  readonly legend: Legend;
  /**
   * Whether what it measures is there; a suite without this always can. One that cannot has no results, and the guard
   * passes it over.
   */
  isAvailable?(): boolean;
  /** Throws when what must agree does not. */
  run(options: SuiteOptions, say: Say): readonly Result[];
  /** What `--check` compares; a suite without this has no such option. Throws when it does not agree. */
  readonly check?: { readonly summary: string; run(options: SuiteOptions, say: Say): Promise<void> };
  /** What the results amount to, a sentence a line. */
  conclusions?(results: readonly Result[]): readonly string[];
}
