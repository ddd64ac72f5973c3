import { memoryRow, shownValue } from '../../components/memories.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import { filled } from './absence.js';
import type { Rows } from './rows.js';
import type { Vector } from './vector.js';

/** What was recorded is the same in all rows. */
export function rememberedColumns(term: Term<{ readonly number: number }>, rows: Rows, evaluator: Evaluator): Vector {
  const { state, frame, scratch } = evaluator;
  const row = memoryRow(state, frame.occurrence, term.data.number);
  return row === 0
    ? evaluator.evaluate(term.args[0], rows)
    : filled(term, shownValue(state, term.type, state.memories[row]), rows.length, scratch);
}
