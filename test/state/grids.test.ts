import { describe, expect, test } from 'vitest';
import { cellOf, gridCells } from '../../src/state/grid-cells.js';
import { destroy } from '../../src/state/object-life.js';
import { put } from '../../src/components/place.js';
import { captureState, growState, restoreState } from '../../src/state/world-state.js';
import { type WorldState } from '../../src/components/state.js';
import { at, inside, make, stateOf } from '../support/hand-model.js';
import { heldModel } from '../support/held-model.js';

const map = 0;
const [{ width, height }] = heldModel.grids;

/** Where on the grid somebody is, as column, row and id. */
function taken(state: WorldState): readonly (readonly number[])[] {
  return [...gridCells(state, map)].flatMap((id, cell) =>
    id === 0 ? [] : [[cell % width, Math.floor(cell / width), id]],
  );
}

const plotAt = (state: WorldState, x: number, y: number): number => make(state, 'plot', { place: at(x, y) });

describe('a grid', () => {
  test('has a cell for each column and row, of the objects of its kind', () => {
    const state = stateOf(heldModel);
    expect([gridCells(state, map).length, taken(state)]).toEqual([width * height, []]);
    const plots = [plotAt(state, 4, 2), plotAt(state, 0, 0), plotAt(state, 3, 1)];
    make(state, 'city', { place: at(1, 1) });
    expect(taken(state)).toEqual([
      [0, 0, plots[1]],
      [3, 1, plots[2]],
      [4, 2, plots[0]],
    ]);
    expect(plots.map((id) => cellOf(state, map, id))).toEqual([2 * width + 4, 0, width + 3]);
  });

  test('has not who is outside or between its cells', () => {
    const state = stateOf(heldModel);
    const away = [
      [width, 0],
      [0, height],
      [-1, 0],
      [0, -1],
      [0.5, 0],
      [0, 1.5],
      [1e300, 1e300],
    ].map(([x, y]) => plotAt(state, x, y));
    expect(taken(state)).toEqual([]);
    expect(away.map((id) => cellOf(state, map, id))).toEqual(away.map(() => -1));
    const corner = plotAt(state, -0, -0);
    expect([taken(state), Object.is(cellOf(state, map, corner), 0)]).toEqual([[[0, 0, corner]], true]);
  });

  test('has of several at one cell the one of the lowest id, and the others are there too', () => {
    const state = stateOf(heldModel);
    const [first, second] = [plotAt(state, 2, 2), plotAt(state, 2, 2)];
    expect([taken(state), cellOf(state, map, second)]).toEqual([[[2, 2, first]], 2 * width + 2]);
    destroy(state, first);
    expect(taken(state)).toEqual([[2, 2, second]]);
  });

  test('is where those are that hang on its objects, at any depth', () => {
    const state = stateOf(heldModel);
    const plot = plotAt(state, 1, 2);
    const city = make(state, 'city', { place: inside(plot) });
    const unit = make(state, 'unit', { place: inside(city) });
    const crate = make(state, 'crate', { place: inside(unit) });
    const lost = make(state, 'city', { place: at(1, 2) });
    expect([city, unit, crate, lost, make(state, 'unit'), 0].map((id) => cellOf(state, map, id))).toEqual([
      ...[0, 0, 0].map(() => 2 * width + 1),
      -1,
      -1,
      -1,
    ]);
    put(state, plot, at(9, 9));
    expect([plot, crate].map((id) => cellOf(state, map, id))).toEqual([-1, -1]);
  });

  test('follows who comes, moves and goes, grows and goes back', () => {
    const state = stateOf(heldModel);
    const plot = plotAt(state, 1, 1);
    const known = gridCells(state, map);
    expect(gridCells(state, map)).toBe(known);
    const snapshot = captureState(state);
    put(state, plot, at(2, 1));
    expect(taken(state)).toEqual([[2, 1, plot]]);
    const other = plotAt(state, 1, 1);
    expect(taken(state)).toEqual([
      [1, 1, other],
      [2, 1, plot],
    ]);
    destroy(state, plot);
    growState(state, 100, 20);
    expect(taken(state)).toEqual([[1, 1, other]]);
    restoreState(state, snapshot);
    expect(taken(state)).toEqual([[1, 1, plot]]);
  });
});
