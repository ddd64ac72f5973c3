import type { Frame } from '../../ir/frame.js';
import { type Node, type Value, missing, notFound } from '../../ir/node.js';
import { howAbsent } from './absence.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing, vectorFor } from './vector.js';
import type { WorldState } from '../../components/state.js';

/** Asks the reference interpretation without counting mishaps: columns ask other things than it would, and more or less often. */
export function uncounted(node: Node, frame: Frame): Value {
  const { mishaps } = frame;
  const { overflows, zeroDivisions } = mishaps;
  const value = frame.evaluate(node);
  mishaps.overflows = overflows;
  mishaps.zeroDivisions = zeroDivisions;
  return value;
}

/** Asks the reference interpretation of every row, where nothing faster is known. */
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
      absence[row] = isAbsent(value) ? howAbsent(value) : 0;
    }
  } finally {
    for (let slot = 0; slot < before.length; slot++) frame.slots[slot] = before[slot];
    frame.value = running;
    frame.valueWhole = runningWhole;
  }
  return { ...vector, absence };
}

/** What an operation that answers with a code makes of the values of its arguments; `b` is absent where there is one. */
export type Meaning = (state: WorldState, a: Value, b: Value) => Value;

/**
 * Evaluates the arguments, which are no numbers, as columns and applies the meaning row by row: for few rows, which must
 * not pay for an index of the whole world, and where an index cannot be.
 */
export function applyByRow(term: Term, rows: Rows, evaluator: Evaluator, meaning: Meaning): Vector {
  const { state, scratch } = evaluator;
  const codes = scratch.codes(rows.length);
  const absence = scratch.bytes(rows.length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  const b = term.args.length > 1 ? evaluator.evaluate(term.args[1], rows) : undefined;
  for (let row = 0; row < rows.length; row++) {
    const value = meaning(state, codeAt(a, row), b === undefined ? missing : codeAt(b, row));
    codes[row] = value ?? 0;
    absence[row] = isAbsent(value) ? howAbsent(value) : 0;
  }
  scratch.release(mark);
  return codeVector(codes, absence);
}

function codeAt({ codes, absence }: Vector, row: number): Value {
  const how = absence === undefined ? 0 : absence[row];
  return how === 0 ? codes[row] : how === isMissing ? missing : notFound;
}
