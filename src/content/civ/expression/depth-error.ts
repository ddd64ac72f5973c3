import { EdictError } from '../../../kernel/errors.js';

/** A tree is deeper than the limits allow at an element; line and column are from 1. */
export class DepthError extends EdictError {
  readonly line: number;
  readonly column: number;
  /** What is too deep, without its place. */
  readonly what: string;

  constructor({ line, column }: { readonly line: number; readonly column: number }, what: string) {
    super('too-deep', `line ${line}, column ${column}: ${what}`);
    this.line = line;
    this.column = column;
    this.what = what;
  }
}
