import { placeKind } from '../components/nodes.js';
import type { WorldState } from '../components/state.js';
import type { Scratch } from './scratch.js';
import type { IdList } from './indexes.js';
import type { MaskedPositions } from './masked-positions.js';

/**
 * Positions of an own set by where its objects are: a uniform grid over the box that they lie in. What is nowhere is
 * left out.
 */
export interface Grid {
  readonly left: number;
  readonly top: number;
  /** Cells to the unit of length, and in a row and column. */
  readonly scale: number;
  readonly across: number;
  readonly down: number;
  /** What rounding may do to its corner and to the sides of its cells. */
  readonly slack: number;
  /** Where each cell begins in the arrays below; one more at the end. */
  readonly start: Int32Array;
  readonly positions: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/**
 * What is measured to lie at a radius may by rounding lie a little beyond, and in the cell beside: so much of each
 * number.
 */
const rounding = 1e-12;
/** More cells than this for each object would cost more to clear than they save. */
const cellsPerObject = 4;

/**
 * Sorts a set into cells of about the side that is given, into the arrays of a grid that is no longer needed where they
 * are large enough.
 */
export function createGrid(state: WorldState, set: IdList, side: number, scratch: Scratch, before?: Grid): Grid {
  const mark = scratch.mark();
  const placed = placesOf(state, set, scratch);
  const { left, top, width, height, length } = placed;
  const cells = cellsPerObject * length + 64;
  // A box that is a line or a point has no area; the side of a cell is then bounded by the longer edge alone.
  const least = Math.max(Math.sqrt((width / cells) * height), Math.max(width, height) / cells);
  const scale = 1 / Math.max(side, least, Number.MIN_VALUE * 2 ** 60);
  const across = cellAt(width, scale, cells) + 1;
  const down = cellAt(height, scale, cells) + 1;
  const limit = across * down;
  const room =
    before !== undefined && before.positions.length >= length && before.start.length > limit
      ? before
      : roomFor(length, limit);
  // Each by itself, for the sum of the farthest would not be finite.
  const slack = rounding * Math.abs(left) + rounding * Math.abs(top) + (rounding * (across + down)) / scale;
  const grid: Grid = {
    left,
    top,
    scale,
    across,
    down,
    slack,
    start: room.start,
    positions: room.positions,
    x: room.x,
    y: room.y,
  };
  sortIntoCells(grid, placed, scratch.codes(length), scratch.codes(limit), limit);
  scratch.release(mark);
  return grid;
}

function roomFor(length: number, limit: number): Pick<Grid, 'start' | 'positions' | 'x' | 'y'> {
  const room = 2 * length;
  return {
    start: new Int32Array(2 * limit + 1),
    positions: new Int32Array(room),
    x: new Float64Array(room),
    y: new Float64Array(room),
  };
}

function sortIntoCells(
  { left, top, scale, across, down, start, positions, x, y }: Grid,
  placed: Placed,
  cellOf: Int32Array,
  next: Int32Array,
  limit: number,
): void {
  const { length } = placed;
  start.fill(0, 0, limit + 1);
  for (let i = 0; i < length; i++) {
    const cell = cellAt(placed.y[i] - top, scale, down - 1) * across + cellAt(placed.x[i] - left, scale, across - 1);
    cellOf[i] = cell;
    start[cell + 1]++;
  }
  for (let cell = 0; cell < limit; cell++) {
    next[cell] = start[cell];
    start[cell + 1] += start[cell];
  }
  for (let i = 0; i < length; i++) {
    const at = next[cellOf[i]]++;
    positions[at] = placed.positions[i];
    x[at] = placed.x[i];
    y[at] = placed.y[i];
  }
}

/**
 * Writes the positions of what lies within `radius` of a point, and is among `some` where they are given, to `into`,
 * which has room for the whole set; returns how many.
 * `most` is the largest square that counts as near.
 */
export function nearIn(
  grid: Grid,
  x: number,
  y: number,
  radius: number,
  most: number,
  some: MaskedPositions | undefined,
  into: Int32Array,
): number {
  const { across, down, scale, left, top, start } = grid;
  const slack = grid.slack + rounding * radius + rounding * Math.abs(x) + rounding * Math.abs(y);
  const reach = radius + slack;
  const firstY = cellAt(y - reach - top, scale, down - 1);
  const lastY = cellAt(y + reach - top, scale, down - 1);
  const { x: xs, y: ys, positions } = grid;
  const words = some?.words;
  const bit = some?.bit ?? 0;
  let count = 0;
  for (let row = firstY; row <= lastY; row++) {
    // The last row holds whatever lies beyond it.
    const beyond = row === down - 1 ? 0 : y - top - (row + 1) / scale;
    const half = halfWidth(reach, Math.max(top + row / scale - y, beyond, slack) - slack);
    const from = start[row * across + cellAt(x - half - left, scale, across - 1)];
    const to = start[row * across + cellAt(x + half - left, scale, across - 1) + 1];
    // A call for each row would cost more than what there is in a row.
    if (words === undefined) {
      for (let i = from; i < to; i++) {
        const dx = xs[i] - x;
        const dy = ys[i] - y;
        into[count] = positions[i];
        count += dx * dx + dy * dy <= most ? 1 : 0;
      }
    } else {
      for (let i = from; i < to; i++) {
        const dx = xs[i] - x;
        const dy = ys[i] - y;
        const position = positions[i];
        into[count] = position;
        count += (dx * dx + dy * dy <= most ? 1 : 0) & (words[position] >>> bit);
      }
    }
  }
  return count;
}

/**
 * Between these, and with coordinates below the larger, squares of radii and differences are as exact as a grid relies
 * on.
 */
const smallestRadius = 1e-100;
const largestRadius = 1e100;

/** Whether a grid finds what is within a radius; others are measured pair by pair. */
export function isOrdinaryRadius(radius: number): boolean {
  return radius > smallestRadius && radius < largestRadius;
}

/** Whether a grid can hold what is at a coordinate. */
export function isOrdinaryCoordinate(at: number): boolean {
  return Math.abs(at) < largestRadius;
}

/**
 * The largest number whose square root is at most (or below) a radius from 0 up. Roots are rounded, so it can be a few
 * steps beyond the square; comparing squares with it is then exact: roots rise with what they are of, also when
 * rounded.
 */
export function largestSquare(radius: number, below: boolean): number {
  const fits = (square: number): boolean => (below ? Math.sqrt(square) < radius : Math.sqrt(square) <= radius);
  let square = radius * radius;
  if (square === Infinity) return fits(Infinity) ? Infinity : Number.MAX_VALUE;
  // Far apart to be quick, near together to be exact.
  let step = square * 2 ** -50 + Number.MIN_VALUE;
  while (!fits(square)) square -= step;
  while (step > 0) {
    const next = square + step;
    if (next > square && fits(next)) square = next;
    else step = next > square && step > Number.MIN_VALUE ? step / 2 : 0;
  }
  return square;
}

/**
 * How far to each side a circle reaches in a band of cells that begins so far from its centre; a little more, for what
 * rounding may do.
 */
function halfWidth(reach: number, away: number): number {
  return Math.min(reach, Math.sqrt(Math.max(0, reach * reach - away * away)) + reach * 1e-6);
}

/** The cell that an offset falls into, held within the grid. */
function cellAt(offset: number, scale: number, last: number): number {
  const cell = offset * scale;
  return cell >= last ? last : cell > 0 ? cell | 0 : 0;
}

interface Placed {
  readonly length: number;
  readonly positions: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function placesOf(state: WorldState, set: IdList, scratch: Scratch): Placed {
  const { place, parent, x: allX, y: allY } = state;
  const { ids } = set;
  const positions = scratch.codes(set.length);
  const x = scratch.numbers(set.length);
  const y = scratch.numbers(set.length);
  let [length, left, top, right, bottom] = [0, Infinity, Infinity, -Infinity, -Infinity];
  for (let position = 0; position < set.length; position++) {
    let holder = ids[position];
    while (holder !== 0 && place[holder] === placeKind.inherited) holder = parent[holder];
    if (holder === 0) continue;
    const hx = allX[holder];
    const hy = allY[holder];
    positions[length] = position;
    x[length] = hx;
    y[length++] = hy;
    if (hx < left) left = hx;
    if (hx > right) right = hx;
    if (hy < top) top = hy;
    if (hy > bottom) bottom = hy;
  }
  return {
    length,
    positions,
    x,
    y,
    left: length === 0 ? 0 : left,
    top: length === 0 ? 0 : top,
    width: length === 0 ? 0 : right - left,
    height: length === 0 ? 0 : bottom - top,
  };
}
