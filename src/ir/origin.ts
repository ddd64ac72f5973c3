/** A point in a content file, for messages. Lines and columns from 1. */
export interface Origin {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}
