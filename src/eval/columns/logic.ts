import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { copyBytes } from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import { filled } from './filled.js';
import type { Rows } from './rows.js';
import { rowsWith, scatter, someRows } from './subset.js';
import { type Vector, codeVector, vectorFor } from './vector.js';

export function presentColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const into = scratch.codes(rows.length);
  const mark = scratch.mark();
  const { absence } = evaluator.evaluate(term.args[0], rows);
  if (absence === undefined) into.fill(1, 0, rows.length);
  else arePresent(absence, into, rows.length);
  scratch.release(mark);
  return codeVector(into);
}

export function appliesColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const into = scratch.codes(rows.length);
  const mark = scratch.mark();
  const { codes, absence } = evaluator.evaluate(term.args[0], rows);
  if (absence === undefined) areTrue(codes, into, rows.length);
  else areTrueAndPresent(codes, absence, into, rows.length);
  scratch.release(mark);
  return codeVector(into);
}

/** The second term is evaluated where the first is absent, and nowhere else if it is heavy. */
export function otherwiseColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const first = evaluator.evaluate(term.args[0], rows);
  if (first.absence === undefined) return first;
  const into = vectorFor(term.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const chosen = scratch.codes(length);
  arePresent(first.absence, chosen, length);
  const all: Whole = { into, absence, length };
  keep(first, all);
  const some = putWhere(term.args[1], chosen, 0, rows, evaluator, all);
  scratch.release(mark);
  return { ...into, absence: some ? absence : undefined };
}

/** Both branches are evaluated, a heavy one only where it is chosen. */
export function chooseColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const one = evaluator.uniform(term.args[0], rows);
  if (one !== varies)
    return isAbsent(one) ? filled(term, one, length, scratch) : evaluator.evaluate(term.args[one === 1 ? 1 : 2], rows);
  const into = vectorFor(term.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const condition = evaluator.evaluate(term.args[0], rows);
  const chosen = scratch.codes(length);
  const all: Whole = { into, absence, length };
  areTrue(condition.codes, chosen, length);
  if (condition.absence === undefined) absence.fill(0, 0, length);
  else {
    copyBytes(condition.absence, absence, length);
    markAbsent(condition.absence, chosen, length);
  }
  const inThen = putWhere(term.args[1], chosen, 1, rows, evaluator, all);
  const inElse = putWhere(term.args[2], chosen, 0, rows, evaluator, all);
  scratch.release(mark);
  return { ...into, absence: inThen || inElse || condition.absence !== undefined ? absence : undefined };
}

/** A vector of all rows that is put together from parts. */
export interface Whole {
  /** Has room for what values of its type have: numbers, codes, or both. */
  readonly into: Vector;
  readonly absence: Uint8Array;
  readonly length: number;
}

/**
 * Puts the values of a term where `chosen` has a code and nothing is noted as absent yet; says whether one may be
 * absent.
 */
export function putWhere(
  term: Term,
  chosen: Int32Array,
  code: number,
  rows: Rows,
  evaluator: Evaluator,
  { into, absence, length }: Whole,
): boolean {
  const { scratch } = evaluator;
  const mark = scratch.mark();
  let some: boolean;
  if (term.heavy) {
    const numbers = scratch.codes(length);
    const count = rowsWith(chosen, code, length, numbers);
    some =
      count > 0 &&
      scatter(evaluator.evaluate(term, someRows(rows, numbers, count, term, scratch)), numbers, count, into, absence);
  } else {
    const from = evaluator.evaluate(term, rows);
    if (into.numbers.length > 0) putNumbers(from.numbers, chosen, code, into.numbers, length);
    if (into.codes.length > 0) putCodes(from.codes, chosen, code, into.codes, length);
    if (from.absence !== undefined) putAbsence(from.absence, chosen, code, absence, length);
    some = from.absence !== undefined;
  }
  scratch.release(mark);
  return some;
}

function keep(from: Vector, { into, absence, length }: Whole): void {
  if (into.numbers.length > 0) copyNumbers(from.numbers, into.numbers, length);
  if (into.codes.length > 0) copyCodes(from.codes, into.codes, length);
  absence.fill(0, 0, length);
}

function arePresent(absence: Uint8Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = absence[row] === 0 ? 1 : 0;
}

export function areTrue(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row] === 1 ? 1 : 0;
}

export function areTrueAndPresent(from: Int32Array, absence: Uint8Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = (from[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
}

/** Rows whose condition is absent choose nothing. */
function markAbsent(absence: Uint8Array, chosen: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) chosen[row] = absence[row] === 0 ? chosen[row] : -1;
}

function copyNumbers(from: Float64Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

function copyCodes(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row];
}

function putNumbers(from: Float64Array, chosen: Int32Array, code: number, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = chosen[row] === code ? from[row] : into[row];
}

function putCodes(from: Int32Array, chosen: Int32Array, code: number, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = chosen[row] === code ? from[row] : into[row];
}

function putAbsence(from: Uint8Array, chosen: Int32Array, code: number, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = chosen[row] === code ? from[row] : into[row];
}
