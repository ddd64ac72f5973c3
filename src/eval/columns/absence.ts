import type { Scratch } from '../../indexes/scratch.js';
import { type Rows, type Vector, codeVector, copyBytes, isMissing, isNotFound, vectorFor } from './rows.js';
import { type Node, type Value, missing, notFound, type Frame } from '../../ir/node.js';
import { type Apply, type Operation, isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import type { Evaluator } from './evaluator.js';
import { slotOf } from '../node-shape.js';

/**
 * Writes values of some rows back, where `into` has room, and absence into zeros; returns whether any may be absent.
 */
export function scatter(from: Vector, numbers: Int32Array, length: number, into: Vector, absence: Uint8Array): boolean {
  if (into.numbers.length > 0) scatterNumbers(from.numbers, numbers, length, into.numbers);
  if (into.codes.length > 0) scatterCodes(from.codes, numbers, length, into.codes);
  if (from.absence !== undefined) scatterBytes(from.absence, numbers, length, absence);
  return from.absence !== undefined;
}

/** `into` has room for all; returns how many there are. */
export function rowsWith(codes: Int32Array, code: number, length: number, into: Int32Array): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    into[count] = row;
    count += codes[row] === code ? 1 : 0;
  }
  return count;
}

function scatterNumbers(from: Float64Array, numbers: Int32Array, length: number, into: Float64Array): void {
  for (let i = 0; i < length; i++) into[numbers[i]] = from[i];
}

function scatterCodes(from: Int32Array, numbers: Int32Array, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) into[numbers[i]] = from[i];
}

function scatterBytes(from: Uint8Array, numbers: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) into[numbers[i]] = from[i];
}

/** Of the objects that a term names in these rows, all present; 0 where unknown. */
export function knownKind(term: Term, rows: Rows): number {
  return rows.kinds[slotOf(term) ?? rows.kinds.length] ?? 0;
}

/** Of each row, in `into`; undefined where neither operand has any. */
export function strongerOf(
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

/** In `into`; undefined where the operand has none. */
export function sameAbsence(from: Uint8Array | undefined, into: Uint8Array, length: number): Uint8Array | undefined {
  return strongerOf(into, from, undefined, length);
}

function fillLarger(a: Uint8Array, b: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = larger(a[row] | b[row]);
}

/** The stronger of two absences by the bits of both, without a branch: 3 is both, and the stronger is 2. */
export function larger(bits: number): number {
  return bits & ~(bits >> 1);
}

/** Ids with 0 for absent rows, which may hold any number: most operations treat absent and none alike. */
export function idsOrNone({ codes, absence }: Vector, length: number, scratch: Scratch): Int32Array {
  if (absence === undefined) return codes;
  const ids = scratch.codes(length);
  for (let row = 0; row < length; row++) ids[row] = codes[row] & -(absence[row] === 0 ? 1 : 0);
  return ids;
}

export function idsIn(term: Term, rows: Rows, evaluator: Evaluator): Int32Array {
  return idsOrNone(evaluator.evaluate(term, rows), rows.length, evaluator.scratch);
}

export function howAbsent(value: Value): number {
  return value === notFound ? isNotFound : isMissing;
}

export function absentBy(how: number): Value {
  return how === isMissing ? missing : notFound;
}

/** Marks rows without an id with `how`; undefined where all have one. */
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

/** One value in every row; `whole`: a numeric value is an int. */
export function filled(node: Node, value: Value, length: number, scratch: Scratch, whole = false): Vector {
  const absence = isAbsent(value) ? scratch.bytes(length) : undefined;
  absence?.fill(howAbsent(value), 0, length);
  const shown = isAbsent(value) ? 0 : value;
  const vector = vectorFor(node.type, length, scratch);
  vector.numbers.fill(shown, 0, length);
  vector.codes.fill(node.type.name === 'numeric' ? Number(whole) : shown, 0, length);
  return absence === undefined ? vector : { ...vector, absence };
}

export function sameInRows<Data>(
  evaluate: (node: Node<Data>, frame: Frame) => Value,
): Pick<Operation<Data>, 'evaluate' | 'columns'> {
  return {
    evaluate,
    columns: (term, rows, { frame, scratch }) => filled(term, evaluate(term, frame), rows.length, scratch),
  };
}

/**
 * Missing in every row. A heavy argument is evaluated all the same: the count of visits must not depend on an index.
 */
export function allMissing(term: Term, unasked: Term, rows: Rows, evaluator: Evaluator): Vector {
  if (unasked.heavy) {
    const mark = evaluator.scratch.mark();
    evaluator.evaluate(unasked, rows);
    evaluator.scratch.release(mark);
  }
  return filled(term, missing, rows.length, evaluator.scratch);
}

/** Without counting mishaps: columns evaluate other things, and more or less often. */
export function uncounted(node: Node, frame: Frame): Value {
  const { mishaps } = frame;
  const { overflows, zeroDivisions } = mishaps;
  const value = frame.evaluate(node);
  mishaps.overflows = overflows;
  mishaps.zeroDivisions = zeroDivisions;
  return value;
}

/** Where nothing faster is known. */
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

/**
 * Applies the meaning row by row to evaluated arguments, which are no numbers: for few rows, or without a possible
 * index.
 */
export function applyByRow<Data>(term: Term<Data>, rows: Rows, evaluator: Evaluator, apply: Apply<Data>): Vector {
  const { frame, scratch } = evaluator;
  const codes = scratch.codes(rows.length);
  const absence = scratch.bytes(rows.length);
  const mark = scratch.mark();
  const a = evaluator.evaluate(term.args[0], rows);
  const b = term.args.length > 1 ? evaluator.evaluate(term.args[1], rows) : undefined;
  for (let row = 0; row < rows.length; row++) {
    const value = apply(frame, term.data, codeAt(a, row), b === undefined ? missing : codeAt(b, row));
    codes[row] = value ?? 0;
    absence[row] = isAbsent(value) ? howAbsent(value) : 0;
  }
  scratch.release(mark);
  return codeVector(codes, absence);
}

function codeAt({ codes, absence }: Vector, row: number): Value {
  const how = absence === undefined ? 0 : absence[row];
  return how === 0 ? codes[row] : absentBy(how);
}
