import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import { filled } from './filled.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector } from './vector.js';

/** The ids of the rows themselves, not copied: no kernel writes into what its arguments gave. */
export function slotColumns(term: Term<{ readonly slot: number }>, rows: Rows, { frame, scratch }: Evaluator): Vector {
  const { slot } = term.data;
  const ids = rows.slots[slot];
  return ids === undefined ? filled(term, frame.slots[slot], rows.length, scratch) : codeVector(ids);
}
