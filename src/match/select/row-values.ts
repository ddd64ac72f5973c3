import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Rows } from '../../eval/columns/rows.js';
import { isAbsent } from '../../eval/operation.js';
import type { Term } from '../../eval/term.js';

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
  const values = term.type.name === 'number' ? numbers : codes;
  return { at: (row) => (absence !== undefined && absence[row] !== 0 ? noValue : values[row]) };
}

/** The codes of a term that is no number in all rows, −1 where it is absent. They are lent too. */
export function rowCodes(evaluator: Evaluator, term: Term, rows: Rows): Int32Array {
  const { length } = rows;
  const into = evaluator.scratch.codes(length);
  const { codes, absence } = evaluator.evaluate(term, rows);
  if (absence === undefined) for (let row = 0; row < length; row++) into[row] = codes[row];
  else for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? codes[row] : -1;
  return into;
}
