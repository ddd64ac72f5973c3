import { type Evaluator, varies } from './evaluator.js';
import {
  type Rows,
  type Vector,
  codeVector,
  copyBytes,
  copyCodes,
  copyNumbers,
  isMissing,
  numberVector,
  takeRows,
  vectorFor,
} from './rows.js';
import type { Term } from '../term.js';
import { type Value, missing } from '../../ir/node.js';
import { filled, howAbsent, larger, rowsWith, scatter } from './absence.js';
import { isAbsent } from '../operation.js';

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
  trueIn(evaluator.evaluate(term.args[0], rows), into, rows.length);
  scratch.release(mark);
  return codeVector(into);
}

/** The second term is evaluated where the first is absent, only there if it is heavy. */
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

interface Whole {
  readonly into: Vector;
  readonly absence: Uint8Array;
  readonly length: number;
}

/** Where `chosen` has a code and nothing is absent yet; returns whether one may be absent. */
function putWhere(
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
      scatter(evaluator.evaluate(term, takeRows(rows, numbers, count, scratch, term)), numbers, count, into, absence);
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

function trueIn({ codes, absence }: Vector, into: Int32Array, length: number): void {
  if (absence === undefined) areTrue(codes, into, length);
  else areTrueAndPresent(codes, absence, into, length);
}

function areTrue(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = from[row] === 1 ? 1 : 0;
}

function areTrueAndPresent(from: Int32Array, absence: Uint8Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = (from[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
}

/** Rows whose condition is absent choose nothing. */
function markAbsent(absence: Uint8Array, chosen: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) chosen[row] = absence[row] === 0 ? chosen[row] : -1;
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

/** From so many nodes on it pays to leave out rows that are decided. */
const expensiveSize = 5;
/** Once fewer than one row in so many is undecided, only those are evaluated. */
const fewShare = 4;

interface Decision {
  readonly deciding: 0 | 1;
  readonly codes: Int32Array;
  readonly absence: Uint8Array;
  anyAbsent: boolean;
}

/**
 * `and` (0 decides) and `or` (1). Cheap operands come first; expensive ones are evaluated only where nothing has
 * decided.
 */
export function decideColumns(term: Term, rows: Rows, evaluator: Evaluator, deciding: 0 | 1): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const decision: Decision = {
    deciding,
    codes: scratch.codes(length),
    absence: scratch.bytes(length),
    anyAbsent: false,
  };
  decision.codes.fill(1 - deciding, 0, length);
  decision.absence.fill(0, 0, length);
  let begun = false;
  for (let cost = 0; cost < 3; cost++) {
    for (const arg of term.args) {
      if (costOf(arg) !== cost) continue;
      const mark = scratch.mark();
      decideBy(arg, decision, rows, evaluator, begun && cost > 0);
      scratch.release(mark);
      begun = true;
    }
  }
  if (decision.anyAbsent) clearDecided(decision, length);
  return codeVector(decision.codes, decision.anyAbsent ? decision.absence : undefined);
}

export function costOf(term: Term): number {
  return term.heavy ? 2 : term.size >= expensiveSize ? 1 : 0;
}

function decideBy(arg: Term, decision: Decision, rows: Rows, evaluator: Evaluator, isExpensive: boolean): void {
  const { scratch } = evaluator;
  const { length } = rows;
  let open = length;
  let numbers: Int32Array | undefined;
  if (isExpensive) {
    numbers = scratch.codes(length);
    open = rowsWith(decision.codes, 1 - decision.deciding, length, numbers);
    if (open === 0) return;
  }
  const one = evaluator.uniform(arg, rows);
  if (one !== varies) return decideAll(one, decision, length);
  if (numbers === undefined || open === length || (!arg.heavy && open * fewShare >= length))
    merge(evaluator.evaluate(arg, rows), decision, length);
  else mergeAt(evaluator.evaluate(arg, takeRows(rows, numbers, open, scratch, arg)), decision, numbers, open);
}

function decideAll(value: Value, decision: Decision, length: number): void {
  if (value === decision.deciding) decision.codes.fill(value, 0, length);
  if (!isAbsent(value)) return;
  decision.anyAbsent = true;
  raiseAll(decision.absence, howAbsent(value), length);
}

function merge({ codes, absence }: Vector, decision: Decision, length: number): void {
  if (absence === undefined) return (decision.deciding === 0 ? conjoin : disjoin)(codes, decision.codes, length);
  decision.anyAbsent = true;
  (decision.deciding === 0 ? conjoinPresent : disjoinPresent)(codes, absence, decision.codes, length);
  raise(absence, decision.absence, length);
}

function mergeAt({ codes, absence }: Vector, decision: Decision, numbers: Int32Array, length: number): void {
  const { deciding } = decision;
  if (absence === undefined) return decideAt(codes, deciding, numbers, length, decision.codes);
  decision.anyAbsent = true;
  decidePresentAt(codes, absence, deciding, numbers, length, decision.codes);
  raiseAt(absence, numbers, length, decision.absence);
}

function conjoin(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] &= from[row] === 0 ? 0 : 1;
}

function disjoin(from: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] |= from[row] === 1 ? 1 : 0;
}

function conjoinPresent(from: Int32Array, absence: Uint8Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] &= (from[row] === 0 ? 0 : 1) | (absence[row] === 0 ? 0 : 1);
}

function disjoinPresent(from: Int32Array, absence: Uint8Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] |= (from[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
}

function raise(from: Uint8Array, into: Uint8Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = larger(from[row] | into[row]);
}

function raiseAll(into: Uint8Array, least: number, length: number): void {
  for (let row = 0; row < length; row++) into[row] = larger(into[row] | least);
}

function decideAt(from: Int32Array, deciding: number, numbers: Int32Array, length: number, into: Int32Array): void {
  for (let i = 0; i < length; i++) if (from[i] === deciding) into[numbers[i]] = deciding;
}

function decidePresentAt(
  from: Int32Array,
  absence: Uint8Array,
  deciding: number,
  numbers: Int32Array,
  length: number,
  into: Int32Array,
): void {
  for (let i = 0; i < length; i++) if (from[i] === deciding && absence[i] === 0) into[numbers[i]] = deciding;
}

function raiseAt(from: Uint8Array, numbers: Int32Array, length: number, into: Uint8Array): void {
  for (let i = 0; i < length; i++) if (from[i] > into[numbers[i]]) into[numbers[i]] = from[i];
}

/** A decided row has no absence. */
function clearDecided({ codes, absence, deciding }: Decision, length: number): void {
  for (let row = 0; row < length; row++) absence[row] &= -(codes[row] === deciding ? 0 : 1);
}

/** Conditions that are the same in all rows are counted once. */
export function countTrueColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const into = scratch.numbers(length);
  into.fill(0, 0, length);
  let everywhere = 0;
  for (const arg of term.args) {
    const one = evaluator.uniform(arg, rows);
    if (one !== varies) {
      if (one === 1) everywhere++;
      continue;
    }
    const mark = scratch.mark();
    const { codes, absence } = evaluator.evaluate(arg, rows);
    if (absence === undefined) countIn(codes, into, length);
    else countPresentIn(codes, absence, into, length);
    scratch.release(mark);
  }
  if (everywhere > 0) addTo(into, everywhere, length);
  return numberVector(into);
}

function countIn(codes: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] += codes[row] === 1 ? 1 : 0;
}

function countPresentIn(codes: Int32Array, absence: Uint8Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] += (codes[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
}

function addTo(into: Float64Array, count: number, length: number): void {
  for (let row = 0; row < length; row++) into[row] += count;
}

/** A heavy value is evaluated only where the condition is true. */
export function providedColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  const { scratch } = evaluator;
  const { length } = rows;
  const [value, condition] = term.args;
  const one = evaluator.uniform(condition, rows);
  if (one !== varies) return one === 1 ? evaluator.evaluate(value, rows) : filled(term, missing, length, scratch);
  const into = vectorFor(term.type, length, scratch);
  const absence = scratch.bytes(length);
  const mark = scratch.mark();
  const chosen = scratch.codes(length);
  const asked = evaluator.evaluate(condition, rows);
  trueIn(asked, chosen, length);
  const count = missWhereNot(chosen, absence, length);
  const some = count > 0 && putWhere(value, chosen, 1, rows, evaluator, { into, absence, length });
  scratch.release(mark);
  return { ...into, absence: some || count < length ? absence : undefined };
}

/** Returns how many are chosen. */
function missWhereNot(chosen: Int32Array, absence: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    absence[row] = (1 - chosen[row]) * isMissing;
    count += chosen[row];
  }
  return count;
}
