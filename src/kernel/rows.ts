import type { ColumnArray } from './arena.js';

/**
 * Rows of columns for many ids. Objects that are born together mostly have consecutive ids; columns are then cleared
 * and written run by run, which is several times as fast as row by row.
 */
export interface Rows {
  readonly ids: ArrayLike<number>;
  /** Places in `ids` where runs of consecutive ids begin, and the end of `ids`. Undefined: the runs are short. */
  readonly runs: readonly number[] | undefined;
}

/** Shorter runs take longer than single rows. */
const shortestRun = 8;

/** `ids`: ascending. */
export function rowsOf(ids: ArrayLike<number>): Rows {
  const most = ids.length / shortestRun;
  if (most === 0) return { ids, runs: undefined };
  const runs = [0];
  for (let i = 1; i < ids.length; i++) {
    if (ids[i] === ids[i - 1] + 1) continue;
    if (runs.length >= most) return { ids, runs: undefined };
    runs.push(i);
  }
  runs.push(ids.length);
  return { ids, runs };
}

/** `value`: for all rows, or a list with one for each id. */
export function writeRows(column: ColumnArray, { ids, runs }: Rows, value: number | ArrayLike<number>): void {
  if (runs === undefined || !(typeof value === 'number' || ArrayBuffer.isView(value))) {
    if (typeof value === 'number') for (let i = 0; i < ids.length; i++) column[ids[i]] = value;
    else for (let i = 0; i < ids.length; i++) column[ids[i]] = value[i];
    return;
  }
  for (let r = 0; r + 1 < runs.length; r++) {
    const [from, to] = [runs[r], runs[r + 1]];
    if (typeof value === 'number') column.fill(value, ids[from], ids[from] + to - from);
    else column.set((value as Float64Array).subarray(from, to), ids[from]);
  }
}

/** Returns whether any held something. By words, because code for arrays of all types is several times slower. */
export function clearRows(column: ColumnArray, width: number, rows: Rows): boolean {
  const { buffer, byteOffset, byteLength, BYTES_PER_ELEMENT: size } = column;
  return size === 1
    ? clearBytes(new Uint8Array(buffer, byteOffset, byteLength), width, rows)
    : clearWords(new Uint32Array(buffer, byteOffset, byteLength >>> 2), (width * size) >>> 2, rows);
}

/** Most columns hold something in the first row, or nothing in all. */
function clearBytes(bytes: Uint8Array, width: number, { ids, runs }: Rows): boolean {
  if (runs !== undefined) return clearRuns(bytes, width, ids, runs);
  let isHeld = false;
  for (let i = 0; i < ids.length; i++) {
    const end = (ids[i] + 1) * width;
    for (let at = end - width; at < end; at++) {
      if (bytes[at] === 0) continue;
      bytes[at] = 0;
      isHeld = true;
    }
  }
  return isHeld;
}

function clearWords(words: Uint32Array, width: number, { ids, runs }: Rows): boolean {
  if (runs !== undefined) return clearRuns(words, width, ids, runs);
  let isHeld = false;
  for (let i = 0; i < ids.length; i++) {
    const end = (ids[i] + 1) * width;
    for (let at = end - width; at < end; at++) {
      if (words[at] === 0) continue;
      words[at] = 0;
      isHeld = true;
    }
  }
  return isHeld;
}

function clearRuns(
  column: Uint8Array | Uint32Array,
  width: number,
  ids: ArrayLike<number>,
  runs: readonly number[],
): boolean {
  let isHeld = false;
  for (let r = 0; r + 1 < runs.length; r++) {
    const start = ids[runs[r]] * width;
    const end = start + (runs[r + 1] - runs[r]) * width;
    let at = start;
    while (at < end && column[at] === 0) at++;
    if (at === end) continue;
    column.fill(0, at, end);
    isHeld = true;
  }
  return isHeld;
}
