/** What the arena holds of occurrences and abilities: see occurrences.ts and copies.ts. Rows begin at 1. */

/** Occurrences that are being resolved: a stack, those of a batch next to one another. */
export interface OccurrenceColumns {
  readonly type: Int32Array;
  readonly status: Int32Array;
  /** Numbers of occurrences, from 1; of the one in whose course it was raised, or 0. */
  readonly id: Float64Array;
  readonly parent: Float64Array;
  /** Row of the first value that is remembered of it; 0: nothing is yet. */
  readonly memo: Int32Array;
  /**
   * Of what an effect is about to do: its place among the effects that are listened to, from 1, and its source (a
   * handle).
   */
  readonly effect: Int32Array;
  readonly maker: Float64Array;
  /**
   * What its expressions see: the rule that draws in it are told apart by, the occurrence that is answered (a row), who
   * controls the ability that answers (a handle).
   */
  readonly rule: Int32Array;
  readonly answered: Int32Array;
  readonly controller: Float64Array;
  /** What its subject was just before it applied. */
  readonly kind: Int32Array;
  readonly class: Int32Array;
  /**
   * By row and field, as many a row as the type with the most fields has; at least 1. Objects are handles; NaN is
   * absent.
   */
  readonly values: Float64Array;
}

/** Occurrences of this turn that have applied and that something asks for later, oldest first. */
export interface PastColumns {
  readonly type: Int32Array;
  readonly id: Float64Array;
  readonly values: Float64Array;
}

/** Which ability has been used for which occurrence: a stack, as occurrences are. */
export interface UseColumns {
  readonly occurrence: Int32Array;
  /** Its number of copies, or its place. */
  readonly ability: Int32Array;
  /** Whose ability it is, and the number of one that was created, or 0. */
  readonly source: Float64Array;
  readonly number: Float64Array;
}

/** Abilities that were created, oldest first. */
export interface CopyColumns {
  readonly ability: Int32Array;
  readonly source: Float64Array;
  readonly controller: Float64Array;
  /** Rises with each that is created in the world. */
  readonly number: Float64Array;
}

const occurrenceColumns = {
  type: 'i32',
  status: 'i32',
  id: 'f64',
  parent: 'f64',
  memo: 'i32',
  effect: 'i32',
  maker: 'f64',
  rule: 'i32',
  answered: 'i32',
  controller: 'f64',
  kind: 'i32',
  class: 'i32',
  values: 'f64',
} as const;
const pastColumns = { type: 'i32', id: 'f64', values: 'f64' } as const;
const useColumns = { occurrence: 'i32', ability: 'i32', source: 'f64', number: 'f64' } as const;
const copyColumns = { ability: 'i32', source: 'f64', controller: 'f64', number: 'f64' } as const;

/** Columns by dimension; `values` are as wide as the world's widest type of occurrences. */
export const timingColumns = {
  occurrence: occurrenceColumns,
  past: pastColumns,
  use: useColumns,
  copy: copyColumns,
  memory: { value: 'f64' },
  answer: { option: 'i32' },
} as const;
