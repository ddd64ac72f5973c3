import type { WorldState } from '../components/state.js';
import {
  type AroundOne,
  type GridIndex,
  ballOf,
  createAroundOne,
  findAround,
  firstStep,
  lastStep,
  placed,
} from './grid-cells.js';

/** The members of a neighbourhood by their places in order, found by arithmetic where an object is at each cell. */
export interface PlacesAround {
  by: 'square' | 'ball' | 'list';
  width: number;
  height: number;
  /** Id of the object at the first cell of the grid. */
  first: number;
  /** The first column and row of a square, or those of the cell. */
  column: number;
  row: number;
  /** Rows of a square. */
  down: number;
  /** Place of the cell itself in a square that is without it. */
  own: number;
  ball: Int32Array;
  list: AroundOne;
  readonly room: AroundOne;
}

export function createPlaces(): PlacesAround {
  const room = createAroundOne();
  return {
    by: 'list',
    width: 1,
    height: 1,
    first: 0,
    column: 0,
    row: 0,
    down: 1,
    own: 0,
    ball: room.ids,
    list: room,
    room,
  };
}

/** Returns how many there are. Its owner reuses the memory. */
export function beginAround(
  state: WorldState,
  index: GridIndex,
  cell: number,
  distance: number,
  itself: number,
  into: PlacesAround,
): number {
  const { grid, first } = index;
  const { width, height, wrapX, wrapY, neighbourhood } = grid;
  const x = cell % width;
  const y = (cell - x) / width;
  into.width = width;
  into.height = height;
  into.first = first;
  if (first !== 0 && neighbourhood === 'moore') {
    const [left, top] = [firstStep(x, distance, wrapX), firstStep(y, distance, wrapY)];
    const across = lastStep(x, distance, width, wrapX) - left + 1;
    into.by = 'square';
    into.column = x + left;
    into.row = y + top;
    into.down = lastStep(y, distance, height, wrapY) - top + 1;
    into.own = itself === 1 ? Infinity : (-left % width) * into.down + (-top % height);
    return across * into.down - (1 - itself);
  }
  if (first !== 0 && isWhole(x, distance, width, wrapX) && isWhole(y, distance, height, wrapY)) {
    into.by = 'ball';
    into.column = x;
    into.row = y;
    into.ball = ballOf(state, grid.index, distance, itself, y % 2);
    return into.ball.length;
  }
  into.by = 'list';
  into.list = findAround(index, cell, distance, itself, into.room);
  return into.list.count;
}

/** No border cuts it off, and it does not meet itself. */
function isWhole(at: number, distance: number, length: number, wraps: boolean): boolean {
  return wraps ? 2 * distance < length : at >= distance && at < length - distance;
}

export function memberAround(around: PlacesAround, place: number): number {
  const { by, width, height, first, column, row } = around;
  if (by === 'list') return around.list.ids[place];
  if (by === 'square') {
    const at = place < around.own ? place : place + 1;
    const across = Math.floor(at / around.down);
    return cellObject(first, column + across, row + at - across * around.down, width, height);
  }
  // Columns are less than half a width away.
  const difference = around.ball[place];
  const dy = Math.round(difference / width);
  return cellObject(first, column + difference - dy * width, row + dy, width, height);
}

function cellObject(first: number, column: number, row: number, width: number, height: number): number {
  return first + placed(row, height) * width + placed(column, width);
}
