import { initialOf } from '../components/cell-blocks.js';
import { type CellTables, isSame, longer } from './cell-tables.js';
import type { WaveCounts } from '../meaning/solver.js';
import { type Dirty, type Order, mark, takeNext } from './order.js';
import type { Machine } from './machine.js';
import type { Linking } from './link.js';
import type { ShapeFunction, ShapeFunctions, WaveView } from './shape-function.js';

export interface Wave extends Pick<Linking, 'state' | 'shapes' | 'tables' | 'charge'> {
  readonly functions: ShapeFunctions;
  readonly order: Order;
  readonly dirty: Dirty;
  readonly counts: WaveCounts;
  readonly machine: Machine;
  readonly view: WaveView;
}

/** Solves dirty cells and what depends on them, each once, after what it reads; unchanged values stop the wave. */
export function runWave(wave: Wave): void {
  const { functions, order, dirty, counts, tables } = wave;
  fitChanges(counts, order.placed);
  let isViewed = false;
  let steps = 0;
  let last = 0;
  for (let position = takeNext(dirty); position >= 0; ) {
    const cell = order.cellAt[position];
    const shape = tables.shape[cell];
    const solve = shape === 0 ? undefined : functions.of(shape);
    last = cell;
    if (solve === undefined) {
      solveCell(wave, tables, cell, shape);
      steps += wave.shapes.stepsOf(shape);
      position = takeNext(dirty);
    } else {
      if (!isViewed) lookAt(wave, tables);
      isViewed = true;
      position = solveMany(wave, solve, position);
    }
  }
  // A wave takes at most a step for each place of the tables, so steps are charged at its end.
  if (isViewed) steps += wave.view.steps;
  if (steps > 0) wave.charge(steps, tables.variable[last]);
}

function solveCell(wave: Wave, tables: CellTables, cell: number, shape: number): void {
  const { machine, counts, shapes } = wave;
  if (shape === 0) {
    const initial = initialOf(wave.state, tables.variable[cell]);
    machine.value = initial.value;
    machine.class = initial.class;
  } else machine.run(shapes.of(shape), cell);
  counts.solves++;
  store(wave, tables, cell, machine.value, machine.class);
}

/** Runs a function on cells of its shape; returns the next position, of another shape. */
function solveMany({ view, dirty, counts }: Wave, solve: ShapeFunction, position: number): number {
  view.cursor = dirty.cursor;
  view.limit = dirty.limit;
  view.changes = counts.changes;
  view.solves = 0;
  const next = solve(view, position);
  dirty.cursor = view.cursor;
  dirty.limit = view.limit;
  counts.changes = view.changes;
  counts.solves += view.solves;
  return next;
}

/** Points generated functions at the present tables. */
function lookAt({ view, state, order, dirty, counts }: Wave, tables: CellTables): void {
  view.values = state.cellValues;
  view.classes = state.cellClasses;
  view.inputs = tables.inputs;
  view.constants = tables.constants;
  view.inputStart = tables.inputStart;
  view.constantStart = tables.constantStart;
  view.shapes = tables.shape;
  view.positions = tables.position;
  view.firstReader = tables.firstReader;
  view.nextReader = tables.nextReader;
  view.reader = tables.reader;
  view.cellAt = order.cellAt;
  view.words = dirty.words;
  view.upper = dirty.upper;
  view.changed = counts.changed;
  view.steps = 0;
}

export function createView(): WaveView {
  const ints = new Int32Array(0);
  return {
    values: new Float64Array(0),
    classes: new Uint8Array(0),
    inputs: ints,
    constants: new Float64Array(0),
    inputStart: ints,
    constantStart: ints,
    shapes: ints,
    positions: ints,
    firstReader: ints,
    nextReader: ints,
    reader: ints,
    cellAt: ints,
    words: ints,
    upper: ints,
    cursor: 0,
    limit: 0,
    changed: ints,
    changes: 0,
    solves: 0,
    steps: 0,
  };
}

/** Stores a value; marks the readers where it changed. */
function store(wave: Wave, tables: CellTables, cell: number, value: number, kind: number): void {
  const {
    state: { cellValues, cellClasses },
    counts,
  } = wave;
  if (cellClasses[cell] === kind && isSame(cellValues[cell], value)) return;
  cellValues[cell] = value;
  cellClasses[cell] = kind;
  counts.changed[counts.changes++] = cell;
  markReaders(wave, tables, cell);
}

export function markReaders({ dirty }: Wave, tables: CellTables, cell: number): void {
  for (let edge = tables.firstReader[cell]; edge !== 0; edge = tables.nextReader[edge])
    mark(dirty, tables.position[tables.reader[edge]]);
}

export function fitChanges(counts: WaveCounts, more: number): void {
  const least = counts.changes + more;
  if (counts.changed.length < least) counts.changed = longer(counts.changed, least);
}
