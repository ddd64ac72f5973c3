import { type CellTables, longer } from './cell-tables.js';
import type { ShapeBook } from './cell-forms.js';

/**
 * The order of solving: each cell after all that it reads. Cells with changed programs move, with all that depend on
 * them, to the end: no other cell reads these, so the order of the rest stays valid. Cells of one level and shape are
 * adjacent.
 */
export interface Order {
  /** Cells by position, from 1; 0: a gap. */
  cellAt: Int32Array;
  /** Positions assigned. */
  used: number;
  /** Of them in use. */
  placed: number;
  /** Cells placed since all were sorted together. */
  appended: number;
  /** Work space, by cell: 1 plus its inputs that wait for another moving cell; 0: it does not move. */
  waiting: Int32Array;
}

export function createOrder(cells: number): Order {
  return { cellAt: new Int32Array(cells + 64), used: 0, placed: 0, appended: 0, waiting: new Int32Array(cells) };
}

/**
 * Places changed cells. Returns undefined, or the cells of a loop, each read by the next; then the order is unchanged.
 */
export function reorder(
  order: Order,
  tables: CellTables,
  dirty: Dirty,
  changed: Int32Array,
  shapes: ShapeBook,
): readonly number[] | undefined {
  if (changed.every((cell) => isPlaced(tables, cell, shapes))) return undefined;
  const moving = closure(order, tables, changed);
  const sorted = sortLevels(order, tables, moving);
  const stuck = sorted === undefined ? new Set(moving.filter((cell) => order.waiting[cell] > 1)) : undefined;
  for (const cell of moving) order.waiting[cell] = 0;
  if (sorted === undefined) return findCycle(tables, stuck ?? new Set(), shapes);
  append(order, tables, dirty, sorted);
  // Cells that came all at once are sorted already.
  order.appended = sorted.length === order.placed ? 0 : order.appended + sorted.length;
  if (order.appended > leastRegrouped && order.appended > order.placed / 2) regroup(order, tables, dirty);
  return undefined;
}

/** Fewer cells are not worth sorting again. */
const leastRegrouped = 2_000;

/**
 * Sorts all cells together, so that those of one shape are adjacent: many objects that came one by one are then solved
 * as columns. Done when half of the cells have come since the last time, so each cell is sorted a few times in all.
 */
function regroup(order: Order, tables: CellTables, dirty: Dirty): void {
  order.appended = 0;
  const all = order.cellAt.subarray(1, order.used + 1).filter((cell) => cell !== 0);
  const sorted = sortLevels(order, tables, closure(order, tables, all));
  for (const cell of all) order.waiting[cell] = 0;
  if (sorted !== undefined) append(order, tables, dirty, sorted);
}

/** Whether it has a position after all that it reads. */
function isPlaced(tables: CellTables, cell: number, shapes: ShapeBook): boolean {
  const position = tables.position[cell];
  if (position === 0) return false;
  const first = tables.inputStart[cell];
  const end = first + shapes.inputsOf(tables.shape[cell]);
  for (let edge = first; edge < end; edge++) if (tables.position[tables.inputs[edge]] >= position) return false;
  return true;
}

/** The cells and all that depend on them, each once; `waiting` counts edges among them, plus 1. */
function closure({ waiting }: Order, tables: CellTables, changed: Int32Array): Int32Array {
  let found = new Int32Array(changed.length + 64);
  let count = 0;
  const add = (cell: number): void => {
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

/** The cells by level, then shape; undefined where some wait for one another. Consumes `waiting`. */
function sortLevels({ waiting }: Order, tables: CellTables, moving: Int32Array): Int32Array | undefined {
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

/**
 * Cells each read by the next, and the last by the first. What is stuck waits for something stuck, which leads into a
 * loop.
 */
function findCycle(tables: CellTables, stuck: ReadonlySet<number>, shapes: ShapeBook): readonly number[] {
  const path: number[] = [];
  const places = new Map<number, number>();
  for (let cell = stuck.values().next().value ?? 0; ; cell = stuckInput(tables, cell, stuck, shapes)) {
    const place = places.get(cell);
    if (place !== undefined) return path.slice(place).reverse();
    places.set(cell, path.length);
    path.push(cell);
  }
}

function stuckInput(tables: CellTables, cell: number, stuck: ReadonlySet<number>, shapes: ShapeBook): number {
  const first = tables.inputStart[cell];
  const end = first + shapes.inputsOf(tables.shape[cell]);
  for (let edge = first; edge < end; edge++) if (stuck.has(tables.inputs[edge])) return tables.inputs[edge];
  return 0;
}

function append(order: Order, tables: CellTables, dirty: Dirty, sorted: Int32Array): void {
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
  const larger = new Int32Array(2 * (next + more) + 64);
  larger.set(order.cellAt.subarray(0, next + 1));
  order.cellAt = larger;
}

/**
 * Dirty positions, as bits in two levels: a bit of the upper one says that the word below may hold some. They are taken
 * in ascending order; positions added meanwhile always lie ahead.
 */
export interface Dirty {
  words: Int32Array;
  upper: Int32Array;
  /** The current word. */
  cursor: number;
  /** All words from here on are empty. */
  limit: number;
}

export function createDirty(positions: number): Dirty {
  const words = (positions >>> 5) + 1;
  return { words: new Int32Array(words), upper: new Int32Array((words >>> 5) + 1), cursor: 0, limit: 0 };
}

/** Room for more positions. */
function growDirty(dirty: Dirty, positions: number): void {
  if (positions >>> 5 < dirty.words.length) return;
  const { words, upper } = createDirty(positions * 2);
  words.set(dirty.words);
  upper.set(dirty.upper);
  dirty.words = words;
  dirty.upper = upper;
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

/** Takes the lowest position; -1 where there is none left. */
export function takeNext(dirty: Dirty): number {
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
