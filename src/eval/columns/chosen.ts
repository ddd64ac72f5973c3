import type { Evaluator } from './evaluator.js';
import { type Rows, type Vector, takeRows } from './rows.js';
import type { Term } from '../term.js';
import type { Scratch } from '../../indexes/scratch.js';

export interface Chosen {
  /** Number of chosen member rows before each one, and before the end; undefined where all are chosen. */
  readonly before: Int32Array | undefined;
  readonly places: Int32Array | undefined;
  /** Values of the chosen rows, without the absent ones; empty where none were asked for. */
  readonly values: Float64Array;
  /** Keys of the chosen rows, of which none is absent or no number. */
  readonly keys?: readonly Float64Array[];
}

const noValues = new Float64Array(0);

export const allChosen: Chosen = { before: undefined, places: undefined, values: noValues };

export function choose(filter: Term | undefined, value: Term | undefined, rows: Rows, evaluator: Evaluator): Chosen {
  const { scratch } = evaluator;
  if (filter === undefined)
    return value === undefined ? allChosen : valued(value, rows, undefined, undefined, evaluator);
  const before = scratch.codes(rows.length + 1);
  const places = scratch.codes(rows.length);
  const mark = scratch.mark();
  const { codes, absence } = evaluator.evaluate(filter, rows);
  const count =
    absence === undefined
      ? number(codes, before, places, rows.length)
      : numberPresent(codes, absence, before, places, rows.length);
  scratch.release(mark);
  if (value === undefined) return { before, places, values: noValues };
  if (count === rows.length) return valued(value, rows, undefined, undefined, evaluator);
  return valued(value, takeRows(rows, places, count, scratch, value), before, places, evaluator, rows.length);
}

/**
 * Like `choose` for members that stand in several rows, each evaluated once; all must depend on the member in `slot`
 * alone.
 */
export function chooseOnce(
  filter: Term | undefined,
  value: Term | undefined,
  rows: Rows,
  slot: number,
  evaluator: Evaluator,
): Chosen {
  const { scratch, state } = evaluator;
  const ids = rows.slots[slot];
  if (ids === undefined) return choose(filter, value, rows, evaluator);
  const before = scratch.codes(rows.length + 1);
  const places = scratch.codes(rows.length);
  const values = scratch.numbers(value === undefined ? 0 : rows.length);
  const mark = scratch.mark();
  const each = scratch.codes(rows.length);
  const placeOf = scratch.codes(state.identity.kind.length);
  const count = eachOnce(ids, rows.length, placeOf, state.identity.kind.length, each);
  const chosen = choose(
    filter,
    value,
    { ...rows, length: count, slots: rows.slots.map((_, i) => (i === slot ? each : undefined)) },
    evaluator,
  );
  const kept = chosen.before ?? ascending(count + 1, scratch);
  const all = spread(ids, rows.length, placeOf, kept, before, places);
  if (value !== undefined) spreadValues(ids, rows.length, placeOf, kept, chosen.values, values);
  scratch.release(mark);
  return all === rows.length ? { before: undefined, places: undefined, values } : { before, places, values };
}

/** Distinct ids; `placeOf` returns the place of each. */
function eachOnce(ids: Int32Array, length: number, placeOf: Int32Array, room: number, into: Int32Array): number {
  placeOf.fill(-1, 0, room);
  let count = 0;
  for (let row = 0; row < length; row++) {
    const id = ids[row];
    if (placeOf[id] >= 0) continue;
    placeOf[id] = count;
    into[count++] = id;
  }
  return count;
}

function ascending(length: number, scratch: Scratch): Int32Array {
  const into = scratch.codes(length);
  for (let i = 0; i < length; i++) into[i] = i;
  return into;
}

/** Over all member rows; returns how many are chosen. */
function spread(
  ids: Int32Array,
  length: number,
  placeOf: Int32Array,
  kept: Int32Array,
  before: Int32Array,
  places: Int32Array,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const place = placeOf[ids[row]];
    before[row] = count;
    places[count] = row;
    count += kept[place + 1] - kept[place];
  }
  before[length] = count;
  return count;
}

function spreadValues(
  ids: Int32Array,
  length: number,
  placeOf: Int32Array,
  kept: Int32Array,
  from: Float64Array,
  into: Float64Array,
): void {
  let count = 0;
  for (let row = 0; row < length; row++) {
    const place = placeOf[ids[row]];
    into[count] = from[kept[place]];
    count += kept[place + 1] - kept[place];
  }
}

function valued(
  value: Term,
  rows: Rows,
  before: Int32Array | undefined,
  places: Int32Array | undefined,
  evaluator: Evaluator,
  members = rows.length,
): Chosen {
  const { codes, numbers: given, absence } = evaluator.evaluate(value, rows);
  const numbers = value.type.name === 'number' ? given : numbersOf(codes, rows.length, evaluator.scratch);
  if (absence === undefined) return { before, places, values: numbers };
  const { scratch } = evaluator;
  const kept = scratch.codes(rows.length + 1);
  const values = scratch.numbers(rows.length);
  keepPresent(numbers, absence, kept, values, rows.length);
  return { before: before === undefined ? kept : through(kept, before, members, scratch), places, values };
}

function numbersOf(codes: Int32Array, length: number, scratch: Scratch): Float64Array {
  const numbers = scratch.numbers(length);
  for (let row = 0; row < length; row++) numbers[row] = codes[row];
  return numbers;
}

function number(codes: Int32Array, before: Int32Array, places: Int32Array, length: number): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    places[count] = row;
    count += codes[row] === 1 ? 1 : 0;
  }
  before[length] = count;
  return count;
}

function numberPresent(
  codes: Int32Array,
  absence: Uint8Array,
  before: Int32Array,
  places: Int32Array,
  length: number,
): number {
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    places[count] = row;
    count += (codes[row] === 1 ? 1 : 0) & (absence[row] === 0 ? 1 : 0);
  }
  before[length] = count;
  return count;
}

function keepPresent(
  from: Float64Array,
  absence: Uint8Array,
  before: Int32Array,
  into: Float64Array,
  length: number,
): void {
  let count = 0;
  for (let row = 0; row < length; row++) {
    before[row] = count;
    into[count] = from[row];
    count += absence[row] === 0 ? 1 : 0;
  }
  before[length] = count;
}

function through(kept: Int32Array, before: Int32Array, members: number, scratch: Scratch): Int32Array {
  const into = scratch.codes(members + 1);
  for (let row = 0; row <= members; row++) into[row] = kept[before[row]];
  return into;
}

/** Rows of which the filter is true, and in which no key is absent, or no number. */
export function chooseKeyed(filter: Term | undefined, keys: readonly Term[], rows: Rows, evaluator: Evaluator): Chosen {
  const { scratch } = evaluator;
  const { length } = rows;
  const before = scratch.codes(length + 1);
  const places = scratch.codes(length);
  const found = keys.map(() => scratch.numbers(length));
  const mark = scratch.mark();
  let count = 0;
  for (; count < length; count++) places[count] = count;
  if (filter !== undefined) count = keepTrue(evaluator.evaluate(filter, rows), places, count);
  scratch.release(mark);
  keys.forEach((key, i) => {
    const mark = scratch.mark();
    const vector = evaluator.evaluate(key, count === length ? rows : takeRows(rows, places, count, scratch, key));
    const { name } = key.type;
    const values = name === 'number' ? vector.numbers : numbersOf(vector.codes, count, scratch);
    count = keepKeyed(values, vector.absence, found.slice(0, i + 1), places, count);
    scratch.release(mark);
  });
  countBefore(places, count, before, length);
  return { before, places, values: noValues, keys: found };
}

/** In place; returns how many remain. */
function keepTrue({ codes, absence }: Vector, places: Int32Array, length: number): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    places[count] = places[i];
    count += codes[i] === 1 && (absence === undefined || absence[i] === 0) ? 1 : 0;
  }
  return count;
}

/** Adds values to the last of the keys, and keeps all keys and places of the present ones. */
function keepKeyed(
  values: Float64Array,
  absence: Uint8Array | undefined,
  keys: readonly Float64Array[],
  places: Int32Array,
  length: number,
): number {
  const last = keys[keys.length - 1];
  let count = 0;
  for (let i = 0; i < length; i++) {
    const value = values[i];
    if (Number.isNaN(value) || (absence !== undefined && absence[i] !== 0)) continue;
    for (const key of keys) key[count] = key[i];
    last[count] = value;
    places[count++] = places[i];
  }
  return count;
}

function countBefore(places: Int32Array, count: number, into: Int32Array, length: number): void {
  let at = 0;
  for (let row = 0; row <= length; row++) {
    while (at < count && places[at] < row) at++;
    into[row] = at;
  }
}
