/** Lists of many rows, one behind the other. */
export interface Level {
  readonly rows: number;
  /** `ids` from `start[row]` to `start[row + 1]` belong to the row. */
  readonly start: Int32Array;
  readonly ids: Int32Array;
}

/** Entries of all lists. */
export function lengthOf({ rows, start }: Level): number {
  return start[rows];
}
