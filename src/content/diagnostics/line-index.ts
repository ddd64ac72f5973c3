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
  let low = 0;
  let high = index.starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (index.starts[middle] <= at) low = middle;
    else high = middle - 1;
  }
  return { line: low + 1, column: at - index.starts[low] + 1 };
}

/** A line without its end; empty where there is no such line. */
export function lineAt(index: LineIndex, line: number): string {
  const start = index.starts[line - 1];
  if (start === undefined) return '';
  const next = index.starts[line];
  const text = index.text.slice(start, next === undefined ? undefined : next - 1);
  return text.endsWith('\r') ? text.slice(0, -1) : text;
}
