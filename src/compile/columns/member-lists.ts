/**
 * What an aggregate folds over in each row: `ids` from `from[row]` to `to[row]`, ascending. Lists of two rows are the same list or have no place in
 * common.
 */
export interface Members {
  readonly ids: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
}
