import type { Origin } from './traced-text.js';

/** Something wrong with a text, at a character of it. */
export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly code: string;
  readonly message: string;
  readonly suggestion?: string;
  readonly inside: Origin;
  readonly at: number;
  /** Of an include: the path of what it names, which is nowhere. */
  readonly lost?: string;
}
