import { isAbsent } from '../operation.js';
import { notFound } from '../node.js';
import type { Term } from '../plan/term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing, isNotFound, numberVector } from './vector.js';

/** Asks the reference interpretation of every row. For operations, and for cases of them, that nothing faster is known for. */
export function rowByRow(term: Term, rows: Rows, { frame, scratch }: Evaluator): Vector {
  const { length } = rows;
  const isNumber = term.node.type.name === 'number';
  const numbers = scratch.numbers(isNumber ? length : 0);
  const codes = scratch.codes(isNumber ? 0 : length);
  const into = isNumber ? numbers : codes;
  const absence = scratch.bytes(length);
  const before = frame.slots.slice();
  const running = frame.value;
  try {
    for (let row = 0; row < length; row++) {
      for (let slot = 0; slot < rows.slots.length; slot++) frame.slots[slot] = rows.slots[slot]?.[row] ?? before[slot];
      if (rows.running !== undefined) frame.value = rows.running[row];
      const value = frame.evaluate(term.node);
      into[row] = value ?? 0;
      absence[row] = !isAbsent(value) ? 0 : value === notFound ? isNotFound : isMissing;
    }
  } finally {
    for (let slot = 0; slot < before.length; slot++) frame.slots[slot] = before[slot];
    frame.value = running;
  }
  return isNumber ? numberVector(numbers, absence) : codeVector(codes, absence);
}
