import { isAbsent } from '../operation.js';
import { notFound } from '../../ir/node.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { uncounted } from './uncounted.js';
import { isMissing, isNotFound, vectorFor } from './vector.js';
import type { Vector } from './vector.js';

/**
 * Asks the reference interpretation of every row. For operations, and for cases of them, that nothing faster is known
 * for.
 */
export function rowByRow(term: Term, rows: Rows, { frame, scratch }: Evaluator): Vector {
  const { length } = rows;
  const vector = vectorFor(term.type, length, scratch);
  const into = vector.numbers.length > 0 ? vector.numbers : vector.codes;
  const isNumeric = term.type.name === 'numeric';
  const absence = scratch.bytes(length);
  const before = frame.slots.slice();
  const running = frame.value;
  const runningWhole = frame.valueWhole;
  try {
    for (let row = 0; row < length; row++) {
      for (let slot = 0; slot < rows.slots.length; slot++) frame.slots[slot] = rows.slots[slot]?.[row] ?? before[slot];
      if (rows.running !== undefined) frame.value = rows.running[row];
      if (rows.runningClasses !== undefined) frame.valueWhole = rows.runningClasses[row] === 1;
      const value = uncounted(term, frame);
      into[row] = value ?? 0;
      if (isNumeric) vector.codes[row] = frame.whole ? 1 : 0;
      absence[row] = !isAbsent(value) ? 0 : value === notFound ? isNotFound : isMissing;
    }
  } finally {
    for (let slot = 0; slot < before.length; slot++) frame.slots[slot] = before[slot];
    frame.value = running;
    frame.valueWhole = runningWhole;
  }
  return { ...vector, absence };
}
