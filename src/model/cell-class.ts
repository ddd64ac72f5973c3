/** What the class of a cell says of its value. */
export const cellClass = {
  /** A double, or a value of a type that is not numeric. */
  plain: 0,
  /** An int of 32 bits. */
  whole: 1,
  /** There is none: a formula could not be evaluated. */
  failed: 2,
} as const;
