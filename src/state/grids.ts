import { idLimit } from '../kernel/identity.js';
import { ancestorOfKind } from '../components/attachment.js';
import { placeHolder } from '../components/place.js';
import { fact } from '../model/stamps.js';
import { type Memo, byNumber, memo } from '../model/memo.js';
import type { WorldState } from '../components/state.js';

/** Which objects are on grids, and where. It follows from who is there and where they are. */

declare module '../components/state.js' {
  interface Derived {
    grids?: (grid: number) => Memo<Int32Array>;
  }
}

/**
 * The objects on a grid (by index): the id of the one at column x and row y at `y * width + x`, 0 where none is, the
 * lowest where there are several.
 */
export function gridCells(state: WorldState, grid: number): Int32Array {
  const all = (state.derived.grids ??= byNumber((each) =>
    memo(state.stamps, [fact.population, fact.place], () => cellsOfGrid(state, each)),
  ));
  return all(grid).get();
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

/**
 * The cell, `y * width + x`, of the grid's object that an object is or hangs on at any depth; -1 where there is none or
 * it is not on the grid.
 */
export function cellOf(state: WorldState, grid: number, id: number): number {
  const holder = ancestorOfKind(state, id, state.model.grids[grid].kind);
  return holder === 0 ? -1 : cellAt(state, grid, holder);
}

/** The cell at whose point an object is; -1 where it is nowhere, outside or between cells. */
function cellAt(state: WorldState, grid: number, id: number): number {
  const { width, height } = state.model.grids[grid];
  const holder = placeHolder(state, id);
  if (holder === 0) return -1;
  const [x, y] = [state.x[holder], state.y[holder]];
  const isOn = x >= 0 && x < width && y >= 0 && y < height && Number.isInteger(x) && Number.isInteger(y);
  // Adding 0 makes −0 the 0 that it equals.
  return isOn ? y * width + x + 0 : -1;
}
