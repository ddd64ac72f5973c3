/** The targets that one effect can write: all of the answers where every one has the column, else those that do. */
export interface Writable {
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly ids: Int32Array;
}
