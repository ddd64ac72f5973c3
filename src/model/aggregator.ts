/**
 * A fold over the values of one expression in related objects that a host has registered under a name before content is
 * read.
 */
export interface Aggregator {
  readonly name: string;
  /** Type of the values, and of what comes out; booleans are 0 and 1. */
  readonly input: 'boolean' | 'number';
  readonly output: 'boolean' | 'number';
  /**
   * Of `count` values in the order of the related objects. Depends on nothing else, keeps nothing, and also answers for
   * none.
   */
  fold(values: Float64Array, count: number): number;
}
