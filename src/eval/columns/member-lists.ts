/**
 * What an aggregate folds over in each row: `ids` from `from[row]` to `to[row]`, ascending, or in the order that a
 * connection gives them. Lists of two rows are the same list or have no place in common.
 */
export interface Members {
  readonly ids: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Where the lists of all rows together would be too long: how many rows, from the first on, have theirs in it. */
  readonly rows?: number;
}
