/** Rows that ask for the same members: `into[row]` becomes 1 where one of them is near. */
export interface NearbyRows {
  /** Numbers of the rows, and how many. */
  readonly numbers: Int32Array;
  readonly count: number;
  /** By row: what has the place of its object, 0 where it is nowhere. */
  readonly holders: Int32Array;
  readonly into: Int32Array;
}

/** Rows that say how near. */
export interface BoundedRows extends NearbyRows {
  /** By row: NaN where it is absent. */
  readonly bounds: Float64Array;
}

/** The largest bound of some rows; −Infinity where none has one. */
export function largestBound({ numbers, count, bounds }: BoundedRows): number {
  let most = -Infinity;
  for (let i = 0; i < count; i++) {
    const bound = bounds[numbers[i]];
    if (bound > most) most = bound;
  }
  return most;
}
