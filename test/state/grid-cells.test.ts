import { describe, expect, test } from 'vitest';
import { attachedCounts, attachedTo } from '../../src/components/attachment.js';
import { put } from '../../src/components/place.js';
import type { WorldState } from '../../src/components/state.js';
import { type Grid, type Neighbourhood, fitsTogether, neighbourhoods, usualGrid } from '../../src/model/connection.js';
import type { Model } from '../../src/model/model.js';
import {
  ballOf,
  cellAtPoint,
  cellIn,
  cellOf,
  cellsAround,
  createAroundOne,
  distanceOf,
  fillAround,
  findAround,
  gridIndex,
  mostAround,
  objectAt,
  stepsBetween,
} from '../../src/state/grid-cells.js';
import { beginAround, createPlaces, memberAround } from '../../src/state/places-around.js';
import { cellsMade, makeCells } from '../../src/state/make-cells.js';
import { destroy } from '../../src/state/object-life.js';
import { hashState } from '../../src/state/state-hash.js';
import { choicesOf } from '../support/choices.js';
import { heavy } from '../support/heavy.js';
import { at, inside, make, modelOf, stateOf } from '../support/hand-model.js';

const base = modelOf({
  kinds: { patch: { node: true }, animal: { attachesTo: ['patch', 'animal'] }, stone: {} },
  columns: { green: { kinds: ['patch'], role: 'property', initial: 3 } },
  classes: { meadow: { kind: 'patch', initial: { green: 5 } } },
});

interface Shaped extends Pick<Grid, 'width' | 'height' | 'wrapX' | 'wrapY' | 'neighbourhood'> {}

function gridOf(given: Shaped, more: Partial<Grid> = {}): Grid {
  return { ...usualGrid, index: 0, name: 'field', kind: 1, makesCells: true, ...given, ...more };
}

function fieldOf(grid: Grid): WorldState {
  const model: Model = { ...base, grids: [grid] };
  const state = stateOf(model, { capacity: grid.width * grid.height + 40 });
  makeCells(state);
  return state;
}

/** The cells one step away, told off by hand, and whether further steps go on in the same direction only. */
const oneStep: Readonly<Record<Exclude<Neighbourhood, 'axes'>, (odd: boolean) => readonly (readonly number[])[]>> = {
  moore: () => [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [0, -1],
    [0, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
  vonNeumann: () => [
    [-1, 0],
    [0, -1],
    [0, 1],
    [1, 0],
  ],
  hexagonal: (odd) =>
    odd
      ? [
          [-1, 0],
          [1, 0],
          [0, -1],
          [1, -1],
          [0, 1],
          [1, 1],
        ]
      : [
          [-1, 0],
          [1, 0],
          [-1, -1],
          [0, -1],
          [-1, 1],
          [0, 1],
        ],
};

function walk(grid: Grid, cell: number, dx: number, dy: number): number {
  const { width, height, wrapX, wrapY } = grid;
  let [x, y] = [(cell % width) + dx, Math.floor(cell / width) + dy];
  if (wrapX) x = (x + 1000 * width) % width;
  if (wrapY) y = (y + 1000 * height) % height;
  return x < 0 || x >= width || y < 0 || y >= height ? -1 : y * width + x;
}

/** Steps to all cells that can be reached, one step at a time. */
function reached(grid: Grid, from: number): ReadonlyMap<number, number> {
  const found = new Map([[from, 0]]);
  if (grid.neighbourhood === 'axes') {
    for (let n = 1; n <= Math.max(grid.width, grid.height); n++)
      for (const [dx, dy] of [
        [n, 0],
        [-n, 0],
        [0, n],
        [0, -n],
      ]) {
        const cell = walk(grid, from, dx, dy);
        if (cell >= 0 && !found.has(cell)) found.set(cell, n);
      }
    return found;
  }
  for (const [cell, steps] of found) {
    for (const [dx, dy] of oneStep[grid.neighbourhood](Math.floor(cell / grid.width) % 2 === 1)) {
      const next = walk(grid, cell, dx, dy);
      if (next >= 0 && !found.has(next)) found.set(next, steps + 1);
    }
  }
  return found;
}

/** By column from the left, then by row, each cell where it is met first. */
function expectedAround(grid: Grid, cell: number, distance: number, itself: boolean): readonly number[] {
  const steps = reached(grid, cell);
  const found = new Set<number>();
  for (let dx = -distance; dx <= distance; dx++)
    for (let dy = -distance; dy <= distance; dy++) {
      const at = walk(grid, cell, dx, dy);
      if ((steps.get(at) ?? Infinity) <= distance && (itself || at !== cell)) found.add(at);
    }
  return [...found];
}

const sizes = [
  [1, 1],
  [1, 6],
  [5, 2],
  [4, 4],
  [7, 6],
] as const;

const grids = neighbourhoods.flatMap((neighbourhood) =>
  sizes.flatMap(([width, height]) =>
    [0, 1, 2, 3].map((wraps): Shaped => ({ neighbourhood, width, height, wrapX: wraps % 2 === 1, wrapY: wraps > 1 })),
  ),
);
const fitting = grids.filter(fitsTogether);

describe.each(neighbourhoods)('a neighbourhood: %s', (neighbourhood) => {
  const own = fitting.filter((grid) => grid.neighbourhood === neighbourhood).filter((_, i) => i % heavy(3, 1) === 0);

  test('has the cells that so many single steps lead to, in order, on every grid and at every distance', () => {
    for (const given of own) {
      const grid = gridOf(given);
      const state = fieldOf(grid);
      const index = gridIndex(state, 0);
      const one = createAroundOne();
      for (let cell = 0; cell < grid.width * grid.height; cell++) {
        for (const distance of [0, 1, 2, 3, 5, 9]) {
          for (const itself of [0, 1]) {
            const expected = expectedAround(grid, cell, distance, itself === 1);
            // Once more for what the grid keeps.
            for (const { ids, count, looked } of [0, 1].map(() => findAround(index, cell, distance, itself, one))) {
              const found = [...ids.subarray(0, count)].map((id) => cellOf(state, 0, id));
              expect(found, JSON.stringify({ given, cell, distance, itself })).toEqual(expected);
              expect(looked).toBe(expected.length);
            }
            expect(cellsAround(index, cell, distance, itself)).toBe(expected.length);
            expect(mostAround(grid, cell, distance)).toBeGreaterThanOrEqual(expected.length);
          }
        }
      }
    }
  });

  test('has each member at its place', () => {
    for (const given of own) {
      const grid = gridOf(given);
      for (const isFull of [true, false]) {
        const state = fieldOf(grid);
        if (!isFull) destroy(state, 1 + ((grid.width * grid.height) >> 1));
        const index = gridIndex(state, 0);
        expect(index.first !== 0).toBe(isFull);
        const places = createPlaces();
        const into = new Int32Array(grid.width * grid.height);
        for (let cell = 0; cell < grid.width * grid.height; cell++) {
          for (const distance of [0, 1, 2, 3, 9]) {
            for (const itself of [0, 1]) {
              const expected = [...into.subarray(0, fillAround(index, cell, distance, itself, into, 0))];
              const count = beginAround(state, index, cell, distance, itself, places);
              const found = Array.from({ length: count }, (_, place) => memberAround(places, place));
              expect(found, JSON.stringify({ given, cell, distance, itself })).toEqual(expected);
            }
          }
        }
      }
    }
  });

  test('is not listed on a grid that wraps, nor as a square', () => {
    const isSquare = neighbourhood === 'moore';
    const grid = gridOf({ neighbourhood, width: 8, height: 8, wrapX: !isSquare, wrapY: !isSquare });
    const state = fieldOf(grid);
    const places = createPlaces();
    for (let cell = 0; cell < 64; cell++) {
      beginAround(state, gridIndex(state, 0), cell, 3, 0, places);
      expect(places.by).toBe(isSquare ? 'square' : 'ball');
    }
  });

  test('has steps from every cell to every other', () => {
    for (const given of own) {
      const grid = gridOf(given);
      for (let from = 0; from < grid.width * grid.height; from++) {
        const steps = reached(grid, from);
        for (let to = 0; to < grid.width * grid.height; to++)
          expect(stepsBetween(grid, from, to)).toBe(steps.get(to) ?? Infinity);
      }
    }
  });

  test('is a list of differences for inner cells', () => {
    const grid = gridOf({ neighbourhood, width: 9, height: 9, wrapX: false, wrapY: false });
    const state = fieldOf(grid);
    for (const distance of [0, 1, 2, 3, 4]) {
      for (const row of distance === 4 ? [4] : [4, 5]) {
        const cell = row * 9 + 4;
        for (const itself of [0, 1])
          expect([...ballOf(state, 0, distance, itself, row % 2)].map((offset) => cell + offset)).toEqual(
            expectedAround(grid, cell, distance, itself === 1),
          );
      }
    }
  });
});

test('cells without objects are looked at and left out', () => {
  for (const given of fitting) {
    const grid = gridOf(given, { makesCells: false });
    const state = stateOf({ ...base, grids: [grid] }, { capacity: 100 });
    const choices = choicesOf(grid.width * 8 + grid.height);
    const ids = new Map<number, number>();
    for (let cell = 0; cell < grid.width * grid.height; cell++)
      if (choices.oneIn(2))
        ids.set(cell, make(state, 'patch', { place: at(cell % grid.width, Math.floor(cell / grid.width)) }));
    const index = gridIndex(state, 0);
    const one = createAroundOne();
    for (const cell of ids.keys()) {
      for (const distance of [1, 2, 4]) {
        const expected = expectedAround(grid, cell, distance, true);
        const { ids: found, count, looked } = findAround(index, cell, distance, 1, one);
        expect([...found.subarray(0, count)]).toEqual(
          expected.map((each) => ids.get(each) ?? 0).filter((id) => id !== 0),
        );
        expect(index.first === 0 ? looked : count).toBe(expected.length);
      }
    }
  }
});

test('distances are rounded down and bounded', () => {
  expect([-0.5, -Infinity, NaN, 0, -0, 0.9, 3.7, 100, 101, Infinity].map(distanceOf)).toEqual([
    -1, -1, -1, 0, -0, 0, 3, 100, 100, 100,
  ]);
});

test('a column and a row are a cell, wrapped where the grid wraps', () => {
  const grid = gridOf({ neighbourhood: 'moore', width: 4, height: 3, wrapX: true, wrapY: false });
  const cells = [
    [0, 0],
    [3.9, 2.9],
    [-1, 0],
    [9, 1],
    [0, -1],
    [0, 3],
    [NaN, 0],
    [Infinity, 0],
    [1, NaN],
    [-0, -0],
  ].map(([x, y]) => cellAtPoint(grid, x, y));
  expect(cells).toEqual([0, 11, 3, 5, -1, -1, -1, -1, -1, 0]);
});

describe('cells that a grid makes', () => {
  const grid = gridOf({ neighbourhood: 'moore', width: 5, height: 4, wrapX: false, wrapY: false }, { class: 1 });

  test('are those that would be made one by one, row by row', () => {
    const state = fieldOf(grid);
    const other = stateOf(state.model, { capacity: 60 });
    for (let y = 0; y < 4; y++) for (let x = 0; x < 5; x++) make(other, 'patch', { class: 'meadow', place: at(x, y) });
    expect(hashState(state)).toBe(hashState(other));
    expect([cellsMade(state.model), state.cells[0][7]]).toEqual([20, 5]);
  });

  test('have ids that follow from their places, until one is gone or moves', () => {
    const state = fieldOf(grid);
    const [, first] = [make(state, 'animal', { place: inside(3) }), gridIndex(state, 0)];
    expect([first.first, first.count]).toEqual([1, 20]);
    const late = make(state, 'patch', { place: at(2, 2) });
    expect(gridIndex(state, 0).count).toBe(20);
    expect(cellIn(state, gridIndex(state, 0), late)).toBe(12);
    put(state, 8, at(30, 30));
    expect([gridIndex(state, 0).count, objectAt(gridIndex(state, 0), 7)]).toEqual([0, 0]);
    put(state, 8, at(2, 1));
    expect(gridIndex(state, 0).count).toBe(20);
    destroy(state, 13);
    expect([gridIndex(state, 0).count, objectAt(gridIndex(state, 0), 12)]).toEqual([0, late]);
  });

  test('are found in the same memory again while objects of other kinds move', () => {
    const state = fieldOf(grid);
    const animal = make(state, 'animal', { place: inside(3) });
    const before = gridIndex(state, 0);
    put(state, animal, inside(4));
    destroy(state, animal);
    expect(gridIndex(state, 0)).toBe(before);
    put(state, 4, at(9, 9));
    expect(gridIndex(state, 0)).not.toBe(before);
  });

  test('come after objects that are there already', () => {
    const state = stateOf({ ...base, grids: [grid] }, { capacity: 60 });
    make(state, 'stone');
    make(state, 'patch', { place: at(0.5, 0) });
    makeCells(state);
    expect([gridIndex(state, 0).first, cellOf(state, 0, 3), cellOf(state, 0, 22)]).toEqual([3, 0, 19]);
    const into = new Int32Array(9);
    expect([fillAround(gridIndex(state, 0), 0, 1, 1, into, 0), ...into.subarray(0, 4)]).toEqual([4, 3, 8, 4, 9]);
  });
});

test('numbers of attached objects follow every change', () => {
  const choices = choicesOf(11);
  const state = fieldOf(gridOf({ neighbourhood: 'moore', width: 6, height: 5, wrapX: false, wrapY: false }));
  const animals: number[] = [];
  const kinds = [0, 2];
  for (let turn = 0; turn < 200; turn++) {
    const own = choices.split(turn);
    for (let i = own.pick([1, 1, 2, 30]); i > 0; i--) {
      const cell = own.between(1, 30);
      if (animals.length < 30 && own.oneIn(2)) animals.push(make(state, 'animal', { place: inside(cell) }));
      else if (animals.length > 0 && own.oneIn(3)) destroy(state, animals.splice(own.below(animals.length), 1)[0]);
      else if (animals.length > 0) put(state, own.pick(animals), inside(cell));
    }
    for (const kind of kinds) {
      const counts = attachedCounts(state, kind);
      for (let id = 1; id <= 30; id++)
        expect(counts[id]).toBe(
          [...attachedTo(state, id)].filter((each) => kind === 0 || state.identity.kind[each] === kind).length,
        );
    }
  }
});
