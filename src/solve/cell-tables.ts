import type { WorldState } from '../components/state.js';
import { copied, enlarged } from '../kernel/enlarged.js';

const cellColumns = [
  'shape',
  'inputStart',
  'constantStart',
  'askStart',
  'firstReader',
  'position',
  'firstRecord',
  'recordSum',
  'otherSum',
  'linkedSum',
  'otherLinkedSum',
  'entity',
  'variable',
] as const;

export type CellTables = ReturnType<typeof createCellTables>;

/**
 * Tables of the solver by cell, and the pools of their programs; derived from the state. Each input is also an edge:
 * the places of `inputs` are linked into lists of the readers of a cell.
 */
export function createCellTables(cells: number) {
  const ints = (length: number): Int32Array => new Int32Array(length);
  const numbers = (length: number): Float64Array => new Float64Array(length);
  const pool = Math.max(64, cells);
  return {
    /** By cell: see `ShapeBook`. */
    shape: ints(cells),
    /** Starts of its inputs, constants and asked amounts. */
    inputStart: ints(cells),
    constantStart: ints(cells),
    askStart: ints(cells),
    /** First edge to a reader; 0: none. */
    firstReader: ints(cells),
    /** Place in the order of solving; 0: nothing to solve. */
    position: ints(cells),
    firstRecord: ints(cells),
    /** Two sums over its records without lists, and two over all modifiers of its program. */
    recordSum: ints(cells),
    otherSum: ints(cells),
    linkedSum: ints(cells),
    otherLinkedSum: ints(cells),
    entity: ints(cells),
    variable: ints(cells),
    /** Cells read, and by place: the reader and its neighbours in the list of the read cell. Place 0 is none. */
    inputs: ints(pool),
    reader: ints(pool),
    nextReader: ints(pool),
    previousReader: ints(pool),
    inputsUsed: 1,
    /** Includes initial values. */
    constants: numbers(2 * pool),
    constantsUsed: 0,
    /** Modifiers evaluated by the interpreter, and their scopes: two places each. */
    asks: ints(16),
    asksUsed: 0,
    /** Places of these pools in use by programs; the rest is garbage of programs that have grown. */
    placesLive: 0,
    /**
     * Modifiers in force: index, carrier, scope, and the next record of the cell. Below 0: a list in a scope, by its
     * index from -1. Record 0 is none.
     */
    recordModifier: ints(pool),
    recordCarrier: ints(pool),
    recordScope: ints(pool),
    nextRecord: ints(pool),
    recordsUsed: 1,
    recordsLive: 0,
    freeRecord: 0,
  };
}

export function takeInputs(tables: CellTables, count: number): number {
  const start = tables.inputsUsed;
  tables.inputsUsed += count;
  if (tables.inputsUsed > tables.inputs.length) {
    for (const name of ['inputs', 'reader', 'nextReader', 'previousReader'] as const)
      tables[name] = longer(tables[name], tables.inputsUsed);
  }
  return start;
}

export function takeConstants(tables: CellTables, count: number): number {
  const start = tables.constantsUsed;
  tables.constantsUsed += count;
  if (tables.constantsUsed > tables.constants.length) {
    const length = Math.max(tables.constantsUsed, 2 * tables.constants.length);
    tables.constants = copied(tables.constants, new Float64Array(length));
  }
  return start;
}

export function takeAsks(tables: CellTables, count: number): number {
  const start = tables.asksUsed;
  tables.asksUsed += count;
  if (tables.asksUsed > tables.asks.length) tables.asks = longer(tables.asks, tables.asksUsed);
  return start;
}

export function takeRecord(tables: CellTables): number {
  tables.recordsLive++;
  const free = tables.freeRecord;
  if (free !== 0) {
    tables.freeRecord = tables.nextRecord[free];
    return free;
  }
  const record = tables.recordsUsed++;
  if (tables.recordsUsed > tables.nextRecord.length) {
    for (const name of ['recordModifier', 'recordCarrier', 'recordScope', 'nextRecord'] as const)
      tables[name] = longer(tables[name], tables.recordsUsed);
  }
  return record;
}

export function giveRecord(tables: CellTables, record: number): void {
  tables.recordsLive--;
  tables.nextRecord[record] = tables.freeRecord;
  tables.freeRecord = record;
}

/** Larger tables: pools are taken over, columns copied. */
export function grownTables(before: CellTables, larger: CellTables): CellTables {
  const columns = cellColumns.map((name) => {
    larger[name].set(before[name]);
    return [name, larger[name]];
  });
  return { ...before, ...(Object.fromEntries(columns) as Pick<CellTables, (typeof cellColumns)[number]>) };
}

export type IntPool = ReturnType<typeof createIntPool>;

export function createIntPool() {
  return pool((length) => new Int32Array(length));
}

export function createNumberPool() {
  return pool((length) => new Float64Array(length));
}

/** A typed array that grows at its end: a list of a million numbers is a million numbers. */
function pool<T extends Int32Array | Float64Array>(make: (length: number) => T) {
  let array = make(64);
  let length = 0;
  return {
    get length() {
      return length;
    },
    push(value: number): void {
      if (length === array.length) array = copied(array, make(2 * length));
      array[length++] = value;
    },
    at: (place: number) => array[place],
    clear(): void {
      length = 0;
    },
    taken: () => array.slice(0, length) as T,
  };
}

/** Returns whether the cell changed. */
export function putCell(
  { cellValues, cellClasses }: Pick<WorldState, 'cellValues' | 'cellClasses'>,
  cell: number,
  value: number,
  kind: number,
): boolean {
  if (cellClasses[cell] === kind && isSame(cellValues[cell], value)) return false;
  cellValues[cell] = value;
  cellClasses[cell] = kind;
  return true;
}

export function longer(array: Int32Array, least = 0): Int32Array<ArrayBuffer> {
  return enlarged(array, Math.max(least, 2 * array.length));
}

export interface Run {
  modifier: number;
  grant: number;
  readonly scope: number;
  amount: number;
  /** False at the end. */
  readonly advance: () => boolean;
}

/**
 * Merges sorted runs by a binary heap of the runs. An entry costs two comparisons for each doubling of their number.
 */
export function mergeRuns(runs: Run[], compare: (a: Run, b: Run) => number, take: (run: Run) => void): void {
  for (let at = (runs.length >> 1) - 1; at >= 0; at--) sink(runs, at, compare);
  while (runs.length > 0) {
    const [first] = runs;
    take(first);
    if (!first.advance()) {
      const last = runs.pop();
      if (last === undefined || runs.length === 0) return;
      runs[0] = last;
    }
    sink(runs, 0, compare);
  }
}

/** Most comparisons for an entry of so many runs. */
export function comparisonsOf(runs: number): number {
  return 2 * (32 - Math.clz32(runs));
}

function sink(runs: Run[], start: number, compare: (a: Run, b: Run) => number): void {
  const run = runs[start];
  let at = start;
  for (;;) {
    let child = 2 * at + 1;
    if (child + 1 < runs.length && compare(runs[child + 1], runs[child]) < 0) child++;
    if (child >= runs.length || compare(run, runs[child]) <= 0) break;
    runs[at] = runs[child];
    at = child;
  }
  runs[at] = run;
}

/** The same number: NaN is NaN, and −0 is not 0. */
export function isSame(a: number, b: number): boolean {
  return a === b ? a !== 0 || 1 / a === 1 / b : a !== a && b !== b;
}
