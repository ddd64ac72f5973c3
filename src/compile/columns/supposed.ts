import type { Term } from '../plan/term.js';
import { type Supposition, questionKey } from '../suppositions.js';
import { copyBytes, idsOrNone } from './absence.js';
import type { Evaluator } from './evaluator.js';
import type { Rows } from './rows.js';
import { type Vector, vectorFor } from './vector.js';

/** The answers, over which what is supposed is written. */
export function supposedColumns(term: Term<{ readonly question: number; readonly word: number }>, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch, frame } = evaluator;
  const { length } = rows;
  const [object, answer] = term.args;
  const known = frame.suppositions?.answers.get(questionKey(term.node.data.question, term.node.data.word));
  if (known === undefined || known.length === 0) return evaluator.evaluate(answer, rows);
  const into = vectorFor(term.node.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const found = evaluator.evaluate(answer, rows);
  const ids = idsOrNone(evaluator.evaluate(object, rows), length, scratch);
  if (into.numbers.length > 0) copyNumbers(found.numbers, into.numbers, length);
  else copyCodes(found.codes, into.codes, length);
  const absent = found.absence === undefined ? undefined : absence;
  if (found.absence !== undefined) copyBytes(found.absence, absence, length);
  if (known.length > mostCompared) lookUp(known, ids, into, absent, length);
  else for (let i = known.length - 1; i >= 0; i--) put(known[i], ids, into, absent, length);
  scratch.release(mark);
  return { ...into, absence: absent };
}

/** With more suppositions than this they are looked up by object. */
const mostCompared = 4;

/** Writes what is supposed of an object; the first of several suppositions is written last. Of none nothing is supposed. */
function put({ object, value }: Supposition, ids: Int32Array, { numbers, codes }: Vector, absence: Uint8Array | undefined, length: number): void {
  if (object === 0) return;
  if (numbers.length > 0) putNumber(object, value, ids, numbers, length);
  else putCode(object, value, ids, codes, length);
  if (absence !== undefined) putPresence(object, ids, absence, length);
}

function lookUp(known: readonly Supposition[], ids: Int32Array, { numbers, codes }: Vector, absence: Uint8Array | undefined, length: number): void {
  const values = new Map<number, number>();
  for (let i = known.length - 1; i >= 0; i--) values.set(known[i].object, known[i].value);
  values.delete(0);
  const into = numbers.length > 0 ? numbers : codes;
  for (let row = 0; row < length; row++) {
    const value = values.get(ids[row]);
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
