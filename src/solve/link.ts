import type { WorldState } from '../components/state.js';
import { cellClass } from '../model/model.js';
import { initialOf } from '../components/cell-blocks.js';
import { type CellTables, isSame, takeAsks, takeConstants, takeInputs } from './cell-tables.js';
import { holderOf, type KnownObjects } from './records.js';
import type { Fold } from './fold.js';
import { type InputReference, type ModifierBook, constancy } from './modifier-book.js';
import { type ModifierList, compareEntries, hashOf, scopeFactor } from './modifier-list.js';
import { type ShapeBook, opcode } from './cell-forms.js';
import { demandRoom } from '../meaning/cell-solver.js';

/** Most inputs and constants per modifier. */
const placesAModifier = 2;

const stepsOfLinking = 20;

export interface Linking {
  readonly state: WorldState;
  readonly book: ModifierBook;
  readonly shapes: ShapeBook;
  readonly known: KnownObjects;
  readonly parts: Parts;
  /** By cell. */
  readonly folds: Map<number, Fold>;
  readonly tables: CellTables;
  readonly list: (index: number) => ModifierList;
  objectOf(reference: InputReference, scope: number): number;
  readonly charge: (steps: number, variable: number) => void;
}

export type Parts = ReturnType<typeof createParts>;

/** Reused for each program. */
export function createParts() {
  const numbers = (): number[] => [];
  return {
    /** Modifiers in the order of application: records, or from -1 down places in the three lists below. */
    order: numbers(),
    /** Expanded entries of lists, their carriers and scopes. */
    modifiers: numbers(),
    carriers: numbers(),
    scopes: numbers(),
    links: numbers(),
    /** Sums over all modifiers, including those of lists. */
    sum: 0,
    otherSum: 0,
    inputs: numbers(),
    constants: numbers(),
    asks: numbers(),
  };
}

/** Up to so many modifiers, a cell with lists gets a program of its own; more are folded, see fold.ts. */
const mostExpanded = 16;

interface Step {
  readonly modifier: number;
  readonly carrier: number;
  readonly scope: number;
}

export function stepsInOrder(linking: Linking, cell: number): readonly Step[] {
  gather(linking, cell);
  expand(linking);
  return sorted(linking).map((at) => stepAt(linking, at));
}

function stepAt({ parts: { modifiers, carriers, scopes }, tables }: Linking, at: number): Step {
  if (at < 0) return { modifier: modifiers[-1 - at], carrier: carriers[-1 - at], scope: scopes[-1 - at] };
  const { recordModifier, recordCarrier, recordScope } = tables;
  return { modifier: recordModifier[at], carrier: recordCarrier[at], scope: recordScope[at] };
}

function gather({ parts, list, tables }: Linking, cell: number): number {
  const { order, links } = parts;
  order.length = 0;
  if (links.length > 0) links.length = 0;
  parts.sum = tables.recordSum[cell];
  parts.otherSum = tables.otherSum[cell];
  let shared = 0;
  for (let record = tables.firstRecord[cell]; record !== 0; record = tables.nextRecord[record]) {
    const modifier = tables.recordModifier[record];
    if (modifier >= 0) {
      order.push(record);
      continue;
    }
    const { sum, otherSum, length } = list(-1 - modifier);
    const factor = scopeFactor(tables.recordScope[record]);
    links.push(record);
    shared += length;
    parts.sum = (parts.sum + Math.imul(sum, factor)) | 0;
    parts.otherSum = (parts.otherSum + Math.imul(otherSum, factor)) | 0;
  }
  return order.length + shared;
}

function expand({ parts: { order, modifiers, carriers, scopes, links }, list, tables }: Linking): void {
  modifiers.length = carriers.length = scopes.length = 0;
  for (const record of links) {
    const shared = list(-1 - tables.recordModifier[record]);
    for (let i = 0; i < shared.length; i++) {
      modifiers.push(shared.modifiers[i]);
      carriers.push(shared.carriers[i]);
      scopes.push(tables.recordScope[record]);
      order.push(-modifiers.length);
    }
  }
}

function sorted(linking: Linking): readonly number[] {
  const {
    book,
    state: { grant },
    parts: { order },
  } = linking;
  if (order.length < 2) return order;
  return order.sort((first, second) => {
    const [a, b] = [stepAt(linking, first), stepAt(linking, second)];
    return (
      compareEntries(book, a.modifier, grant[a.carrier], b.modifier, grant[b.carrier]) ||
      grant[a.scope] - grant[b.scope]
    );
  });
}

/** Returns whether it changed. */
export function linkCell(linking: Linking, cell: number): boolean {
  const { book, shapes, folds, parts, tables } = linking;
  unlinkCell(linking, cell);
  const total = gather(linking, cell);
  const hasOtherModifiers = tables.linkedSum[cell] !== parts.sum || tables.otherLinkedSum[cell] !== parts.otherSum;
  tables.linkedSum[cell] = parts.sum;
  tables.otherLinkedSum[cell] = parts.otherSum;
  if (total === 0) {
    const had = tables.shape[cell] !== 0;
    tables.placesLive -= placesOf(shapes, tables.shape[cell]);
    tables.shape[cell] = 0;
    folds.delete(cell);
    return had || hasOtherModifiers;
  }
  const initial = initialOf(linking.state, tables.variable[cell]);
  const { inputs, constants, asks } = parts;
  inputs.length = 0;
  constants.length = 0;
  if (asks.length > 0) asks.length = 0;
  constants.push(initial.value);
  const begin = shapes.begin(initial.class === cellClass.whole);
  if (parts.links.length > 0 && total > mostExpanded) {
    const before = folds.get(cell);
    const { shape, fold } = linkFold(linking, cell, begin);
    folds.set(cell, fold);
    const isOther = place(linking, cell, shape);
    return isOther || hasOtherModifiers || before?.grantSum !== fold.grantSum;
  }
  linking.charge(total * stepsOfLinking, tables.variable[cell]);
  if (parts.links.length > 0) {
    expand(linking);
    folds.delete(cell);
  }
  let shape = begin;
  for (const at of sorted(linking)) {
    const modifier = at < 0 ? parts.modifiers[-1 - at] : tables.recordModifier[at];
    const scope = at < 0 ? parts.scopes[-1 - at] : tables.recordScope[at];
    shape = addStep(linking, shape, modifier, scope, book.application[modifier]);
  }
  return place(linking, cell, shape) || hasOtherModifiers;
}

/** Evaluates a modifier in a scope. `application`: the use of the amount. */
function addStep(linking: Linking, shape: number, modifier: number, scope: number, application: number): number {
  const {
    book,
    shapes,
    parts: { inputs, constants, asks },
  } = linking;
  const first = inputs.length;
  const isWhole = resolve(linking, modifier, scope, inputs);
  if (book.coded[modifier] === 1 && isWhole) {
    for (let i = book.constantStart[modifier]; i < book.constantStart[modifier + 1]; i++)
      constants.push(book.constants[i]);
    return shapes.next(shape, application === opcode.keep ? shapes.keeping(book.step[modifier]) : book.step[modifier]);
  }
  asks.push(modifier, scope);
  return shapes.next(shape, shapes.step([opcode.ask, inputs.length - first], application, inputs.length - first, 0));
}

/** Varying amounts are evaluated once and kept, own modifiers first, then list by list. */
function linkFold(linking: Linking, cell: number, begin: number): { readonly shape: number; readonly fold: Fold } {
  const { book, shapes, parts, tables, list } = linking;
  const { grant } = linking.state;
  const variable = tables.variable[cell];
  let shape = begin;
  let kept = 0;
  let grantSum = 0;
  /** Modifiers and scopes evaluated when applied; their inputs are only listed. */
  const asked: number[] = [];
  const add = (modifier: number, scope: number): number => {
    if (book.constancyOf[modifier] === constancy.constant) return -1;
    if (book.constancyOf[modifier] === constancy.running) {
      asked.push(modifier, scope);
      return -1;
    }
    shape = addStep(linking, shape, modifier, scope, opcode.keep);
    return kept++;
  };
  linking.charge(parts.order.length * stepsOfLinking, variable);
  const own = sorted(linking).map((at) => {
    const { modifier, carrier, scope } = stepAt(linking, at);
    grantSum = (grantSum + Math.imul(hashOf(modifier, grant[scope]), scopeFactor(scope))) | 0;
    return { modifier, scope, grant: grant[carrier], kept: add(modifier, scope) };
  });
  const links = parts.links
    .map((record) => ({ list: list(-1 - tables.recordModifier[record]), scope: tables.recordScope[record], kept: 0 }))
    .sort((a, b) => a.list.index - b.list.index || grant[a.scope] - grant[b.scope]);
  for (const link of links) {
    grantSum = (grantSum + Math.imul(link.list.grantSum, scopeFactor(link.scope))) | 0;
    link.kept = kept;
    if (link.list.varying === 0) continue;
    linking.charge(link.list.distinct.length * stepsOfLinking, variable);
    for (const modifier of link.list.distinct) add(modifier, link.scope);
  }
  const first = parts.inputs.length;
  for (let i = 0; i < asked.length; i += 2) resolve(linking, asked[i], asked[i + 1], parts.inputs);
  const listed = parts.inputs.length - first;
  return {
    shape: shapes.next(shape, shapes.step([opcode.jump, 4, listed, 0], opcode.fold, listed, 0)),
    fold: { own, links, grantSum },
  };
}

/** Of a program of the same shape. */
function hasParts({ tables, parts: { inputs, constants } }: Linking, cell: number): boolean {
  const [firstInput, firstConstant] = [tables.inputStart[cell], tables.constantStart[cell]];
  for (let i = 0; i < inputs.length; i++) if (tables.inputs[firstInput + i] !== inputs[i]) return false;
  for (let i = 0; i < constants.length; i++)
    if (!isSame(tables.constants[firstConstant + i], constants[i])) return false;
  return true;
}

/** False where a cell is missing. */
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

/** Where the last one was, if it fits, or after all others; returns whether it is another one. */
function place(linking: Linking, cell: number, shape: number): boolean {
  const { shapes, state, tables } = linking;
  const { inputs, constants, asks } = linking.parts;
  const before = tables.shape[cell];
  const isOther = shape !== before || !hasParts(linking, cell);
  demandRoom(tables.placesLive / placesAModifier, state.model.variables[tables.variable[cell]].name);
  tables.placesLive += inputs.length + constants.length + asks.length - placesOf(shapes, before);
  if (before === 0 || shapes.inputsOf(before) < inputs.length)
    tables.inputStart[cell] = takeInputs(tables, inputs.length);
  if (before === 0 || shapes.constantsOf(before) < constants.length)
    tables.constantStart[cell] = takeConstants(tables, constants.length);
  if (asks.length > 0) {
    if (before === 0 || 2 * shapes.asksOf(before) < asks.length) tables.askStart[cell] = takeAsks(tables, asks.length);
    tables.asks.set(asks, tables.askStart[cell]);
  }
  tables.shape[cell] = shape;
  const [firstInput, firstConstant] = [tables.inputStart[cell], tables.constantStart[cell]];
  for (let i = 0; i < constants.length; i++) tables.constants[firstConstant + i] = constants[i];
  for (let i = 0; i < inputs.length; i++) addEdge(tables, firstInput + i, inputs[i], cell);
  return isOther;
}

function placesOf(shapes: ShapeBook, shape: number): number {
  return shape === 0 ? 0 : shapes.inputsOf(shape) + shapes.constantsOf(shape) + 2 * shapes.asksOf(shape);
}

/** Smaller pools are not compacted. */
const leastPlaces = 4_096;

/** Compacts the pools when at most half of them is in use. */
export function closePools({ tables, shapes }: Pick<Linking, 'tables' | 'shapes'>): void {
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
    const [inputCount, constantCount] = [shapes.inputsOf(shape), shapes.constantsOf(shape)];
    const askCount = 2 * shapes.asksOf(shape);
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
  const { shapes, tables } = linking;
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
