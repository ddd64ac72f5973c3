import type { Scratch } from '../../indexes/scratch.js';
import { copyBytes } from './loops.js';
import { type Vector, isMissing, isNotFound, vectorFor } from './vector.js';
import { type Node, type Value, missing, notFound } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';

/** The graver absence of each row, in `into`; undefined where neither operand has any. */
export function graverOf(
  into: Uint8Array,
  a: Uint8Array | undefined,
  b: Uint8Array | undefined,
  length: number,
): Uint8Array | undefined {
  if (a === undefined && b === undefined) return undefined;
  if (a !== undefined && b !== undefined) fillLarger(a, b, into, length);
  else copyBytes(a ?? b ?? into, into, length);
  return into;
}

function fillLarger(a: Uint8Array, b: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = larger(a[row] | b[row]);
}

/** The graver of two absences by the bits of both, without a branch: 3 is both of them, and the graver is 2. */
export function larger(bits: number): number {
  return bits & ~(bits >> 1);
}

/** Ids with none where there is no object: most operations mean the same by both, and absent rows hold any number. */
export function idsOrNone({ codes, absence }: Vector, length: number, scratch: Scratch): Int32Array {
  if (absence === undefined) return codes;
  const ids = scratch.codes(length);
  for (let row = 0; row < length; row++) ids[row] = codes[row] & -(absence[row] === 0 ? 1 : 0);
  return ids;
}

/** The ids of the objects that a term gives, as `idsOrNone`. */
export function idsIn(term: Term, rows: Rows, evaluator: Evaluator): Int32Array {
  return idsOrNone(evaluator.evaluate(term, rows), rows.length, evaluator.scratch);
}

/** What `absence` holds of a value that is absent. */
export function howAbsent(value: Value): number {
  return value === notFound ? isNotFound : isMissing;
}

/** Notes `how` for every row without an id; undefined where all have one. */
export function absentWhereNone(
  ids: Int32Array,
  how: number,
  into: Uint8Array,
  length: number,
): Uint8Array | undefined {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const isNone = ids[row] === 0 ? 1 : 0;
    into[row] = isNone * how;
    count += isNone;
  }
  return count === 0 ? undefined : into;
}

/** One value in every row; `whole`: where it is numeric, it is an int. */
export function filled(node: Node, value: Value, length: number, scratch: Scratch, whole = false): Vector {
  const absence = isAbsent(value) ? scratch.bytes(length) : undefined;
  absence?.fill(howAbsent(value), 0, length);
  const shown = isAbsent(value) ? 0 : value;
  const vector = vectorFor(node.type, length, scratch);
  vector.numbers.fill(shown, 0, length);
  vector.codes.fill(node.type.name === 'numeric' ? Number(whole) : shown, 0, length);
  return absence === undefined ? vector : { ...vector, absence };
}

/**
 * Missing in every row, whatever another argument says. A heavy one is evaluated all the same: what aggregates look at
 * is counted, and the count must not depend on whether there was an index.
 */
export function allMissing(term: Term, unasked: Term, rows: Rows, evaluator: Evaluator): Vector {
  if (unasked.heavy) {
    const mark = evaluator.scratch.mark();
    evaluator.evaluate(unasked, rows);
    evaluator.scratch.release(mark);
  }
  return filled(term, missing, rows.length, evaluator.scratch);
}
