import { type Value, notFound } from '../node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../plan/term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing, isNotFound, numberVector } from './vector.js';

/** Asks the reference interpretation row by row; right for every operation, and fast for none. */
export function byRow(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { frame, scratch } = evaluator;
  const isNumber = term.node.type.name === 'number';
  const values = isNumber ? scratch.numbers(rows.length) : scratch.codes(rows.length);
  const absence = scratch.bytes(rows.length);
  const slots = frame.slots.slice();
  const running = frame.value;
  try {
    for (let row = 0; row < rows.length; row++) {
      bindRow(rows, row, evaluator);
      const value: Value = frame.evaluate(term.node);
      values[row] = value ?? 0;
      absence[row] = !isAbsent(value) ? 0 : value === notFound ? isNotFound : isMissing;
    }
  } finally {
    for (let slot = 0; slot < slots.length; slot++) frame.slots[slot] = slots[slot];
    frame.value = running;
  }
  return values instanceof Float64Array ? numberVector(values, absence) : codeVector(values, absence);
}

function bindRow(rows: Rows, row: number, { frame }: Evaluator): void {
  for (let slot = 0; slot < rows.slots.length; slot++) {
    const ids = rows.slots[slot];
    if (ids !== undefined) frame.slots[slot] = ids[row];
  }
  if (rows.running !== undefined) frame.value = rows.running[row];
}
