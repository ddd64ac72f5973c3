import type { Term } from '../term.js';
import { type Answers, questionKey } from '../../ir/node.js';
import { copyBytes, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, vectorFor } from './vector.js';

/** The answers, over which what is supposed is written. */
export function supposedColumns(
  term: Term<{ readonly question: number; readonly word: number }>,
  rows: Rows,
  evaluator: Evaluator,
): Vector {
  const { scratch, frame } = evaluator;
  const { length } = rows;
  const [object, answer] = term.args;
  const known = frame.suppositions?.answers.get(questionKey(term.data.question, term.data.word));
  if (known === undefined) return evaluator.evaluate(answer, rows);
  const into = vectorFor(term.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const found = evaluator.evaluate(answer, rows);
  const ids = idsOrNone(evaluator.evaluate(object, rows), length, scratch);
  if (into.numbers.length > 0) copyNumbers(found.numbers, into.numbers, length);
  else copyCodes(found.codes, into.codes, length);
  const absent = found.absence === undefined ? undefined : absence;
  if (found.absence !== undefined) copyBytes(found.absence, absence, length);
  if (known.size > mostCompared) lookUp(known, ids, into, absent, length);
  else for (const [id, value] of known) put(id, value, ids, into, absent, length);
  scratch.release(mark);
  return { ...into, absence: absent };
}

/** With more suppositions than this they are looked up by object. */
const mostCompared = 4;

/** Writes what is supposed of an object. */
function put(
  object: number,
  value: number,
  ids: Int32Array,
  { numbers, codes }: Vector,
  absence: Uint8Array | undefined,
  length: number,
): void {
  if (numbers.length > 0) putNumber(object, value, ids, numbers, length);
  else putCode(object, value, ids, codes, length);
  if (absence !== undefined) putPresence(object, ids, absence, length);
}

function lookUp(
  known: Answers,
  ids: Int32Array,
  { numbers, codes }: Vector,
  absence: Uint8Array | undefined,
  length: number,
): void {
  const into = numbers.length > 0 ? numbers : codes;
  for (let row = 0; row < length; row++) {
    const value = known.get(ids[row]);
    if (value === undefined) continue;
    into[row] = value;
    if (absence !== undefined) absence[row] = 0;
  }
}

function putNumber(object: number, value: number, ids: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] === object ? value : into[row];
}

function putCode(object: number, value: number, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = ids[row] === object ? value : into[row];
}

function putPresence(object: number, ids: Int32Array, absence: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) absence[row] = ids[row] === object ? 0 : absence[row];
}

function copyNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

function copyCodes(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}
