import { placeKind } from '../components/place-kind.js';
import type { WorldState } from '../components/state.js';
import type { MaskedPositions, Scratch } from './scratch.js';
import type { IdList } from './indexes.js';
import type { LaneGraph } from '../components/lanes.js';

/** Above every path. */
export const unreached = 0x7fffffff;

/**
 * Jumps from the nearest object to every node, by place in the lane graph, up to `most`; `unreached` beyond. `holders`
 * are at a node, or on a lane and so at both ends. `into` and `queue` have room for all nodes.
 */
export function reachFrom(
  state: WorldState,
  graph: LaneGraph,
  holders: Int32Array,
  length: number,
  most: number,
  into: Int32Array,
  queue: Int32Array,
): void {
  const nodes = graph.nodes.length;
  into.fill(unreached, 0, nodes);
  const { place, end, otherEnd } = state;
  const { placeOf, start, neighbours } = graph;
  let met = 0;
  const meet = (at: number, jumps: number) => {
    if (into[at] !== unreached) return;
    into[at] = jumps;
    queue[met++] = at;
  };
  for (let i = 0; i < length; i++) {
    const holder = holders[i];
    if (place[holder] === placeKind.node) {
      meet(placeOf[end[holder]], 0);
    } else if (place[holder] === placeKind.lane) {
      meet(placeOf[end[holder]], 0);
      meet(placeOf[otherEnd[holder]], 0);
    }
  }
  for (let i = 0; i < met; i++) {
    const jumps = into[queue[i]] + 1;
    if (jumps > most) return;
    for (let k = start[queue[i]]; k < start[queue[i] + 1]; k++) meet(neighbours[k], jumps);
  }
}

/** Positions in a set by place, in a uniform grid. Objects that are nowhere are left out. */
export interface Grid {
  readonly left: number;
  readonly top: number;
  /** Cells per unit of length. */
  readonly scale: number;
  readonly across: number;
  readonly down: number;
  /** Rounding error of its corner and sides of cells. */
  readonly slack: number;
  /** By cell, with the end. */
  readonly start: Int32Array;
  readonly positions: Int32Array;
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** Relative: a point at a radius may lie in the next cell. */
const rounding = 1e-12;
/** More cells per object cost more to clear than they save. */
const cellsPerObject = 4;

/** Cells have about the given side. Reuses the arrays of `before`. */
export function createGrid(state: WorldState, set: IdList, side: number, scratch: Scratch, before?: Grid): Grid {
  const mark = scratch.mark();
  const placed = placesOf(state, set, scratch);
  const { left, top, width, height, length } = placed;
  const cells = cellsPerObject * length + 64;
  // A line or a point has no area; then the longer edge alone bounds the side of a cell.
  const least = Math.max(Math.sqrt((width / cells) * height), Math.max(width, height) / cells);
  const scale = 1 / Math.max(side, least, Number.MIN_VALUE * 2 ** 60);
  const across = cellAt(width, scale, cells) + 1;
  const down = cellAt(height, scale, cells) + 1;
  const limit = across * down;
  const room =
    before !== undefined && before.positions.length >= length && before.start.length > limit
      ? before
      : roomFor(length, limit);
  // Separately, because the sum of extremes is not finite.
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
 * Writes positions within `radius`, and in `some` where given, to `into`, which has room for all; returns their number.
 * `most`: the largest square distance.
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
    // The last row also has all positions beyond it.
    const beyond = row === down - 1 ? 0 : y - top - (row + 1) / scale;
    const half = halfWidth(reach, Math.max(top + row / scale - y, beyond, slack) - slack);
    const from = start[row * across + cellAt(x - half - left, scale, across - 1)];
    const to = start[row * across + cellAt(x + half - left, scale, across - 1) + 1];
    // A call per row would cost more than its contents.
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

/** Between these, and with coordinates below the larger, squares are exact enough for a grid. */
const smallestRadius = 1e-100;
const largestRadius = 1e100;

/** Other radii are measured pair by pair. */
export function isOrdinaryRadius(radius: number): boolean {
  return radius > smallestRadius && radius < largestRadius;
}

export function isOrdinaryCoordinate(at: number): boolean {
  return Math.abs(at) < largestRadius;
}

/**
 * The largest number whose square root is at most (or below) a radius: comparing squares with it is exact, because
 * rounded roots are monotonic.
 */
export function largestSquare(radius: number, below: boolean): number {
  const fits = (square: number) => (below ? Math.sqrt(square) < radius : Math.sqrt(square) <= radius);
  let square = radius * radius;
  if (square === Infinity) return fits(Infinity) ? Infinity : Number.MAX_VALUE;
  // From fast, large steps to exact, small ones.
  let step = square * 2 ** -50 + Number.MIN_VALUE;
  while (!fits(square)) square -= step;
  while (step > 0) {
    const next = square + step;
    if (next > square && fits(next)) square = next;
    else step = next > square && step > Number.MIN_VALUE ? step / 2 : 0;
  }
  return square;
}

/** Of a circle at a distance from its centre, with a margin for rounding. */
function halfWidth(reach: number, away: number): number {
  return Math.min(reach, Math.sqrt(Math.max(0, reach * reach - away * away)) + reach * 1e-6);
}

/** Clamped to the grid. */
function cellAt(offset: number, scale: number, last: number): number {
  const cell = offset * scale;
  return cell >= last ? last : cell > 0 ? cell | 0 : 0;
}

type Placed = ReturnType<typeof placesOf>;

function placesOf(state: WorldState, set: IdList, scratch: Scratch) {
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
