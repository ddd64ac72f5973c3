import type { Vector } from '../../eval/columns/vector.js';
import type { Answers } from '../../match/select/answers.js';
import type { Writable } from './writable.js';

/** Sums of whole numbers are exact, in whatever order, while nothing reaches 2^53. */
const farthest = 2 ** 52;

/**
 * Adds to each target the sum of the amounts of all sources that share its answer, instead of one amount after the
 * other: only where all amounts and all cells are whole numbers so small that every order of adding gives the same.
 * Returns whether it did; if not, no cell has changed.
 */
export function addSums(
  cells: Float64Array,
  { numbers, absence }: Vector,
  rows: number,
  { groupOf, groups }: Answers,
  { start, end, ids }: Writable,
): boolean {
  const sums = new Float64Array(groups);
  let total = 0;
  for (let row = 0; row < rows; row++) {
    const group = groupOf[row];
    if (group < 0 || (absence !== undefined && absence[row] !== 0)) continue;
    const amount = numbers[row];
    if (!Number.isInteger(amount)) return false;
    total += Math.abs(amount);
    sums[group] += amount;
  }
  if (total >= farthest || !areSmallIntegers(cells, ids, groups === 0 ? 0 : end[groups - 1])) return false;
  for (let group = 0; group < groups; group++)
    if (sums[group] !== 0) addTo(cells, sums[group], ids, start[group], end[group]);
  return true;
}

function addTo(cells: Float64Array, amount: number, ids: Int32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) cells[ids[i]] += amount;
}

function areSmallIntegers(cells: Float64Array, ids: Int32Array, length: number): boolean {
  let others = 0;
  for (let i = 0; i < length; i++) {
    const value = cells[ids[i]];
    others += Math.floor(value) === value && Math.abs(value) < farthest ? 0 : 1;
  }
  return others === 0;
}
