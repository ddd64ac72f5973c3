import { ancestorOfKind } from '../components/attachment.js';
import { placeHolder } from '../components/place.js';
import { placeKind } from '../components/place-kind.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import type { Grid, Neighbourhood } from '../model/connection.js';
import type { Model } from '../model/model.js';
import { kindsAbove } from '../model/kinds-above.js';
import { type Memo, byNumber, fact, kindStamp, memo } from '../model/stamps.js';

/** Cells of grids: which object is at each, and which are around one. Follows from population and places. */

declare module '../components/state.js' {
  interface Derived {
    gridCells?: ((grid: number) => Memo<Int32Array>) | undefined;
    gridIndex?: ((grid: number) => Memo<GridIndex>) | undefined;
    /** Of the model alone. */
    gridBalls?: ((number: number) => Int32Array) | undefined;
  }
}

/** Of neighbourhoods in expressions; larger distances count as this one. */
export const farthestNear = 100;

/** The id of the object at column x and row y at `y * width + x`, the lowest of several, 0 for none. */
export function gridCells(state: WorldState, grid: number): Int32Array {
  const all = (state.derived.gridCells ??= byNumber((each) =>
    memo(state.stamps, stampsOfGrid(state.model, each), () => cellsOfGrid(state, each)),
  ));
  return all(grid).get();
}

/** Of what the cells of a grid follow from: objects of other kinds may move without a change. */
export function stampsOfGrid(model: Model, grid: number): readonly number[] {
  const { kind } = model.grids[grid];
  return [
    kindStamp(fact.population, kind),
    ...[kind, ...kindsAbove(model, kind)].map((each) => kindStamp(fact.place, each)),
  ];
}

function cellsOfGrid(state: WorldState, grid: number): Int32Array {
  const { kind, width, height } = state.model.grids[grid];
  const cells = new Int32Array(width * height);
  const kinds = state.identity.kind;
  for (let id = idLimit(state.identity) - 1; id > 0; id--) {
    if (kinds[id] !== kind) continue;
    const cell = cellAt(state, grid, id);
    if (cell >= 0) cells[cell] = id;
  }
  return cells;
}

/** `y * width + x` of an object or its ancestor of the kind of the grid; -1: none, or not on the grid. */
export function cellOf(state: WorldState, grid: number, id: number): number {
  const holder = ancestorOfKind(state, id, state.model.grids[grid].kind);
  return holder === 0 ? -1 : cellAt(state, grid, holder);
}

/** -1: nowhere, outside or between cells. */
function cellAt(state: WorldState, grid: number, id: number): number {
  const { width, height } = state.model.grids[grid];
  const holder = placeHolder(state, id);
  if (holder === 0) return -1;
  const [x, y] = [state.x[holder], state.y[holder]];
  const isOn = x >= 0 && x < width && y >= 0 && y < height && Number.isInteger(x) && Number.isInteger(y);
  // Adding 0 turns −0 into 0.
  return isOn ? y * width + x + 0 : -1;
}

/**
 * Steps between two cells that are so many columns and rows apart; Infinity where there is no way along one axis.
 * `odd`: 1 if the row of the first is odd.
 */
export function stepsOff(neighbourhood: Neighbourhood, dx: number, dy: number, odd: number): number {
  const [across, down] = [Math.abs(dx), Math.abs(dy)];
  switch (neighbourhood) {
    case 'moore':
      return Math.max(across, down);
    case 'vonNeumann':
      return across + down;
    case 'axes':
      return across === 0 ? down : down === 0 ? across : Infinity;
    case 'hexagonal': {
      // Along the axes of the hexagons: rows, and one of their diagonals.
      const along = dx - ((odd + dy) >> 1);
      return Math.max(Math.abs(along), down, Math.abs(along + dy));
    }
  }
}

/** The fewest steps from one cell of a grid to another, also over edges that wrap; Infinity where no way leads. */
export function stepsBetween(grid: Grid, from: number, to: number): number {
  const { width } = grid;
  const [x, y] = [from % width, Math.floor(from / width)];
  return fewestSteps(grid, (to % width) - x, Math.floor(to / width) - y, y % 2);
}

function fewestSteps(
  { width, height, wrapX, wrapY, neighbourhood }: Grid,
  dx: number,
  dy: number,
  odd: number,
): number {
  const [across, down] = [wrapX ? dx % width : dx, wrapY ? dy % height : dy];
  let fewest = Infinity;
  for (let left = wrapX ? -width : 0; left <= (wrapX ? width : 0); left += width)
    for (let up = wrapY ? -height : 0; up <= (wrapY ? height : 0); up += height)
      fewest = Math.min(fewest, stepsOff(neighbourhood, across + left, down + up, odd));
  return fewest;
}

/** -1: nothing is near; whole. */
export function distanceOf(value: number): number {
  return value >= farthestNear ? farthestNear : value >= 0 ? Math.floor(value) : -1;
}

/** Where an object is at each cell, in order of their ids, its id follows from the cell. */
export interface GridIndex {
  readonly grid: Grid;
  /** Id of the object at the first cell; 0 where ids do not follow from cells. */
  readonly first: number;
  /** Of objects whose ids follow from cells. */
  readonly count: number;
  /** Else their ids by cell. */
  readonly ids: Int32Array;
  /** By cell, where ids follow from them: columns and rows to the nearest edge, at most 255. */
  readonly rim: Uint8Array;
  /** Members around cells near edges, by distance and cell, as far as found; and how many numbers they take. */
  readonly atEdges: { readonly lists: (Map<number, AroundOne> | undefined)[]; size: number };
}

const none = new Int32Array(0);
const noRim = new Uint8Array(0);

/** Valid until the next change. */
export function gridIndex(state: WorldState, grid: number): GridIndex {
  const all = (state.derived.gridIndex ??= byNumber((each) =>
    memo(state.stamps, stampsOfGrid(state.model, each), () => indexed(state, each)),
  ));
  return all(grid).get();
}

function indexed(state: WorldState, number: number): GridIndex {
  const grid = state.model.grids[number];
  const first = firstInOrder(state, grid, grid.width * grid.height);
  if (first === 0) return { grid, first, count: 0, ids: gridCells(state, number), rim: noRim, atEdges: noEdges() };
  const known = lastInOrder.get(grid);
  if (known?.first === first) return known;
  const index = { grid, first, count: grid.width * grid.height, ids: none, rim: rimOf(grid), atEdges: noEdges() };
  lastInOrder.set(grid, index);
  return index;
}

/** Where ids follow from cells, all else follows from the grid. */
const lastInOrder = new WeakMap<Grid, GridIndex>();

function noEdges(): GridIndex['atEdges'] {
  return { lists: [], size: 0 };
}

function rimOf({ width, height }: Grid): Uint8Array {
  const rim = new Uint8Array(width * height);
  let cell = 0;
  for (let y = 0; y < height; y++) {
    const toEdge = Math.min(255, y, height - 1 - y);
    for (let x = 0; x < width; x++) rim[cell++] = Math.min(toEdge, x, width - 1 - x);
  }
  return rim;
}

/** The first object on the grid, where the others follow row by row; else 0. */
function firstInOrder(state: WorldState, { index, kind, width, height }: Grid, count: number): number {
  const kinds = state.identity.kind;
  const limit = idLimit(state.identity);
  let first = 1;
  while (first < limit && (kinds[first] !== kind || cellAt(state, index, first) < 0)) first++;
  if (first + count > limit) return 0;
  const { place, x, y } = state;
  for (let cell = 0, row = 0; row < height; row++) {
    for (let column = 0; column < width; column++, cell++) {
      const id = first + cell;
      const isPlain = place[id] !== placeKind.inherited && x[id] === column && y[id] === row;
      if (kinds[id] !== kind || !(isPlain || cellAt(state, index, id) === cell)) return 0;
    }
  }
  return first;
}

/** As `cellOf`, quicker where ids follow from cells. */
export function cellIn(state: WorldState, { grid, first, count }: GridIndex, id: number): number {
  const cell = id - first;
  return cell >= 0 && cell < count ? cell : cellOf(state, grid.index, id);
}

/** The object at a cell; 0 for none. */
export function objectAt({ first, ids }: GridIndex, cell: number): number {
  return first === 0 ? ids[cell] : first + cell;
}

/** Column and row, wrapped where the grid wraps; -1 outside. */
export function cellAtPoint({ width, height, wrapX, wrapY }: Grid, column: number, row: number): number {
  const [x, y] = [placeOn(column, width, wrapX), placeOn(row, height, wrapY)];
  return x < 0 || y < 0 ? -1 : y * width + x;
}

/** A column or row, wrapped where the grid wraps; -1 outside. */
export function placeOn(at: number, length: number, wraps: boolean): number {
  const place = Math.floor(at);
  // Infinite ones are nowhere.
  if (wraps && Number.isFinite(place)) return ((place % length) + length) % length;
  return place >= 0 && place < length ? place + 0 : -1;
}

/**
 * Cells around one from which `distance` steps lead nowhere over an edge, as differences of cells: by column, then by
 * row. `odd`: 1 if the row of the one is odd.
 */
export function ballOf(state: WorldState, grid: number, distance: number, itself: number, odd: number): Int32Array {
  const all = (state.derived.gridBalls ??= byNumber((number) => ballByNumber(state, number)));
  return all(((grid * (farthestNear + 1) + distance) * 2 + itself) * 2 + odd);
}

function ballByNumber({ model }: WorldState, number: number): Int32Array {
  const [odd, itself, rest] = [number % 2, (number >>> 1) % 2, number >>> 2];
  return makeBall(model.grids[Math.floor(rest / (farthestNear + 1))], rest % (farthestNear + 1), itself, odd);
}

/** As `ballOf`, made each time. */
export function makeBall({ neighbourhood, width }: Grid, distance: number, itself: number, odd: number): Int32Array {
  const found: number[] = [];
  for (let dx = -distance; dx <= distance; dx++) {
    for (let dy = -distance; dy <= distance; dy++) {
      if (itself === 0 && dx === 0 && dy === 0) continue;
      if (stepsOff(neighbourhood, dx, dy, odd) <= distance) found.push(dy * width + dx);
    }
  }
  return Int32Array.from(found);
}

/** First step along an axis from a place, and last: each place at most once. */
export function firstStep(at: number, distance: number, wraps: boolean): number {
  return wraps ? -distance : Math.max(-at, -distance);
}

export function lastStep(at: number, distance: number, length: number, wraps: boolean): number {
  return wraps ? Math.min(distance, length - 1 - distance) : Math.min(length - 1 - at, distance);
}

/**
 * Writes the ids of objects at most `distance` steps from a cell, from `from` on: by column from the left, then by row
 * from above, each once. Returns the end.
 */
export function fillAround(
  { grid, first, ids }: GridIndex,
  cell: number,
  distance: number,
  itself: number,
  into: Int32Array,
  from: number,
): number {
  const { width, height, wrapX, wrapY, neighbourhood } = grid;
  const x = cell % width;
  const y = (cell - x) / width;
  const odd = y % 2;
  const isPlain = neighbourhood === 'moore';
  const repeats = (wrapX && 2 * distance >= width) || (wrapY && 2 * distance >= height);
  const lastX = lastStep(x, distance, width, wrapX);
  const lastY = lastStep(y, distance, height, wrapY);
  let end = from;
  for (let dx = firstStep(x, distance, wrapX); dx <= lastX; dx++) {
    const column = placed(x + dx, width);
    for (let dy = firstStep(y, distance, wrapY); dy <= lastY; dy++) {
      const at = placed(y + dy, height) * width + column;
      if (itself === 0 && at === cell) continue;
      if (!isPlain) {
        const steps = repeats ? fewestSteps(grid, dx, dy, odd) : stepsOff(neighbourhood, dx, dy, odd);
        if (steps > distance) continue;
      }
      const id = first === 0 ? ids[at] : first + at;
      into[end] = id;
      end += id === 0 ? 0 : 1;
    }
  }
  return end;
}

/**
 * As `fillAround`, of objects by cell, with repeats where the neighbourhood is larger than a grid that wraps. `x`, `y`:
 * the cell.
 */
export function fillBall(
  x: number,
  y: number,
  at: Int32Array,
  { width, height, wrapX, wrapY, neighbourhood }: Grid,
  distance: number,
  into: Int32Array,
  from: number,
): number {
  const lastX = wrapX ? distance : Math.min(distance, width - 1 - x);
  const lastY = wrapY ? distance : Math.min(distance, height - 1 - y);
  let length = from;
  for (let dx = wrapX ? -distance : Math.max(-x, -distance); dx <= lastX; dx++) {
    for (let dy = wrapY ? -distance : Math.max(-y, -distance); dy <= lastY; dy++) {
      if (stepsOff(neighbourhood, dx, dy, y % 2) > distance) continue;
      const id = at[placed(y + dy, height) * width + placed(x + dx, width)];
      into[length] = id;
      length += id === 0 ? 0 : 1;
    }
  }
  return length;
}

/** Places may be several lengths outside. */
export function placed(place: number, length: number): number {
  if (place >= 0 && place < length) return place;
  return ((place % length) + length) % length;
}

/** Room for the cells that `fillAround` writes; exact where the grid has a neighbourhood of squares. */
export function mostAround({ width, height, wrapX, wrapY }: Grid, cell: number, distance: number): number {
  const x = cell % width;
  const y = (cell - x) / width;
  const across = lastStep(x, distance, width, wrapX) - firstStep(x, distance, wrapX) + 1;
  return across * (lastStep(y, distance, height, wrapY) - firstStep(y, distance, wrapY) + 1);
}

/** Cells of a neighbourhood, with and without an object. */
export function cellsAround(index: GridIndex, cell: number, distance: number, itself: number): number {
  const { grid } = index;
  if (grid.neighbourhood === 'moore') return mostAround(grid, cell, distance) - (1 - itself);
  const { width, height, wrapX, wrapY } = grid;
  const x = cell % width;
  const y = (cell - x) / width;
  let count = itself - 1;
  for (let dx = firstStep(x, distance, wrapX); dx <= lastStep(x, distance, width, wrapX); dx++)
    for (let dy = firstStep(y, distance, wrapY); dy <= lastStep(y, distance, height, wrapY); dy++)
      if (fewestSteps(grid, dx, dy, y % 2) <= distance) count++;
  return count;
}

/** Ids of members, in memory that its owner reuses or that a grid keeps. */
export interface AroundOne {
  ids: Int32Array;
  count: number;
  /** Cells looked at. */
  looked: number;
}

export function createAroundOne(): AroundOne {
  return { ids: none, count: 0, looked: 0 };
}

/** Numbers that a grid keeps at most of neighbourhoods that an edge cuts off or wraps; and those beside the members. */
const mostKept = 2 ** 20;
const sizeOfOne = 50;

/** Fills `into`, or returns what the grid keeps: cells at edges, whose ids follow from cells, are asked again. */
export function findAround(
  index: GridIndex,
  cell: number,
  distance: number,
  itself: number,
  into: AroundOne,
): AroundOne {
  const { atEdges } = index;
  if (index.first === 0 || index.rim[cell] >= distance) return fillOne(index, cell, distance, itself, into);
  const lists = (atEdges.lists[2 * distance + itself] ??= new Map<number, AroundOne>());
  const known = lists.get(cell);
  if (known !== undefined) return known;
  const found = fillOne(index, cell, distance, itself, into);
  const size = found.count + sizeOfOne;
  if (atEdges.size + size > mostKept) return found;
  atEdges.size += size;
  const kept = { ...found, ids: found.ids.slice(0, found.count) };
  lists.set(cell, kept);
  return kept;
}

function fillOne(index: GridIndex, cell: number, distance: number, itself: number, into: AroundOne): AroundOne {
  const room = mostAround(index.grid, cell, distance);
  if (into.ids.length < room) into.ids = new Int32Array(2 * room);
  into.count = fillAround(index, cell, distance, itself, into.ids, 0);
  into.looked = index.first === 0 ? cellsAround(index, cell, distance, itself) : into.count;
  return into;
}
