export interface LineIndex {
  readonly text: string;
  readonly starts: readonly number[];
}

/** From 1; column counts UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Lines end with LF or CR LF. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return { text, starts };
}

/** Offsets outside the text count as its nearest end. */
export function positionAt(index: LineIndex, offset: number): Position {
  const at = Math.max(0, Math.min(offset, index.text.length));
  const place = lastAtMost(index.starts, at);
  return { line: place + 1, column: at - index.starts[place] + 1 };
}

/** Of ascending offsets from 0. */
export function lastAtMost(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle] <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** A line without its end; empty where there is no such line. */
export function lineAt(index: LineIndex, line: number): string {
  const start = index.starts[line - 1];
  if (start === undefined) return '';
  const next = index.starts[line];
  const text = index.text.slice(start, next === undefined ? undefined : next - 1);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}

const widest = 160;
const before = 100;

/** A stretch around the column where the line is long; the line begins at `from`. */
export function excerptOf(
  line: string,
  column: number,
  from = 1,
): { readonly excerpt: string; readonly excerptColumn?: number } {
  const start = line.length <= widest ? 0 : Math.max(0, Math.min(column - from - before, line.length - widest));
  const excerpt = line.slice(start, start + widest);
  return from + start === 1 ? { excerpt } : { excerpt, excerptColumn: from + start };
}
