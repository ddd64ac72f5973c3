import type { Aggregator } from '../../model/model.js';
import { type Fold, foldBy, isAbsentOfNothing } from '../ops/range.js';
import type { Chosen } from './chosen.js';
import type { Members } from './evaluator.js';
import type { Scratch } from '../../indexes/scratch.js';
import { isMissing } from './rows.js';

/** Targets of folds: numbers or codes of the rows. */
export interface Folded {
  readonly fold: Fold | Aggregator;
  readonly numbers: Float64Array;
  readonly codes: Int32Array;
  readonly absence: Uint8Array;
}

export interface Batch {
  readonly ids: Int32Array;
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly firstRow: number;
  readonly rows: number;
}

/** The fold of no members in every row; returns whether it has no value. */
export function foldNothing({ fold, numbers, codes, absence }: Folded, { from, to }: Members, length: number): boolean {
  if (typeof fold !== 'string') {
    numbers.fill(foldBy(fold, new Float64Array(0), 0), 0, length);
    return false;
  }
  if (fold === 'all') for (let row = 0; row < length; row++) codes[row] = from[row] === to[row] ? 1 : 0;
  else if (fold === 'any' || fold === 'first') codes.fill(0, 0, length);
  else numbers.fill(0, 0, length);
  const isAbsent = isAbsentOfNothing(fold);
  if (isAbsent) absence.fill(isMissing, 0, length);
  return isAbsent;
}

/**
 * Folds the chosen members of each row; returns whether a row has no value. `repeats`: several rows may have the same
 * members.
 */
export function foldRows(folded: Folded, batch: Batch, chosen: Chosen, repeats: boolean, scratch: Scratch): boolean {
  const { fold, numbers, codes, absence } = folded;
  const { firstRow, rows, ids } = batch;
  const first = placesOf(batch.from, chosen.before, rows, scratch);
  const last = placesOf(batch.to, chosen.before, rows, scratch);
  switch (fold) {
    case 'any':
      areAny(first, last, codes, firstRow, rows);
      return false;
    case 'all':
      areAll(first, last, batch.from, batch.to, codes, firstRow, rows);
      return false;
    case 'count':
      counts(first, last, numbers, firstRow, rows);
      return false;
    case 'first':
      if (chosen.places === undefined) firstOfAll(first, last, ids, codes, firstRow, rows);
      else firstChosen(first, last, ids, chosen.places, codes, firstRow, rows);
      return false;
    default: {
      const earlier = scratch.codes(rows);
      if (repeats) findEarlier(first, last, earlier, rows, scratch);
      else earlier.fill(-1, 0, rows);
      if (typeof fold !== 'string') {
        collectEach(fold, first, last, chosen.values, earlier, numbers, firstRow, rows);
        return false;
      }
      folds[fold](first, last, chosen.values, earlier, numbers, firstRow, rows);
      return isAbsentOfNothing(fold) && markEmpty(first, last, absence, firstRow, rows);
    }
  }
}

function placesOf(places: Int32Array, before: Int32Array | undefined, rows: number, scratch: Scratch): Int32Array {
  const into = scratch.codes(rows);
  if (before === undefined) for (let i = 0; i < rows; i++) into[i] = places[i];
  else for (let i = 0; i < rows; i++) into[i] = before[places[i]];
  return into;
}

/** For each row an earlier one with the same members, -1 for the first. */
function findEarlier(first: Int32Array, last: Int32Array, earlier: Int32Array, rows: number, scratch: Scratch): void {
  let end = 0;
  for (let i = 0; i < rows; i++) end = Math.max(end, last[i]);
  const rowAt = scratch.codes(end + 1);
  rowAt.fill(-1, 0, end + 1);
  for (let i = 0; i < rows; i++) {
    const known = rowAt[first[i]];
    earlier[i] = known >= 0 && last[known] === last[i] ? known : -1;
    if (earlier[i] < 0 && first[i] !== last[i]) rowAt[first[i]] = i;
  }
}

function areAny(first: Int32Array, last: Int32Array, into: Int32Array, firstRow: number, rows: number): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] > first[i] ? 1 : 0;
}

function areAll(
  first: Int32Array,
  last: Int32Array,
  from: Int32Array,
  to: Int32Array,
  into: Int32Array,
  firstRow: number,
  rows: number,
): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] - first[i] === to[i] - from[i] ? 1 : 0;
}

function counts(first: Int32Array, last: Int32Array, into: Float64Array, firstRow: number, rows: number): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] - first[i];
}

function firstOfAll(
  first: Int32Array,
  last: Int32Array,
  ids: Int32Array,
  into: Int32Array,
  firstRow: number,
  rows: number,
): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] > first[i] ? ids[first[i]] : 0;
}

function firstChosen(
  first: Int32Array,
  last: Int32Array,
  ids: Int32Array,
  places: Int32Array,
  into: Int32Array,
  firstRow: number,
  rows: number,
): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] > first[i] ? ids[places[first[i]]] : 0;
}

function markEmpty(first: Int32Array, last: Int32Array, into: Uint8Array, firstRow: number, rows: number): boolean {
  let count = 0;
  for (let i = 0; i < rows; i++) {
    const how = first[i] === last[i] ? isMissing : 0;
    into[firstRow + i] = how;
    count += how;
  }
  return count > 0;
}

type FoldLoop = (
  first: Int32Array,
  last: Int32Array,
  values: Float64Array,
  earlier: Int32Array,
  into: Float64Array,
  firstRow: number,
  rows: number,
) => void;

/** The values of each row are put into one array, which the fold may change but not keep. */
function collectEach(
  aggregator: Aggregator,
  first: Int32Array,
  last: Int32Array,
  values: Float64Array,
  earlier: Int32Array,
  into: Float64Array,
  firstRow: number,
  rows: number,
): void {
  const given = new Float64Array(longest(first, last, rows));
  const views: (Float64Array | undefined)[] = [];
  for (let i = 0; i < rows; i++) {
    if (earlier[i] >= 0) {
      into[firstRow + i] = into[firstRow + earlier[i]];
      continue;
    }
    const count = last[i] - first[i];
    for (let k = 0; k < count; k++) given[k] = values[first[i] + k];
    into[firstRow + i] = foldBy(aggregator, (views[count] ??= given.subarray(0, count)), count);
  }
}

function longest(first: Int32Array, last: Int32Array, rows: number): number {
  let most = 0;
  for (let i = 0; i < rows; i++) most = Math.max(most, last[i] - first[i]);
  return most;
}

/**
 * Sums run upward from 0 in the order of the members: another order would be another sum. Integers wrap, in any order.
 */
const folds: Record<Exclude<Fold, 'any' | 'all' | 'count' | 'first'>, FoldLoop> = {
  integerSum: (first, last, values, earlier, into, firstRow, rows) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] >= 0) sum = into[firstRow + earlier[i]];
      else for (let k = first[i]; k < last[i]; k++) sum = (sum + values[k]) | 0;
      into[firstRow + i] = sum;
    }
  },
  integerMean: (first, last, values, earlier, into, firstRow, rows) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] < 0) for (let k = first[i]; k < last[i]; k++) sum = (sum + values[k]) | 0;
      into[firstRow + i] = earlier[i] >= 0 ? into[firstRow + earlier[i]] : (sum / Math.max(1, last[i] - first[i])) | 0;
    }
  },
  sum: (first, last, values, earlier, into, firstRow, rows) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] >= 0) sum = into[firstRow + earlier[i]];
      else for (let k = first[i]; k < last[i]; k++) sum += values[k];
      into[firstRow + i] = sum;
    }
  },
  mean: (first, last, values, earlier, into, firstRow, rows) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] < 0) for (let k = first[i]; k < last[i]; k++) sum += values[k];
      into[firstRow + i] = earlier[i] >= 0 ? into[firstRow + earlier[i]] : sum / (last[i] - first[i]);
    }
  },
  least: (first, last, values, earlier, into, firstRow, rows) => {
    for (let i = 0; i < rows; i++) {
      let best = values[first[i]];
      if (earlier[i] >= 0) best = into[firstRow + earlier[i]];
      else for (let k = first[i] + 1; k < last[i]; k++) best = values[k] < best ? values[k] : best;
      into[firstRow + i] = best;
    }
  },
  greatest: (first, last, values, earlier, into, firstRow, rows) => {
    for (let i = 0; i < rows; i++) {
      let best = values[first[i]];
      if (earlier[i] >= 0) best = into[firstRow + earlier[i]];
      else for (let k = first[i] + 1; k < last[i]; k++) best = values[k] > best ? values[k] : best;
      into[firstRow + i] = best;
    }
  },
};
