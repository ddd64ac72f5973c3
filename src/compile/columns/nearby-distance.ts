import type { WorldState } from '../../components/world-state.js';
import type { IdList } from '../indexes/indexes.js';
import { createGrid, nearIn } from '../sets/grid.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import type { BoundedRows } from './nearby-rows.js';
import type { Scratch } from './scratch.js';

/** A grid is worth while when there are so many times more pairs than there are rows and members. */
const pairsForGrid = 32;
/** Between these, and with coordinates below the larger, squares of bounds and differences are as exact as other numbers, which a grid relies on. */
const tiny = 1e-100;
const huge = 1e100;

/** Members by where they are, each place once; rows look at all of them, or at those in the cells around. */
export function markWithinDistance(rows: BoundedRows, members: IdList, evaluator: Evaluator): void {
  const { state, scratch } = evaluator;
  const mark = scratch.mark();
  const spots = distinct(holdersOf(members.ids, members.length, evaluator), members.length, state, scratch);
  if (rows.count * spots.length > pairsForGrid * (rows.count + spots.length) && isOrdinary(rows, spots, state)) lookAround(rows, spots, evaluator);
  else lookAtAll(rows, spots, evaluator);
  scratch.release(mark);
}

/** What has a place, each once. */
function distinct(holders: Int32Array, length: number, { identity }: WorldState, scratch: Scratch): IdList {
  const ids = scratch.codes(length);
  if (length === 1) {
    ids[0] = holders[0];
    return { ids, length: holders[0] === 0 ? 0 : 1 };
  }
  const known = scratch.bytes(identity.kind.length);
  known.fill(0, 0, identity.kind.length);
  known[0] = 1;
  let count = 0;
  for (let i = 0; i < length; i++) {
    const holder = holders[i];
    ids[count] = holder;
    count += 1 - known[holder];
    known[holder] = 1;
  }
  return { ids, length: count };
}

function isOrdinary({ numbers, count, bounds, holders }: BoundedRows, spots: IdList, { x, y }: WorldState): boolean {
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const bound = Math.abs(bounds[row]);
    if (!(bound > tiny && bound < huge && Math.abs(x[holders[row]]) < huge && Math.abs(y[holders[row]]) < huge)) return false;
  }
  for (let i = 0; i < spots.length; i++) if (!(Math.abs(x[spots.ids[i]]) < huge && Math.abs(y[spots.ids[i]]) < huge)) return false;
  return true;
}

function lookAtAll({ numbers, count, bounds, holders, into }: BoundedRows, { ids, length }: IdList, { state, scratch }: Evaluator): void {
  const { x: allX, y: allY } = state;
  const x = scratch.numbers(length);
  const y = scratch.numbers(length);
  for (let i = 0; i < length; i++) {
    x[i] = allX[ids[i]];
    y[i] = allY[ids[i]];
  }
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    if (holder !== 0) into[row] = isAnyWithin(allX[holder], allY[holder], bounds[row] * bounds[row], x, y, length);
  }
}

function isAnyWithin(toX: number, toY: number, most: number, x: Float64Array, y: Float64Array, length: number): 0 | 1 {
  for (let k = 0; k < length; k++) {
    const dx = x[k] - toX;
    const dy = y[k] - toY;
    if (dx * dx + dy * dy <= most) return 1;
  }
  return 0;
}

function lookAround({ numbers, count, bounds, holders, into }: BoundedRows, spots: IdList, { state, scratch }: Evaluator): void {
  let side = 0;
  for (let i = 0; i < count; i++) side = Math.max(side, Math.abs(bounds[numbers[i]]));
  const grid = createGrid(state, spots, side, scratch);
  const near = scratch.codes(spots.length);
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    if (holder === 0) continue;
    const bound = bounds[row];
    into[row] = nearIn(grid, state.x[holder], state.y[holder], Math.abs(bound), bound * bound, undefined, near) > 0 ? 1 : 0;
  }
}
