import type { WorldState } from '../../components/world-state.js';
import { cellClass } from '../../components/cell-class.js';
import { initialOf } from '../../components/cell-blocks.js';
import { type CellTables, takeAsks, takeConstants, takeInputs } from './cell-tables.js';
import { holderOf, type KnownObjects } from './known-objects.js';
import type { ModifierBook } from './modifier-book.js';
import { opcode } from './opcodes.js';
import { isSame } from './same-value.js';
import type { ShapeBook } from './shape-book.js';
import type { InputReference } from './amount.js';

/** What making the programs of cells needs. */
export interface Linking {
  readonly state: WorldState;
  readonly book: ModifierBook;
  readonly shapes: ShapeBook;
  readonly known: KnownObjects;
  readonly parts: Parts;
  tables(): CellTables;
  /** The object that an expression names in a scope; 0 where it names none. */
  objectOf(reference: InputReference, scope: number): number;
}

/** Records of a cell in the order in which their modifiers apply. */
export function recordsInOrder(linking: Linking, cell: number, into: number[] = []): readonly number[] {
  const tables = linking.tables();
  into.length = 0;
  for (let record = tables.firstRecord[cell]; record !== 0; record = tables.nextRecord[record]) into.push(record);
  return into.length < 2 ? into : into.sort((a, b) => compareRecords(linking, tables, a, b));
}

/** User priority, inherent priority, definition; of carriers that are no kinds, when they were first granted comes before definition. */
function compareRecords({ book, state: { grant } }: Linking, tables: CellTables, a: number, b: number): number {
  const [left, right] = [tables.recordModifier[a], tables.recordModifier[b]];
  const byRank = book.modifiers[left].priority - book.modifiers[right].priority || book.inherent[left] - book.inherent[right];
  if (byRank !== 0) return byRank;
  const [carrierA, carrierB] = [tables.recordCarrier[a], tables.recordCarrier[b]];
  const placeOf = (modifier: number, carrier: number): number => (book.modifiers[modifier].carrier.by === 'kind' ? 0 : grant[carrier]);
  return placeOf(left, carrierA) - placeOf(right, carrierB) || book.modifiers[left].index - book.modifiers[right].index
    || grant[carrierA] - grant[carrierB] || grant[tables.recordScope[a]] - grant[tables.recordScope[b]];
}

/** What a program is put together in; used again for each. */
export interface Parts {
  readonly records: number[];
  readonly inputs: number[];
  readonly constants: number[];
  readonly asks: number[];
}

/** Makes the program of a cell anew, and with it the edges from what it reads. Returns whether it is another one than before. */
export function linkCell(linking: Linking, cell: number): boolean {
  const tables = linking.tables();
  unlinkCell(linking, cell);
  const records = recordsInOrder(linking, cell, linking.parts.records);
  if (records.length === 0) {
    const had = tables.shape[cell] !== 0;
    tables.placesLive -= placesOf(linking.shapes, tables.shape[cell]);
    tables.shape[cell] = 0;
    return had;
  }
  const { book, shapes, parts: { inputs, constants, asks } } = linking;
  const initial = initialOf(linking.state, tables.variable[cell]);
  let shape = shapes.begin(initial.class === cellClass.whole);
  inputs.length = 0;
  constants.length = 0;
  asks.length = 0;
  constants.push(initial.value);
  for (const record of records) {
    const modifier = tables.recordModifier[record];
    const first = inputs.length;
    const isWhole = resolve(linking, modifier, tables.recordScope[record], inputs);
    if (book.coded[modifier] === 1 && isWhole) {
      shape = shapes.next(shape, book.step[modifier]);
      for (let i = book.constantStart[modifier]; i < book.constantStart[modifier + 1]; i++) constants.push(book.constants[i]);
    } else {
      const count = inputs.length - first;
      shape = shapes.next(shape, shapes.step([opcode.ask, count], book.application[modifier], count, 0));
      asks.push(record);
    }
  }
  const isOther = shape !== tables.shape[cell] || !hasParts(tables, cell, linking.parts);
  place(tables, cell, shape, shapes, linking.parts);
  return isOther;
}

/** Whether the program of a cell, of the same shape, is over these inputs and constants. */
function hasParts(tables: CellTables, cell: number, { inputs, constants }: Parts): boolean {
  const [firstInput, firstConstant] = [tables.inputStart[cell], tables.constantStart[cell]];
  for (let i = 0; i < inputs.length; i++) if (tables.inputs[firstInput + i] !== inputs[i]) return false;
  for (let i = 0; i < constants.length; i++) if (!isSame(tables.constants[firstConstant + i], constants[i])) return false;
  return true;
}

/** Adds the cells that a modifier reads in a scope; false where one is not there. */
function resolve(linking: Linking, modifier: number, scope: number, into: number[]): boolean {
  const { known, state, book } = linking;
  let all = true;
  for (let i = book.inputStart[modifier]; i < book.inputStart[modifier + 1]; i++) {
    const input = book.inputs[i];
    const reference = input < 0 ? book.references[-input - 1] : undefined;
    const variable = state.model.variables[reference?.variable ?? input];
    const object = reference === undefined ? scope : linking.objectOf(reference, scope);
    const holder = object === 0 ? 0 : holderOf(known, object, variable.kind);
    if (holder === 0) all = false;
    else into.push(known.block[holder] + variable.offset);
  }
  return all;
}

/** Puts a program where the last one was, if it takes no more room, or behind all others. */
function place(tables: CellTables, cell: number, shape: number, shapes: ShapeBook, { inputs, constants, asks }: Parts): void {
  const before = tables.shape[cell];
  tables.placesLive += inputs.length + constants.length + asks.length - placesOf(shapes, before);
  if (before === 0 || shapes.inputsOf(before) < inputs.length) tables.inputStart[cell] = takeInputs(tables, inputs.length);
  if (before === 0 || shapes.constantsOf(before) < constants.length) tables.constantStart[cell] = takeConstants(tables, constants.length);
  if (asks.length > 0) {
    if (before === 0 || shapes.asksOf(before) < asks.length) tables.askStart[cell] = takeAsks(tables, asks.length);
    tables.asks.set(asks, tables.askStart[cell]);
  }
  tables.shape[cell] = shape;
  const [firstInput, firstConstant] = [tables.inputStart[cell], tables.constantStart[cell]];
  for (let i = 0; i < constants.length; i++) tables.constants[firstConstant + i] = constants[i];
  for (let i = 0; i < inputs.length; i++) addEdge(tables, firstInput + i, inputs[i], cell);
}

function placesOf(shapes: ShapeBook, shape: number): number {
  return shape === 0 ? 0 : shapes.inputsOf(shape) + shapes.constantsOf(shape) + shapes.asksOf(shape);
}

/** Pools with fewer places are left as they are. */
const leastPlaces = 4_096;

/** Moves all programs together where most of the pools is what programs that have grown have left. */
export function closePools({ tables: tablesNow, shapes }: Pick<Linking, 'tables' | 'shapes'>): void {
  const tables = tablesNow();
  const used = tables.inputsUsed + tables.constantsUsed + tables.asksUsed;
  if (used < leastPlaces || used < 2 * tables.placesLive) return;
  const { inputs, constants, asks } = tables;
  tables.inputs = new Int32Array(inputs.length);
  tables.constants = new Float64Array(constants.length);
  tables.asks = new Int32Array(asks.length);
  tables.inputsUsed = 1;
  tables.constantsUsed = 0;
  tables.asksUsed = 0;
  tables.firstReader.fill(0);
  for (let cell = 1; cell < tables.shape.length; cell++) {
    const shape = tables.shape[cell];
    if (shape === 0) continue;
    const [input, constant, ask] = [tables.inputStart[cell], tables.constantStart[cell], tables.askStart[cell]];
    const [inputCount, constantCount, askCount] = [shapes.inputsOf(shape), shapes.constantsOf(shape), shapes.asksOf(shape)];
    tables.inputStart[cell] = takeInputs(tables, inputCount);
    tables.constantStart[cell] = takeConstants(tables, constantCount);
    tables.askStart[cell] = takeAsks(tables, askCount);
    for (let i = 0; i < inputCount; i++) addEdge(tables, tables.inputStart[cell] + i, inputs[input + i], cell);
    for (let i = 0; i < constantCount; i++) tables.constants[tables.constantStart[cell] + i] = constants[constant + i];
    for (let i = 0; i < askCount; i++) tables.asks[tables.askStart[cell] + i] = asks[ask + i];
  }
}

function addEdge(tables: CellTables, edge: number, read: number, reader: number): void {
  const next = tables.firstReader[read];
  tables.inputs[edge] = read;
  tables.reader[edge] = reader;
  tables.nextReader[edge] = next;
  tables.previousReader[edge] = 0;
  if (next !== 0) tables.previousReader[next] = edge;
  tables.firstReader[read] = edge;
}

function unlinkCell(linking: Linking, cell: number): void {
  const { shapes } = linking;
  const tables = linking.tables();
  const shape = tables.shape[cell];
  if (shape === 0) return;
  const first = tables.inputStart[cell];
  const end = first + shapes.inputsOf(shape);
  for (let edge = first; edge < end; edge++) {
    const [next, previous] = [tables.nextReader[edge], tables.previousReader[edge]];
    if (previous === 0) tables.firstReader[tables.inputs[edge]] = next;
    else tables.nextReader[previous] = next;
    if (next !== 0) tables.previousReader[next] = previous;
  }
}
