import type { Evaluator } from '../columns/evaluator.js';
import type { Rows } from '../columns/rows.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../plan/term.js';

/** Values of a term by row. */
export interface RowValues {
  /** NaN where the value is absent. */
  at(row: number): number;
}

/** Said where there is no value. */
export const noValue = NaN;

/** The values of a term in all rows, evaluated at once. They are lent from the scratch memory. */
export function rowValues(evaluator: Evaluator, term: Term, rows: Rows): RowValues {
  const one = evaluator.uniform(term, rows);
  if (typeof one !== 'symbol') return { at: () => (isAbsent(one) ? noValue : one) };
  const { numbers, codes, absence } = evaluator.evaluate(term, rows);
  const values = term.node.type.name === 'number' ? numbers : codes;
  return { at: (row) => (absence !== undefined && absence[row] !== 0 ? noValue : values[row]) };
}
