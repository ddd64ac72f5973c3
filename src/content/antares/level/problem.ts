import type { Place } from '../value.js';

/** What is wrong with a level, or dangerous in it. */
export interface LevelProblem {
  /**
   * Stable, for machines: `unknown-field`, `enum`, `type`, `ref`, `duration`, `index`, `range`, `unknown-name`,
   * `repeated-key`, `depth`, `more` (how many are not listed), or the name of a hazard.
   */
  readonly code: string;
  /** From the top of the document: `conditions[0].when.op`. */
  readonly path: string;
  readonly at: Place;
  /** One sentence: what is, what was expected. */
  readonly message: string;
  /** What was probably meant. */
  readonly suggestion?: string;
}

/** In the order of the text; those of one place keep theirs. */
export function inTextOrder(problems: readonly LevelProblem[]): LevelProblem[] {
  return problems.toSorted((a, b) => a.at.line - b.at.line || a.at.column - b.at.column);
}
