import type { ColumnArray } from '../../kernel/arena.js';
import type { Column } from '../../components/model.js';
import { asStored } from '../../components/cells.js';
import { modified } from '../effects/modification.js';
import type { Modification } from '../rule.js';

/** Writes to many cells of one column. Each returns whether something was not finite; the caller then runs the turn again in strict order. */

/** One amount for all targets: the commonest write by far, so sums into 64-bit columns have a loop of their own. */
export function writeSame(cells: ColumnArray, column: Column, modification: Modification, amount: number, ids: Int32Array, from: number, to: number): boolean {
  if (Number.isNaN(amount)) return to > from;
  if (modification === 'add' && cells instanceof Float64Array && amount !== 0) return addSame(cells, amount, ids, from, to);
  let bad = false;
  for (let i = from; i < to; i++) bad = write(cells, column, modification, amount, ids[i]) || bad;
  return bad;
}

/** A sum of two numbers that are not −0 is never −0, so nothing needs to be made canonical. */
function addSame(cells: Float64Array, amount: number, ids: Int32Array, from: number, to: number): boolean {
  // What is not finite stays so through every later sum of the loop, and is seen here at the latest sum.
  let far = 0;
  for (let i = from; i < to; i++) {
    const after = cells[ids[i]] + amount;
    cells[ids[i]] = after;
    far = Math.abs(after) < Infinity ? far : 1;
  }
  return far === 1;
}

/** An amount for each target; those that are absent are left out. */
export function writeEach(
  cells: ColumnArray, column: Column, modification: Modification, amounts: Float64Array, absence: Uint8Array | undefined, ids: Int32Array, from: number, to: number,
): boolean {
  let bad = false;
  for (let i = from; i < to; i++) {
    const row = i - from;
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
