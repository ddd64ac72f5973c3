import type { WorldState } from '../../components/state.js';
import { type Value, missing, notFound } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, codeVector, isMissing, isNotFound } from './vector.js';

/**
 * What an operation that answers with a code makes of the values of its arguments; `b` is absent where there is but
 * one.
 */
export type Meaning = (state: WorldState, a: Value, b: Value) => Value;

/**
 * Evaluates the arguments, which are no numbers, as columns and applies the meaning of the operation row by row. For
 * few rows, which must not pay for an index of the whole world, and where an index cannot be.
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
    absence[row] = !isAbsent(value) ? 0 : value === notFound ? isNotFound : isMissing;
  }
  scratch.release(mark);
  return codeVector(codes, absence);
}

function codeAt({ codes, absence }: Vector, row: number): Value {
  const how = absence === undefined ? 0 : absence[row];
  return how === 0 ? codes[row] : how === isMissing ? missing : notFound;
}
