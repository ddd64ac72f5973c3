import type { Members } from './evaluator.js';
import { isMissing } from './rows.js';
import type { Aggregator } from '../../model/model.js';
import {
  type Fold,
  type Picking,
  type RankOrder,
  addWeights,
  foldBy,
  isAbsentOfNothing,
  isPicking,
  placeIn,
  weightedPlace,
} from '../ops/range.js';
import type { Chosen } from './chosen.js';
import type { IsAfter } from './first-places.js';
import type { Scratch } from '../../indexes/scratch.js';

export interface Folded {
  readonly fold: Fold | Aggregator | Picking;
  /** By row, what a choice looks by: a place, an object, or a draw; else empty. */
  readonly given: Float64Array;
  readonly numbers: Float64Array;
  readonly codes: Int32Array;
  readonly absence: Uint8Array;
}

export interface Batch extends Members {
  readonly firstRow: number;
  readonly rows: number;
}

/** The chosen members of each row: from `first` to before `last`. */
interface Spans extends Pick<Batch, 'firstRow' | 'rows'> {
  readonly first: Int32Array;
  readonly last: Int32Array;
}

/** Returns whether it has no value. */
export function foldNothing({ fold, numbers, codes, absence }: Folded, { from, to }: Members, length: number): boolean {
  if (isPicking(fold)) {
    if (fold.pick === 'indexOf') numbers.fill(-1, 0, length);
    else codes.fill(0, 0, length);
    return false;
  }
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

/** Returns whether a row has no value. `repeats`: several rows may have the same members. */
export function foldRows(folded: Folded, batch: Batch, chosen: Chosen, repeats: boolean, scratch: Scratch): boolean {
  const { fold, numbers, codes, absence } = folded;
  const { firstRow, rows, ids } = batch;
  const first = placesOf(batch.from, chosen.before, rows, scratch);
  const last = placesOf(batch.to, chosen.before, rows, scratch);
  const spans: Spans = { first, last, firstRow, rows };
  if (isPicking(fold)) {
    pickEach(folded, fold, spans, ids, chosen, repeats, scratch);
    return false;
  }
  switch (fold) {
    case 'any':
      areAny(spans, codes);
      return false;
    case 'all':
      areAll(spans, batch.from, batch.to, codes);
      return false;
    case 'count':
      counts(spans, numbers);
      return false;
    case 'first':
      if (chosen.places === undefined) firstOfAll(spans, ids, codes);
      else firstChosen(spans, ids, chosen.places, codes);
      return false;
    default: {
      const earlier = scratch.codes(rows);
      if (repeats) findEarlier(spans, earlier, scratch);
      else earlier.fill(-1, 0, rows);
      if (typeof fold !== 'string') {
        collectEach(fold, spans, chosen.values, earlier, numbers);
        return false;
      }
      folds[fold](spans, chosen.values, earlier, numbers);
      return isAbsentOfNothing(fold) && markEmpty(spans, absence);
    }
  }
}

/** One member of each row, or the place of an object among those chosen. */
function pickEach(
  { given, codes, numbers }: Folded,
  { pick }: Picking,
  spans: Spans,
  ids: Int32Array,
  { places, keys = [] }: Chosen,
  repeats: boolean,
  scratch: Scratch,
): void {
  const of = places ?? ids;
  const isDirect = places === undefined;
  switch (pick) {
    case 'at':
      return pickAt(spans, ids, of, isDirect, given, codes);
    case 'indexOf':
      return findIn(spans, ids, of, isDirect, given, numbers);
    default: {
      const earlier = scratch.codes(spans.rows);
      if (repeats) findEarlier(spans, earlier, scratch);
      else earlier.fill(-1, 0, spans.rows);
      if (pick === 'weighted') pickWeighted(spans, ids, of, isDirect, keys[0], earlier, given, codes, scratch);
      else pickBest(spans, ids, of, isDirect, keys, pick, earlier, codes);
    }
  }
}

function pickAt(
  { first, last, firstRow, rows }: Spans,
  ids: Int32Array,
  of: Int32Array,
  isDirect: boolean,
  given: Float64Array,
  into: Int32Array,
): void {
  for (let i = 0; i < rows; i++) {
    const count = last[i] - first[i];
    const place = placeIn(given[firstRow + i], count);
    const at = first[i] + place;
    into[firstRow + i] = place === count ? 0 : isDirect ? ids[at] : ids[of[at]];
  }
}

function findIn(
  { first, last, firstRow, rows }: Spans,
  ids: Int32Array,
  of: Int32Array,
  isDirect: boolean,
  given: Float64Array,
  into: Float64Array,
): void {
  for (let i = 0; i < rows; i++) {
    const wanted = given[firstRow + i];
    let at = first[i];
    while (at < last[i] && (isDirect ? ids[at] : ids[of[at]]) !== wanted) at++;
    into[firstRow + i] = at < last[i] ? at - first[i] : -1;
  }
}

function pickBest(
  { first, last, firstRow, rows }: Spans,
  ids: Int32Array,
  of: Int32Array,
  isDirect: boolean,
  keys: readonly Float64Array[],
  order: RankOrder,
  earlier: Int32Array,
  into: Int32Array,
): void {
  const [main, ...others] = keys;
  const isLeast = order === 'least';
  for (let i = 0; i < rows; i++) {
    if (earlier[i] >= 0) {
      into[firstRow + i] = into[firstRow + earlier[i]];
      continue;
    }
    let best = first[i];
    for (let k = best + 1; k < last[i]; k++) {
      const isBetter = main[k] === main[best] ? isBefore(others, k, best, isLeast) : main[k] < main[best] === isLeast;
      if (isBetter) best = k;
    }
    into[firstRow + i] = best === last[i] ? 0 : isDirect ? ids[best] : ids[of[best]];
  }
}

/** By the first keys that differ. */
function isBefore(keys: readonly Float64Array[], a: number, b: number, isLeast: boolean): boolean {
  for (const key of keys) if (key[a] !== key[b]) return key[a] < key[b] === isLeast;
  return false;
}

/** Of equal ones the later. */
export function laterBy(keys: readonly Float64Array[], isLeast: boolean): IsAfter {
  return (a, b) => isBefore(keys, b, a, isLeast) || (!isBefore(keys, a, b, isLeast) && a > b);
}

function pickWeighted(
  { first, last, firstRow, rows }: Spans,
  ids: Int32Array,
  of: Int32Array,
  isDirect: boolean,
  weights: Float64Array,
  earlier: Int32Array,
  given: Float64Array,
  into: Int32Array,
  scratch: Scratch,
): void {
  let end = 0;
  for (let i = 0; i < rows; i++) end = Math.max(end, last[i]);
  const sums = scratch.numbers(end);
  for (let i = 0; i < rows; i++) {
    if (earlier[i] < 0) addWeights(weights, first[i], last[i], sums);
    if (first[i] === last[i] || !(sums[last[i] - 1] > 0)) {
      into[firstRow + i] = 0;
      continue;
    }
    const at = weightedPlace(sums, first[i], last[i], given[firstRow + i]);
    into[firstRow + i] = isDirect ? ids[at] : ids[of[at]];
  }
}

function placesOf(places: Int32Array, before: Int32Array | undefined, rows: number, scratch: Scratch): Int32Array {
  if (before === undefined) return places;
  const into = scratch.codes(rows);
  for (let i = 0; i < rows; i++) into[i] = before[places[i]];
  return into;
}

/** For each row an earlier one with the same members, -1 for the first. */
function findEarlier({ first, last, rows }: Spans, earlier: Int32Array, scratch: Scratch): void {
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

function areAny({ first, last, firstRow, rows }: Spans, into: Int32Array): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] > first[i] ? 1 : 0;
}

function areAll({ first, last, firstRow, rows }: Spans, from: Int32Array, to: Int32Array, into: Int32Array): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] - first[i] === to[i] - from[i] ? 1 : 0;
}

function counts({ first, last, firstRow, rows }: Spans, into: Float64Array): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] - first[i];
}

function firstOfAll({ first, last, firstRow, rows }: Spans, ids: Int32Array, into: Int32Array): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] > first[i] ? ids[first[i]] : 0;
}

function firstChosen(
  { first, last, firstRow, rows }: Spans,
  ids: Int32Array,
  places: Int32Array,
  into: Int32Array,
): void {
  for (let i = 0; i < rows; i++) into[firstRow + i] = last[i] > first[i] ? ids[places[first[i]]] : 0;
}

function markEmpty({ first, last, firstRow, rows }: Spans, into: Uint8Array): boolean {
  let count = 0;
  for (let i = 0; i < rows; i++) {
    const how = first[i] === last[i] ? isMissing : 0;
    into[firstRow + i] = how;
    count += how;
  }
  return count > 0;
}

type FoldLoop = (spans: Spans, values: Float64Array, earlier: Int32Array, into: Float64Array) => void;

/** The values of each row are put into one array, which the fold may change but not keep. */
function collectEach(
  aggregator: Aggregator,
  spans: Spans,
  values: Float64Array,
  earlier: Int32Array,
  into: Float64Array,
): void {
  const { first, last, firstRow, rows } = spans;
  const given = new Float64Array(longest(spans));
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

function longest({ first, last, rows }: Spans): number {
  let most = 0;
  for (let i = 0; i < rows; i++) most = Math.max(most, last[i] - first[i]);
  return most;
}

/**
 * Sums run upward from 0 in the order of the members: another order would be another sum. Integers wrap, in any order.
 */
const folds: Record<Exclude<Fold, 'any' | 'all' | 'count' | 'first'>, FoldLoop> = {
  integerSum: ({ first, last, firstRow, rows }, values, earlier, into) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] >= 0) sum = into[firstRow + earlier[i]];
      else for (let k = first[i]; k < last[i]; k++) sum = (sum + values[k]) | 0;
      into[firstRow + i] = sum;
    }
  },
  integerMean: ({ first, last, firstRow, rows }, values, earlier, into) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] < 0) for (let k = first[i]; k < last[i]; k++) sum = (sum + values[k]) | 0;
      into[firstRow + i] = earlier[i] >= 0 ? into[firstRow + earlier[i]] : (sum / Math.max(1, last[i] - first[i])) | 0;
    }
  },
  sum: ({ first, last, firstRow, rows }, values, earlier, into) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] >= 0) sum = into[firstRow + earlier[i]];
      else for (let k = first[i]; k < last[i]; k++) sum += values[k];
      into[firstRow + i] = sum;
    }
  },
  mean: ({ first, last, firstRow, rows }, values, earlier, into) => {
    for (let i = 0; i < rows; i++) {
      let sum = 0;
      if (earlier[i] < 0) for (let k = first[i]; k < last[i]; k++) sum += values[k];
      into[firstRow + i] = earlier[i] >= 0 ? into[firstRow + earlier[i]] : sum / (last[i] - first[i]);
    }
  },
  least: ({ first, last, firstRow, rows }, values, earlier, into) => {
    for (let i = 0; i < rows; i++) {
      let best = values[first[i]];
      if (earlier[i] >= 0) best = into[firstRow + earlier[i]];
      else for (let k = first[i] + 1; k < last[i]; k++) best = values[k] < best ? values[k] : best;
      into[firstRow + i] = best;
    }
  },
  greatest: ({ first, last, firstRow, rows }, values, earlier, into) => {
    for (let i = 0; i < rows; i++) {
      let best = values[first[i]];
      if (earlier[i] >= 0) best = into[firstRow + earlier[i]];
      else for (let k = first[i] + 1; k < last[i]; k++) best = values[k] > best ? values[k] : best;
      into[firstRow + i] = best;
    }
  },
};
