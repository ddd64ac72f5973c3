/**
 * A set of objects that a rule fires on: ids, ascending, each once. What is behind it (list, bitset, partition) is the
 * executor's affair.
 */
export interface TargetSet {
  readonly size: number;
  /** The i-th id, ascending. */
  at(index: number): number;
}

export function listSet(ids: readonly number[]): TargetSet {
  return { size: ids.length, at: (index) => ids[index] };
}
