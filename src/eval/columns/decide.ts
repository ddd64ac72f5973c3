import { type Value, notFound } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { larger } from './absence.js';
import { type Evaluator, varies } from './evaluator.js';
import type { Rows } from './rows.js';
import { rowsWithout, someRows } from './subset.js';
import { type Vector, codeVector, isMissing, isNotFound } from './vector.js';

/** Nodes from which on it pays to leave out rows that are decided. */
const dearSize = 5;
/** Once fewer than one row in so many is undecided, only those are looked at. */
const fewShare = 4;

/** An `and` or `or` under way. */
interface Decision {
  readonly deciding: 0 | 1;
  readonly codes: Int32Array;
  readonly absence: Uint8Array;
  anyAbsent: boolean;
}

/**
 * `and` (0 decides) and `or` (1 decides). Light operands come first, and what is dear is asked only where nothing has
 * decided: the answer does not depend on the order.
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

function costOf(term: Term): number {
  return term.heavy ? 2 : term.size >= dearSize ? 1 : 0;
}

function decideBy(arg: Term, decision: Decision, rows: Rows, evaluator: Evaluator, isDear: boolean): void {
  const { scratch } = evaluator;
  const { length } = rows;
  let open = length;
  let numbers: Int32Array | undefined;
  if (isDear) {
    numbers = scratch.codes(length);
    open = rowsWithout(decision.codes, decision.deciding, length, numbers);
    if (open === 0) return;
  }
  const one = evaluator.uniform(arg, rows);
  if (one !== varies) return decideAll(one, decision, length);
  if (numbers === undefined || open === length || (!arg.heavy && open * fewShare >= length))
    merge(evaluator.evaluate(arg, rows), decision, length);
  else mergeAt(evaluator.evaluate(arg, someRows(rows, numbers, open, arg, scratch)), decision, numbers, open);
}

function decideAll(value: Value, decision: Decision, length: number): void {
  if (value === decision.deciding) decision.codes.fill(value, 0, length);
  if (!isAbsent(value)) return;
  decision.anyAbsent = true;
  raiseAll(decision.absence, value === notFound ? isNotFound : isMissing, length);
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

/** What has decided leaves no absence. */
function clearDecided({ codes, absence, deciding }: Decision, length: number): void {
  for (let row = 0; row < length; row++) absence[row] &= -(codes[row] === deciding ? 0 : 1);
}
