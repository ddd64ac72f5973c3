import type { Grid } from '../model/connection.js';
import { checkConnected, squareSize } from '../state/connections.js';
import { type Level, lengthOf } from './level.js';

/** A square around a cell: how far it goes, and how many columns and rows it has where it is not cut off. */
export interface Square {
  readonly grid: Grid;
  readonly distance: number;
  readonly columns: number;
  readonly lines: number;
}

/** Around a wrapped axis everything comes again, which is in vain where only the first of several counts. */
export function squareOf(grid: Grid, distance: number, isOnce: boolean): Square {
  const side = 2 * distance + 1;
  return {
    grid,
    distance,
    columns: isOnce ? Math.min(side, grid.width) : side,
    lines: isOnce ? Math.min(side, grid.height) : side,
  };
}

/**
 * Each object becomes what lies in the square around its cell; undefined when that would be longer than `most`. `at`:
 * who is at each cell.
 */
export function squares(
  level: Level,
  cells: Int32Array,
  at: Int32Array,
  square: Square,
  most: number,
): Level | undefined {
  const { rows, start, ids } = level;
  const total = sizeOfSquares(level, cells, square, most);
  if (total > most) return undefined;
  const into: Level = { rows, start: new Int32Array(rows + 1), ids: new Int32Array(total) };
  let length = 0;
  for (let row = 0; row < rows; row++) {
    const end = start[row + 1];
    for (let i = start[row]; i < end; i++)
      if (cells[ids[i]] >= 0) length = fillSquare(cells[ids[i]], at, square, into.ids, length);
    into.start[row + 1] = length;
  }
  return into;
}

function sizeOfSquares(
  level: Level,
  cells: Int32Array,
  { grid, distance, columns, lines }: Square,
  most: number,
): number {
  const { ids } = level;
  const { width, height, wrapX, wrapY } = grid;
  const length = lengthOf(level);
  let total = 0;
  for (let i = 0; i < length && total <= most; i++) {
    const cell = cells[ids[i]];
    if (cell < 0) continue;
    if (total === 0) checkConnected(squareSize(grid, distance), ids[i]);
    const x = cell % width;
    const y = (cell - x) / width;
    const across = wrapX ? columns : Math.min(width - 1, x + distance) - Math.max(0, x - distance) + 1;
    const down = wrapY ? lines : Math.min(height - 1, y + distance) - Math.max(0, y - distance) + 1;
    total += across * down;
  }
  return total;
}

/** Column by column, each from the top; returns where what comes next goes. */
function fillSquare(
  cell: number,
  at: Int32Array,
  { grid, distance, columns, lines }: Square,
  into: Int32Array,
  from: number,
): number {
  const { width, height, wrapX, wrapY } = grid;
  const x = cell % width;
  const y = (cell - x) / width;
  const left = wrapX ? wrapped(x - distance, width) : Math.max(0, x - distance);
  const top = wrapY ? wrapped(y - distance, height) : Math.max(0, y - distance);
  const across = wrapX ? columns : Math.min(width - 1, x + distance) - left + 1;
  const down = wrapY ? lines : Math.min(height - 1, y + distance) - top + 1;
  let length = from;
  for (let i = 0, column = left; i < across; i++, column = column + 1 === width ? 0 : column + 1) {
    for (let k = 0, line = top; k < down; k++, line = line + 1 === height ? 0 : line + 1) {
      const id = at[line * width + column];
      into[length] = id;
      length += id === 0 ? 0 : 1;
    }
  }
  return length;
}

function wrapped(place: number, length: number): number {
  return ((place % length) + length) % length;
}
