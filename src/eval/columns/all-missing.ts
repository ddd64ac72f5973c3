import { missing } from '../../ir/node.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import { filled } from './filled.js';
import type { Rows } from './rows.js';
import type { Vector } from './vector.js';

/**
 * Missing in every row, whatever another argument says. A heavy one is evaluated all the same: what aggregates look at
 * is counted, and the count must not depend on whether an index was at hand that spares the question.
 */
export function allMissing(term: Term, unasked: Term, rows: Rows, evaluator: Evaluator): Vector {
  if (unasked.heavy) {
    const mark = evaluator.scratch.mark();
    evaluator.evaluate(unasked, rows);
    evaluator.scratch.release(mark);
  }
  return filled(term, missing, rows.length, evaluator.scratch);
}
