import { distanceBetween, jumpsApart, placeHolder } from '../../components/place.js';
import type { WorldState } from '../../components/state.js';
import { type Value, missing } from '../../ir/node.js';
import { isAbsent } from '../operation.js';
import type { Term } from '../term.js';
import { absentWhereNone, filled, idsIn } from './absence.js';
import { type Rows, type Vector, codesAt, isMissing, numbersAt, numbersBy } from './rows.js';
import { type Evaluator, varies } from './evaluator.js';
import { placeKind } from '../../components/place-kind.js';
import { isWorthIndex } from '../../indexes/worth-index.js';

/** Distances in the plane; all objects that hang on one holder share its place. */
export function distanceColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  return measure(term, rows, evaluator, distancesToOne, distancesOfTwo);
}

/** Lane jumps, equal both ways. Paths are kept by their start, so the side that changes less often comes first. */
export function jumpsColumns(term: Term, rows: Rows, evaluator: Evaluator): Vector {
  return measure(term, rows, evaluator, jumpsToOne, jumpsOfTwo);
}

/**
 * Both loops take objects by the holders of their places, and put NaN where one is nowhere: no two places are NaN
 * apart.
 */
type ToOne = (state: WorldState, ids: Int32Array, one: number, into: Float64Array, length: number) => void;
type OfTwo = (state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number) => void;

function measure(term: Term, rows: Rows, evaluator: Evaluator, toOne: ToOne, ofTwo: OfTwo): Vector {
  const { state, scratch } = evaluator;
  const { length } = rows;
  const right = evaluator.uniform(term.args[1], rows);
  const left = right === varies ? evaluator.uniform(term.args[0], rows) : varies;
  const given: Value | typeof varies = right === varies ? left : right;
  const one = given === varies || isAbsent(given) ? 0 : placeHolder(state, given);
  if (given !== varies && one === 0) return filled(term, missing, length, scratch);
  return numbersBy(rows, scratch, (into, absence) => {
    const a = holdersFor(term.args[right === varies && given !== varies ? 1 : 0], rows, evaluator);
    if (given !== varies) toOne(state, a, one, into, length);
    else ofTwo(state, a, holdersFor(term.args[1], rows, evaluator), into, length);
    return missNaN(into, absence, length) === 0 ? undefined : absence;
  });
}

/** The holder of each row's place; 0 where the object is nowhere. */
function holdersFor(term: Term, rows: Rows, evaluator: Evaluator): Int32Array {
  return holdersOf(idsIn(term, rows, evaluator), rows.length, evaluator);
}

function distancesToOne(state: WorldState, holders: Int32Array, one: number, into: Float64Array, length: number): void {
  const { x, y } = state;
  const toX = x[one];
  const toY = y[one];
  for (let row = 0; row < length; row++) {
    const at = holders[row];
    const dx = x[at] - toX;
    const dy = y[at] - toY;
    const distance = Math.sqrt(dx * dx + dy * dy);
    into[row] = at === 0 ? NaN : distance > 0 ? distance : (distanceBetween(state, at, one) ?? NaN);
  }
}

function distancesOfTwo(state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number): void {
  const { x, y } = state;
  for (let row = 0; row < length; row++) {
    const p = a[row];
    const q = b[row];
    const dx = x[p] - x[q];
    const dy = y[p] - y[q];
    const distance = Math.sqrt(dx * dx + dy * dy);
    into[row] = p === 0 || q === 0 ? NaN : distance > 0 ? distance : (distanceBetween(state, p, q) ?? NaN);
  }
}

function jumpsToOne(state: WorldState, holders: Int32Array, one: number, into: Float64Array, length: number): void {
  let known = -1;
  let jumps = NaN;
  for (let row = 0; row < length; row++) {
    const at = holders[row];
    if (at !== known) jumps = at === 0 ? NaN : (jumpsApart(state, one, at) ?? NaN);
    known = at;
    into[row] = jumps;
  }
}

function jumpsOfTwo(state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number): void {
  if (changes(a, length) <= changes(b, length)) jumpsFrom(state, a, b, into, length);
  else jumpsFrom(state, b, a, into, length);
}

function jumpsFrom(state: WorldState, a: Int32Array, b: Int32Array, into: Float64Array, length: number): void {
  for (let row = 0; row < length; row++)
    into[row] = a[row] === 0 || b[row] === 0 ? NaN : (jumpsApart(state, a[row], b[row]) ?? NaN);
}

function changes(ids: Int32Array, length: number): number {
  let count = 0;
  for (let row = 1; row < length; row++) count += ids[row] === ids[row - 1] ? 0 : 1;
  return count;
}

function missNaN(values: Float64Array, into: Uint8Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const how = Number.isNaN(values[row]) ? isMissing : 0;
    into[row] = how;
    count += how;
  }
  return count;
}

export function coordinateColumns(term: Term<{ readonly axis: 'x' | 'y' }>, rows: Rows, evaluator: Evaluator): Vector {
  return numbersBy(rows, evaluator.scratch, (into, absence) => {
    const holders = holdersFor(term.args[0], rows, evaluator);
    numbersAt(evaluator.state[term.data.axis], holders, into, rows.length);
    return absentWhereNone(holders, isMissing, absence, rows.length);
  });
}

/** The holder of each object's place; 0 where one is nowhere or none; borrowed. */
export function holdersOf(ids: Int32Array, length: number, { state, scratch, indexes }: Evaluator): Int32Array {
  const holders = scratch.codes(length);
  if (state.flat) keepPlaced(state.place, ids, holders, length);
  else if (isWorthIndex(length, state) || indexes.ready.places()) codesAt(indexes.places(), ids, holders, length);
  else for (let row = 0; row < length; row++) holders[row] = placeHolder(state, ids[row]);
  return holders;
}

/** Replaces objects that have no place by 0. */
function keepPlaced(place: Uint8Array, ids: Int32Array, into: Int32Array, length: number): void {
  for (let row = 0; row < length; row++) into[row] = place[ids[row]] === placeKind.inherited ? 0 : ids[row];
}
