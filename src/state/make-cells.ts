import { turnOf } from '../components/clock.js';
import type { WorldState } from '../components/state.js';
import type { Grid } from '../model/connection.js';
import type { Model } from '../model/model.js';
import { bearMany } from './bear-many.js';

/** Objects that `makeCells` makes. */
export function cellsMade({ grids }: Pick<Model, 'grids'>): number {
  return grids.reduce((sum, { makesCells, width, height }) => sum + (makesCells ? width * height : 0), 0);
}

/**
 * Makes the cells of all grids that make their own, one at each point, row by row: in an empty world, their ids follow
 * from column and row. `attempt` calls what it is given again where the world has become larger.
 */
export function makeCells(state: WorldState, attempt: (make: () => void) => void = (make) => make()): void {
  for (const grid of state.model.grids)
    if (grid.makesCells)
      attempt(() => {
        cellsOf(state, grid);
      });
}

function cellsOf(state: WorldState, { kind, class: of, width, height }: Grid): void {
  const count = width * height;
  const [x, y] = [new Float64Array(count), new Float64Array(count)];
  for (let cell = 0; cell < count; cell++) {
    x[cell] = cell % width;
    y[cell] = Math.floor(cell / width);
  }
  bearMany(state, { kind, class: of, owner: 0, created: turnOf(state), count, places: { x, y } });
}
