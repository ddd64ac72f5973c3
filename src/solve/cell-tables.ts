import { longer } from './growing.js';

/**
 * What the solver knows of cells, by cell, and the pools that their programs are in. All of it follows from the state
 * and can be made anew. An input of a program is an edge as well: the places of the pool `inputs` are linked into lists
 * of those who read a cell.
 */
export interface CellTables {
  /** By cell: see shape-book.ts. */
  shape: Int32Array;
  /** Where its inputs, constants and asked amounts begin. */
  inputStart: Int32Array;
  constantStart: Int32Array;
  askStart: Int32Array;
  /** First edge to a cell that reads it; 0: nobody does. */
  firstReader: Int32Array;
  /** Place in the order in which cells are solved; 0: not placed, because nothing about it is to be solved. */
  position: Int32Array;
  /** First record of a modifier in force. */
  firstRecord: Int32Array;
  /**
   * Two sums over its records without those that stand for lists, and over all modifiers that its program was made of.
   */
  recordSum: Int32Array;
  otherSum: Int32Array;
  linkedSum: Int32Array;
  otherLinkedSum: Int32Array;
  /** Whose cell it is, and of which variable. */
  entity: Int32Array;
  variable: Int32Array;

  /**
   * Cells that are read, and of each place of that pool who reads it and the neighbours in the list of the read cell.
   * Place 0 is none.
   */
  inputs: Int32Array;
  reader: Int32Array;
  nextReader: Int32Array;
  previousReader: Int32Array;
  inputsUsed: number;
  constants: Float64Array;
  constantsUsed: number;
  /** Modifiers whose amounts are asked of the interpreter, and in which scopes: two places each. */
  asks: Int32Array;
  asksUsed: number;
  /** Places in these pools that belong to programs; the rest was left by programs that have grown. */
  placesLive: number;

  /**
   * Modifiers in force: which, carried by which object, evaluated in the scope of which, and the next record of the
   * same cell. Below 0: a list of modifiers in a scope, by its index from -1. Record 0 is none.
   */
  recordModifier: Int32Array;
  recordCarrier: Int32Array;
  recordScope: Int32Array;
  nextRecord: Int32Array;
  recordsUsed: number;
  /** Of them in use. */
  recordsLive: number;
  /** First record that is free again. */
  freeRecord: number;
}

export function createCellTables(cells: number): CellTables {
  const ints = (length: number): Int32Array => new Int32Array(length);
  const pool = Math.max(64, cells);
  return {
    shape: ints(cells),
    inputStart: ints(cells),
    constantStart: ints(cells),
    askStart: ints(cells),
    firstReader: ints(cells),
    position: ints(cells),
    firstRecord: ints(cells),
    recordSum: ints(cells),
    otherSum: ints(cells),
    linkedSum: ints(cells),
    otherLinkedSum: ints(cells),
    entity: ints(cells),
    variable: ints(cells),
    inputs: ints(pool),
    reader: ints(pool),
    nextReader: ints(pool),
    previousReader: ints(pool),
    inputsUsed: 1,
    // Initial values lie among them.
    constants: new Float64Array(2 * pool),
    constantsUsed: 0,
    asks: ints(16),
    asksUsed: 0,
    placesLive: 0,
    recordModifier: ints(pool),
    recordCarrier: ints(pool),
    recordScope: ints(pool),
    nextRecord: ints(pool),
    recordsUsed: 1,
    recordsLive: 0,
    freeRecord: 0,
  };
}

/** Room for `count` more inputs; returns where they begin. */
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
    const larger = new Float64Array(Math.max(tables.constantsUsed, 2 * tables.constants.length));
    larger.set(tables.constants);
    tables.constants = larger;
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

/** Tables for more cells, which take over the pools of those there were, and the columns of cells into larger ones. */
export function grownTables(before: CellTables, larger: CellTables): CellTables {
  const columns = cellColumns.map((name) => {
    larger[name].set(before[name]);
    return [name, larger[name]];
  });
  return { ...before, ...(Object.fromEntries(columns) as Pick<CellTables, (typeof cellColumns)[number]>) };
}
