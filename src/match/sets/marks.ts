import { type Vector, isMissing, isNotFound, type Rows } from '../../eval/columns/rows.js';
import type { Test } from '../selection-plan.js';
import type { DirectTest, Evaluator } from '../../eval/columns/evaluator.js';
import { directTestOf, markDirect } from '../../eval/columns/direct-test.js';
import type { Term } from '../../eval/term.js';

/** Marks select rows of a list: 1 or 0 for each. One loop per function, without branches on data. */

export function markVerdicts({ wanted }: Test, { codes, absence }: Vector, length: number, into: Uint8Array): void {
  switch (wanted) {
    case 'false':
      return absence === undefined ? markEqual(codes, 0, length, into) : markFalse(codes, absence, length, into);
    case 'true':
      return absence === undefined ? markEqual(codes, 1, length, into) : markPresent(codes, absence, length, into);
    case 'clear':
      return absence === undefined ? markEqual(codes, 0, length, into) : markClear(codes, absence, length, into);
    case 'found':
      return absence === undefined ? void into.fill(1, 0, length) : markFound(absence, length, into);
  }
}

function markEqual(codes: Int32Array, code: number, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = codes[i] === code ? 1 : 0;
}

function markPresent(codes: Int32Array, absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = (codes[i] === 1 ? 1 : 0) & (absence[i] === 0 ? 1 : 0);
}

function markFalse(codes: Int32Array, absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = (codes[i] === 0 ? 1 : 0) & (absence[i] === 0 ? 1 : 0);
}

function markClear(codes: Int32Array, absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = absence[i] === isMissing || (absence[i] === 0 && codes[i] === 0) ? 1 : 0;
}

function markFound(absence: Uint8Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[i] = absence[i] !== isNotFound ? 1 : 0;
}

export function meetMarks(marks: Uint8Array, others: Uint8Array, length: number): void {
  for (let i = 0; i < length; i++) marks[i] &= others[i];
}

/** Writes marked elements to `into`, which may be the list and has room for all; returns how many. */
export function listMarked(marks: Uint8Array, list: Int32Array, length: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = list[i];
    count += marks[i];
  }
  return count;
}

/** Writes the numbers of marked rows to `into`, which has room for all; returns how many. */
export function numberMarked(marks: Uint8Array, length: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = i;
    count += marks[i];
  }
  return count;
}

/** Marks the rows that pass a test: in one loop where it reads only cells of the objects themselves. */
export function markTest(evaluator: Evaluator, test: Test, rows: Rows, into: Uint8Array): void {
  const { term, wanted } = test;
  const direct = wanted === 'found' ? undefined : knownDirect(evaluator, term);
  // A direct test is never absent, so not true is clear.
  if (direct !== undefined && markDirect(evaluator, direct, wanted === 'true' ? 1 : 0, rows, into)) return;
  const mark = evaluator.scratch.mark();
  markVerdicts(test, evaluator.evaluate(term, rows), rows.length, into);
  evaluator.scratch.release(mark);
}

function knownDirect({ directs, state }: Evaluator, term: Term): DirectTest | undefined {
  if (term.id >= directs.length || directs[term.id] === undefined) {
    while (directs.length <= term.id) directs.push(undefined);
    directs[term.id] = directTestOf(term, state.model) ?? 'none';
  }
  const known = directs[term.id];
  return known === 'none' ? undefined : known;
}

export function markAll(evaluator: Evaluator, tests: readonly Test[], rows: Rows, into: Uint8Array): void {
  const { scratch } = evaluator;
  const mark = scratch.mark();
  const more = scratch.bytes(rows.length);
  into.fill(1, 0, rows.length);
  for (let i = 0; i < tests.length; i++) {
    markTest(evaluator, tests[i], rows, i === 0 ? into : more);
    if (i > 0) meetMarks(into, more, rows.length);
  }
  scratch.release(mark);
}
