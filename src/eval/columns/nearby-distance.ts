import { distanceBetween } from '../../components/place.js';
import type { WorldState } from '../../components/state.js';
import type { IdList } from '../../indexes/indexes.js';
import { createGrid, isOrdinaryCoordinate, isOrdinaryRadius, largestSquare, nearIn } from '../../indexes/grid.js';
import type { Evaluator } from './evaluator.js';
import { holdersOf } from './holders.js';
import type { BoundedRows } from './nearby-rows.js';
import type { Scratch } from '../../indexes/scratch.js';

/** A grid is worth while when there are so many times more pairs than there are rows and members. */
const pairsForGrid = 32;

/** How a bound says what is near. Squares of differences are compared in any case: a root for each pair costs more. */
interface Measure {
  /** How far a bound reaches; NaN where nothing is near. */
  radius(bound: number): number;
  /** The largest square of a distance within a radius. */
  mostSquare(radius: number): number;
  /** Whether what is on one point of the plane is apart unless it is at one place: see `distanceBetween`. */
  readonly tellsPlaces: boolean;
}

const distances: Measure = {
  radius: (bound) => (bound >= 0 ? bound : NaN),
  mostSquare: (radius) => largestSquare(radius, false),
  tellsPlaces: true,
};
const squares: Measure = { radius: Math.abs, mostSquare: (radius) => radius * radius, tellsPlaces: false };

/** Rows whose distance to a member is at most their bound. */
export function markWithinDistance(rows: BoundedRows, members: IdList, evaluator: Evaluator): void {
  markNear(rows, members, distances, evaluator);
}

/** Rows whose square of the distance to a member is at most that of their bound. */
export function markWithinSquares(rows: BoundedRows, members: IdList, evaluator: Evaluator): void {
  markNear(rows, members, squares, evaluator);
}

/** Members by where they are, each place once; rows look at all of them, or at those in the cells around. */
function markNear(rows: BoundedRows, members: IdList, measure: Measure, evaluator: Evaluator): void {
  const { state, scratch } = evaluator;
  const mark = scratch.mark();
  const spots = distinct(holdersOf(members.ids, members.length, evaluator), members.length, state, scratch);
  const isWorthGrid = rows.count * spots.length > pairsForGrid * (rows.count + spots.length);
  if (isWorthGrid && isOrdinary(rows, spots, measure, state)) lookAround(rows, spots, measure, evaluator);
  else lookAtAll(rows, spots, measure, evaluator);
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

/** Whether a grid answers all rows exactly. */
function isOrdinary(
  { numbers, count, bounds, holders }: BoundedRows,
  spots: IdList,
  measure: Measure,
  { x, y }: WorldState,
): boolean {
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const radius = measure.radius(bounds[row]);
    // What is at one place has equal coordinates, which no rounding takes apart.
    const isAnswered = isOrdinaryRadius(radius) || Number.isNaN(radius) || (radius === 0 && measure.tellsPlaces);
    if (!isAnswered || !isOrdinaryCoordinate(x[holders[row]]) || !isOrdinaryCoordinate(y[holders[row]])) return false;
  }
  for (let i = 0; i < spots.length; i++) {
    if (!isOrdinaryCoordinate(x[spots.ids[i]]) || !isOrdinaryCoordinate(y[spots.ids[i]])) return false;
  }
  return true;
}

function lookAtAll(rows: BoundedRows, { ids, length }: IdList, measure: Measure, { state, scratch }: Evaluator): void {
  const { numbers, count, bounds, holders, into } = rows;
  const { x: allX, y: allY } = state;
  const x = scratch.numbers(length);
  const y = scratch.numbers(length);
  for (let i = 0; i < length; i++) {
    x[i] = allX[ids[i]];
    y[i] = allY[ids[i]];
  }
  const mostSquare = remembering(measure);
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    const radius = measure.radius(bounds[row]);
    if (holder === 0 || Number.isNaN(radius)) continue;
    into[row] =
      radius === 0 && measure.tellsPlaces
        ? isAnyTogether(state, holder, ids, undefined, length)
        : isAnyWithin(allX[holder], allY[holder], mostSquare(radius), x, y, length);
  }
}

/** Most rows have the bound of the row before. */
function remembering(measure: Measure): (radius: number) => number {
  let known = NaN;
  let most = NaN;
  return (radius) => {
    if (radius !== known) most = measure.mostSquare(radius);
    known = radius;
    return most;
  };
}

function isAnyWithin(toX: number, toY: number, most: number, x: Float64Array, y: Float64Array, length: number): 0 | 1 {
  for (let k = 0; k < length; k++) {
    const dx = x[k] - toX;
    const dy = y[k] - toY;
    if (dx * dx + dy * dy <= most) return 1;
  }
  return 0;
}

/** Whether one of some places, or of those at some positions among them, is the place of an object. */
function isAnyTogether(
  state: WorldState,
  holder: number,
  ids: Int32Array,
  positions: Int32Array | undefined,
  length: number,
): 0 | 1 {
  for (let k = 0; k < length; k++) {
    const id = ids[positions === undefined ? k : positions[k]];
    if (state.x[id] === state.x[holder] && distanceBetween(state, id, holder) === 0) return 1;
  }
  return 0;
}

function lookAround(rows: BoundedRows, spots: IdList, measure: Measure, { state, scratch }: Evaluator): void {
  const { numbers, count, bounds, holders, into } = rows;
  let side = 0;
  for (let i = 0; i < count; i++) {
    const radius = measure.radius(bounds[numbers[i]]);
    if (radius > side) side = radius;
  }
  const grid = createGrid(state, spots, side, scratch);
  const near = scratch.codes(spots.length);
  const mostSquare = remembering(measure);
  for (let i = 0; i < count; i++) {
    const row = numbers[i];
    const holder = holders[row];
    const radius = measure.radius(bounds[row]);
    if (holder === 0 || Number.isNaN(radius)) continue;
    const found = nearIn(grid, state.x[holder], state.y[holder], radius, mostSquare(radius), undefined, near);
    into[row] =
      radius === 0 && measure.tellsPlaces ? isAnyTogether(state, holder, spots.ids, near, found) : found > 0 ? 1 : 0;
  }
}
