/** An array with room for so many: the one before where it is long enough, else one of the next power of two. */
export function roomyCodes(before: Int32Array | undefined, length: number): Int32Array {
  return before !== undefined && before.length >= length ? before : new Int32Array(roomFor(length));
}

export function roomyBits(before: Uint32Array | undefined, length: number): Uint32Array {
  return before !== undefined && before.length >= length ? before : new Uint32Array(roomFor(length));
}

function roomFor(length: number): number {
  return 2 ** Math.max(4, 32 - Math.clz32(Math.max(0, length - 1)));
}

/**
 * Of so many rows so many may have changed for what is made of them to be brought up to date; with more it is quicker
 * to look at all rows.
 */
export function fewChanges(rows: number): number {
  return 4 + (rows >>> 7);
}
