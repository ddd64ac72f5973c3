export interface LineIndex {
  readonly text: string;
  /** Offset of the first character of each line. */
  readonly starts: readonly number[];
}

export interface Position {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Lines end with LF or CR LF. */
export function createLineIndex(text: string): LineIndex {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) starts.push(end + 1);
  return { text, starts };
}

/** The line and column of an offset; offsets outside the text count as its nearest end. */
export function positionAt(index: LineIndex, offset: number): Position {
  const at = Math.max(0, Math.min(offset, index.text.length));
  const place = lastAtMost(index.starts, at);
  return { line: place + 1, column: at - index.starts[place] + 1 };
}

/** The place of the last of ascending offsets, of which the first is 0, that is not beyond one. */
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
