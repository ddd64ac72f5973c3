import { copied } from '../kernel/enlarged.js';
import { type CellTables, longer, putCell } from './cell-tables.js';
import { initialOf } from '../components/cell-blocks.js';
import type { WaveCounts } from '../meaning/cell-solver.js';
import type { Machine } from './machine.js';
import type { Linking } from './link.js';
import type { Dirty, ShapeFunctions, Solving } from './shape-function.js';

/**
 * Each cell after all that it reads. Cells with changed programs move to the end with all dependents. Cells of one
 * level and shape are adjacent.
 */
export interface Order {
  /** Cells by position, from 1; 0: a gap. */
  cellAt: Int32Array;
  /** Positions assigned. */
  used: number;
  placed: number;
  /** Cells placed since all were sorted together. */
  appended: number;
  /** By cell: 1 plus its inputs that wait for another moving cell; 0: it does not move. */
  waiting: Int32Array;
}

export function createOrder(cells: number): Order {
  return { cellAt: new Int32Array(cells + 64), used: 0, placed: 0, appended: 0, waiting: new Int32Array(cells) };
}

/** Returns undefined, or the cells of a loop, each read by the next; then the order is unchanged. */
export function reorder(ordering: Ordering, changed: Int32Array): readonly number[] | undefined {
  if (changed.every((cell) => isPlaced(ordering, cell))) return undefined;
  const { order } = ordering;
  const moving = closure(ordering, changed);
  const sorted = sortLevels(ordering, moving);
  const stuck = new Set(sorted === undefined ? moving.filter((cell) => order.waiting[cell] > 1) : []);
  for (const cell of moving) order.waiting[cell] = 0;
  if (sorted === undefined) return findCycle(ordering, stuck);
  append(ordering, sorted);
  // Cells that came all at once are sorted already.
  order.appended = sorted.length === order.placed ? 0 : order.appended + sorted.length;
  if (order.appended > leastRegrouped && order.appended > order.placed / 2) regroup(ordering);
  return undefined;
}

type Ordering = Pick<Wave, 'order' | 'tables' | 'dirty' | 'shapes'>;

/** Fewer cells are not worth sorting again. */
const leastRegrouped = 2_000;

/** When half of the cells are new since the last time: each is sorted a few times in all. */
function regroup(ordering: Ordering): void {
  const { order } = ordering;
  order.appended = 0;
  const all = order.cellAt.subarray(1, order.used + 1).filter((cell) => cell !== 0);
  const sorted = sortLevels(ordering, closure(ordering, all));
  for (const cell of all) order.waiting[cell] = 0;
  if (sorted !== undefined) append(ordering, sorted);
}

/** After all cells that it reads. */
function isPlaced({ tables, shapes }: Ordering, cell: number): boolean {
  const position = tables.position[cell];
  if (position === 0) return false;
  const first = tables.inputStart[cell];
  const end = first + shapes.inputsOf(tables.shape[cell]);
  for (let edge = first; edge < end; edge++) if (tables.position[tables.inputs[edge]] >= position) return false;
  return true;
}

/** The cells and all that depend on them, each once; `waiting` counts edges among them, plus 1. */
function closure({ order: { waiting }, tables }: Ordering, changed: Int32Array): Int32Array {
  let found = new Int32Array(changed.length + 64);
  let count = 0;
  const add = (cell: number) => {
    if (waiting[cell] !== 0) return;
    waiting[cell] = 1;
    if (count === found.length) found = longer(found);
    found[count++] = cell;
  };
  for (const cell of changed) add(cell);
  for (let i = 0; i < count; i++) {
    for (let edge = tables.firstReader[found[i]]; edge !== 0; edge = tables.nextReader[edge]) {
      add(tables.reader[edge]);
      waiting[tables.reader[edge]]++;
    }
  }
  return found.subarray(0, count);
}

/** By level, then shape; undefined where some wait for one another. Consumes `waiting`. */
function sortLevels({ order: { waiting }, tables }: Ordering, moving: Int32Array): Int32Array | undefined {
  const sorted = new Int32Array(moving.length);
  let end = 0;
  for (const cell of moving) if (waiting[cell] === 1) sorted[end++] = cell;
  for (let start = 0; start < end; ) {
    const levelEnd = end;
    sortByShape(tables, sorted.subarray(start, levelEnd));
    for (let i = start; i < levelEnd; i++) {
      for (let edge = tables.firstReader[sorted[i]]; edge !== 0; edge = tables.nextReader[edge]) {
        if (--waiting[tables.reader[edge]] === 1) sorted[end++] = tables.reader[edge];
      }
    }
    start = levelEnd;
  }
  return end === moving.length ? sorted : undefined;
}

const cellRange = 2 ** 28;

function sortByShape({ shape }: CellTables, level: Int32Array): void {
  if (level.length < 2) return;
  const keys = new Float64Array(level.length);
  for (let i = 0; i < level.length; i++) keys[i] = shape[level[i]] * cellRange + level[i];
  keys.sort();
  for (let i = 0; i < level.length; i++) level[i] = keys[i] % cellRange;
}

/** Each read by the next, and the last by the first. Stuck cells wait for others, which leads into a loop. */
function findCycle(ordering: Ordering, stuck: ReadonlySet<number>): readonly number[] {
  const path = new Set<number>();
  let cell = stuck.values().next().value ?? 0;
  for (; !path.has(cell); cell = stuckInput(ordering, cell, stuck)) path.add(cell);
  const cells = [...path];
  return cells.slice(cells.indexOf(cell)).reverse();
}

function stuckInput({ tables, shapes }: Ordering, cell: number, stuck: ReadonlySet<number>): number {
  const first = tables.inputStart[cell];
  const end = first + shapes.inputsOf(tables.shape[cell]);
  for (let edge = first; edge < end; edge++) if (stuck.has(tables.inputs[edge])) return tables.inputs[edge];
  return 0;
}

function append({ order, tables, dirty }: Ordering, sorted: Int32Array): void {
  const { position } = tables;
  for (const cell of sorted) {
    if (position[cell] === 0) continue;
    order.cellAt[position[cell]] = 0;
    position[cell] = 0;
    order.placed--;
  }
  if (order.used + sorted.length >= order.cellAt.length) makeRoom(order, tables, sorted.length);
  growDirty(dirty, order.cellAt.length);
  for (const cell of sorted) {
    position[cell] = ++order.used;
    order.cellAt[order.used] = cell;
  }
  order.placed += sorted.length;
}

/** Closes gaps, and enlarges where that is not enough. Nothing may be dirty. */
function makeRoom(order: Order, tables: CellTables, more: number): void {
  let next = 0;
  for (let at = 1; at <= order.used; at++) {
    const cell = order.cellAt[at];
    if (cell === 0) continue;
    order.cellAt[++next] = cell;
    tables.position[cell] = next;
  }
  order.cellAt.fill(0, next + 1, order.used + 1);
  order.used = next;
  if (2 * (next + more) < order.cellAt.length) return;
  order.cellAt = copied(order.cellAt.subarray(0, next + 1), new Int32Array(2 * (next + more) + 64));
}

export function createDirty(positions: number): Dirty {
  const words = (positions >>> 5) + 1;
  return { words: new Int32Array(words), upper: new Int32Array((words >>> 5) + 1), cursor: 0, limit: 0 };
}

function growDirty(dirty: Dirty, positions: number): void {
  if (positions >>> 5 < dirty.words.length) return;
  const { words, upper } = createDirty(positions * 2);
  dirty.words = copied(dirty.words, words);
  dirty.upper = copied(dirty.upper, upper);
}

export function mark(dirty: Dirty, position: number): void {
  const word = position >>> 5;
  const before = dirty.words[word];
  dirty.words[word] = before | (1 << (position & 31));
  if (before === 0) {
    dirty.upper[word >>> 5] |= 1 << (word & 31);
    if (word < dirty.cursor) dirty.cursor = word;
    if (word >= dirty.limit) dirty.limit = word + 1;
  }
}

/** -1 where there is none left. */
function takeNext(dirty: Dirty): number {
  const { words, upper } = dirty;
  for (;;) {
    const { cursor } = dirty;
    const word = words[cursor];
    if (word !== 0) {
      const bit = word & -word;
      words[cursor] = word ^ bit;
      return (cursor << 5) + 31 - Math.clz32(bit);
    }
    upper[cursor >>> 5] &= ~(1 << (cursor & 31));
    if (!advance(dirty)) return -1;
  }
}

/** Moves to the next word that may hold some; after the last, to the first, returning false. */
function advance(dirty: Dirty): boolean {
  const { upper } = dirty;
  const last = (dirty.limit + 31) >>> 5;
  for (let at = dirty.cursor >>> 5; at < last; at++) {
    const word = upper[at];
    if (word === 0) continue;
    dirty.cursor = (at << 5) + 31 - Math.clz32(word & -word);
    return true;
  }
  dirty.cursor = 0;
  dirty.limit = 0;
  return false;
}

export interface Wave
  extends Omit<Solving, 'state' | 'tables'>,
    Pick<Linking, 'state' | 'shapes' | 'tables' | 'charge'> {
  readonly functions: ShapeFunctions;
  readonly order: Order;
  readonly machine: Machine;
}

/** Each once, after its inputs; unchanged values stop the wave. */
export function runWave(wave: Wave): void {
  const { functions, order, dirty, counts, tables } = wave;
  fitChanges(counts, order.placed);
  let steps = 0;
  let last = 0;
  for (let position = takeNext(dirty); position >= 0; ) {
    const { solves } = counts;
    last = order.cellAt[position];
    const shape = tables.shape[last];
    const solve = shape === 0 ? undefined : functions.of(shape, counts.solved !== undefined);
    if (solve === undefined) {
      solveCell(wave, last, shape);
      position = takeNext(dirty);
    } else position = solve(wave, position);
    steps += (counts.solves - solves) * wave.shapes.stepsOf(shape);
  }
  // Charged at its end: a wave takes at most a step for each place of the tables.
  if (steps > 0) wave.charge(steps, tables.variable[last]);
}

function solveCell(wave: Wave, cell: number, shape: number): void {
  const { machine, counts, shapes } = wave;
  if (shape === 0) {
    const initial = initialOf(wave.state, wave.tables.variable[cell]);
    machine.value = initial.value;
    machine.class = initial.class;
  } else machine.run(shapes.of(shape), cell);
  counts.solves++;
  if (counts.solved !== undefined) counts.solved[wave.tables.variable[cell]]++;
  if (!putCell(wave.state, cell, machine.value, machine.class)) return;
  counts.changed[counts.changes++] = cell;
  markReaders(wave, cell);
}

export function markReaders({ dirty, tables }: Wave, cell: number): void {
  for (let edge = tables.firstReader[cell]; edge !== 0; edge = tables.nextReader[edge])
    mark(dirty, tables.position[tables.reader[edge]]);
}

export function fitChanges(counts: WaveCounts, more: number): void {
  const least = counts.changes + more;
  if (counts.changed.length < least) counts.changed = longer(counts.changed, least);
}
