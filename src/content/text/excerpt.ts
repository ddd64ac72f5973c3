import type { Diagnostic } from './diagnostic.js';

const widest = 160;
const before = 100;

/** The part of a line that a diagnostic shows: all of it, or where it is long, a stretch around the column. */
export function excerptOf(line: string, column: number): Pick<Diagnostic, 'excerpt' | 'excerptColumn'> {
  if (line.length <= widest) return { excerpt: line };
  const start = Math.max(0, Math.min(column - 1 - before, line.length - widest));
  const excerpt = line.slice(start, start + widest);
  return start === 0 ? { excerpt } : { excerpt, excerptColumn: start + 1 };
}
