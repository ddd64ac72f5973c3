import type { ColumnArray } from '../../kernel/arena.js';
import type { Column } from '../../model/model.js';
import { asStored } from '../../components/cells.js';
import { modified } from '../../meaning/effects/modification.js';
import type { Vector } from '../../eval/columns/rows.js';
import type { Modification } from '../../ir/rule.js';
import type { Writable } from './writable.js';

/**
 * Writes to many cells of one column. Where they return something, it is whether a value was not finite; the caller
 * then runs the turn again in strict order.
 */

/** One amount for all targets. */
export function writeSame(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  amount: number,
  ids: Int32Array,
  from: number,
  to: number,
): boolean {
  if (Number.isNaN(amount)) return to > from;
  let bad = false;
  for (let i = from; i < to; i++) bad = write(cells, column, modification, amount, ids[i]) || bad;
  return bad;
}

/**
 * One amount added to 64-bit cells: the commonest write by far. A sum of two numbers that are not both −0 is never −0,
 * and cells never are, so there is nothing to make canonical; what is not finite stays so through later sums, and is
 * looked for when all are made.
 */
export function addSame(cells: Float64Array, amount: number, ids: Int32Array, from: number, to: number): void {
  for (let i = from; i < to; i++) cells[ids[i]] += amount;
}

/** The same for many sources one after the other, each with the targets of its answer. */
export function addRows(
  cells: Float64Array,
  { numbers, absence }: Vector,
  groupOf: Int32Array,
  first: number,
  rows: number,
  { start, end, ids }: Writable,
): void {
  for (let row = 0; row < rows; row++) {
    const group = groupOf[first + row];
    if (group < 0 || (absence !== undefined && absence[row] !== 0)) continue;
    const amount = numbers[row];
    const to = end[group];
    for (let i = start[group]; i < to; i++) cells[ids[i]] += amount;
  }
}

/** For each source the same amount to all targets of its answer. */
export function writeRows(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  { numbers, absence }: Vector,
  groupOf: Int32Array,
  first: number,
  rows: number,
  { start, end, ids }: Writable,
): boolean {
  let bad = false;
  for (let row = 0; row < rows; row++) {
    const group = groupOf[first + row];
    if (group >= 0 && (absence === undefined || absence[row] === 0))
      bad = writeSame(cells, column, modification, numbers[row], ids, start[group], end[group]) || bad;
  }
  return bad;
}

/** Whether the cells of all of these are finite. */
export function areFinite(cells: Float64Array, ids: Int32Array, from: number, to: number): boolean {
  let far = 0;
  for (let i = from; i < to; i++) far += Math.abs(cells[ids[i]]) < Infinity ? 0 : 1;
  return far === 0;
}

/** An amount for each target, the first of them at `first`; those that are absent are left out. */
export function writeEach(
  cells: ColumnArray,
  column: Column,
  modification: Modification,
  { numbers: amounts, absence }: Vector,
  first: number,
  ids: Int32Array,
  from: number,
  to: number,
): boolean {
  let bad = false;
  for (let i = from; i < to; i++) {
    const row = first + i - from;
    if (absence !== undefined && absence[row] !== 0) continue;
    bad = Number.isNaN(amounts[row]) || write(cells, column, modification, amounts[row], ids[i]) || bad;
  }
  return bad;
}

function write(cells: ColumnArray, column: Column, modification: Modification, amount: number, id: number): boolean {
  const after = asStored(column, modified(modification, cells[id], amount));
  cells[id] = after;
  return !Number.isFinite(after);
}
