const widest = 160;
const before = 100;

/** The part of a line that a diagnostic shows, where it is long a stretch around the column; it begins at `from`. */
export function excerptOf(
  line: string,
  column: number,
  from = 1,
): { readonly excerpt: string; readonly excerptColumn?: number } {
  const start = line.length <= widest ? 0 : Math.max(0, Math.min(column - from - before, line.length - widest));
  const excerpt = line.slice(start, start + widest);
  return from + start === 1 ? { excerpt } : { excerpt, excerptColumn: from + start };
}
