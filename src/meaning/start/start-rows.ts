/** A table that a step of `start` makes objects of. */
export interface StartRows {
  readonly name: string;
  /** Rows. */
  readonly length: number;
  readonly columns: readonly string[];
  readonly cell: (row: number, column: number) => StartCell;
  /** For messages. */
  readonly where: (row: number, column: number) => string;
}

/** An empty text, null and undefined are no value. */
export type StartCell = string | number | boolean | bigint | null | undefined;

/**
 * What a table is given as: the text of a CSV file, a list of rows (objects with a value for each column), or an object
 * with a list of values for each column, such as typed arrays.
 */
export type TableGiven =
  | string
  | readonly Readonly<Record<string, StartCell>>[]
  | Readonly<Record<string, ArrayLike<StartCell>>>;
