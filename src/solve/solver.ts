import { fact, touch } from '../model/stamps.js';
import { type Graph, addToLink, createGraph, listAt, nameCells } from './graph.js';
import type { WorldState } from '../components/state.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { CellModifier } from '../ir/rule.js';
import { addKnownChildren, createAudiences, differences, fitKnown, learn } from './known-objects.js';
import { type CellTables, createCellTables } from './cell-tables.js';
import { createDirty, createOrder, mark, reorder } from './order.js';
import { closePools, linkCell, stepsInOrder } from './link.js';
import { createIntPool, isSame } from './growing.js';
import { type Solver, type WaveCounts, LoopError } from '../meaning/solver.js';
import { cellIn, enforce, withdraw } from './records.js';
import { fitChanges, markReaders, runWave } from './wave.js';
import { initialOf, variablesOf } from '../components/cell-blocks.js';
import { liveIds } from '../components/identity.js';
import { scopeFactor, settleList } from './modifier-list.js';
import { attachedTo } from '../components/attachment.js';

const noCells = new Int32Array(0);

/** So many shapes may be known, and so many a cell. */
const mostShapes = 100_000;
const shapesACell = 8;

/** A solver that keeps a graph over all cells, and solves of it what a change reaches. */
export function createSolver(state: WorldState, modifiers: readonly CellModifier[]): Solver {
  const graph = createGraph(state, modifiers);
  const { counts } = graph;
  return {
    counts,
    note: (id) => {
      graph.noted.push(id);
    },
    isInStep: () => graph.objects.isFresh(),
    born(id) {
      graph.newborn.push(id);
      graph.objects.note();
    },
    write(cell, value, kind) {
      const { cellValues, cellClasses } = state;
      if (cellClasses[cell] === kind && isSame(cellValues[cell], value)) return;
      cellValues[cell] = value;
      cellClasses[cell] = kind;
      graph.written.push(cell);
      touch(state.stamps, fact.cells);
    },
    begin() {
      counts.solves = 0;
      counts.changes = 0;
      resetWork(graph);
    },
    resetWork: () => {
      resetWork(graph);
    },
    sync: () => {
      sync(graph);
    },
    cellOwner: (cell) => graph.tables.entity[cell],
    cellVariable: (cell) => graph.tables.variable[cell],
    steps: (cell) =>
      stepsInOrder(graph, cell).map(({ modifier, carrier, scope }) => ({
        modifier: modifiers[modifier],
        carrier,
        scope,
      })),
    syncRestored: () => {
      again(graph, sync);
    },
    solveAll: () => {
      again(graph, solveAll);
    },
  };
}

function again(graph: Graph, act: (graph: Graph) => void): void {
  const { work } = graph;
  resetWork(graph);
  work.again(() => {
    act(graph);
  });
}

/** What aggregates in formulas look at counts for a turn or a call, too. */
function resetWork(graph: Graph): void {
  const { frame, work } = graph;
  work.reset();
  frame.visits = 0;
  frame.tests = 0;
}

function solveAll(graph: Graph): void {
  const { state, counts } = graph;
  sync(graph);
  resetUnmodified(state, graph.tables, counts);
  for (let at = 1; at <= graph.order.used; at++) if (graph.order.cellAt[at] !== 0) mark(graph.dirty, at);
  runWave(graph);
  touch(state.stamps, fact.cells);
}

/**
 * Brings cells in step with the world. What throws half way leaves tables that cannot be trusted: they are made
 * anew, and all is solved, the next time.
 */
function sync(graph: Graph): void {
  const { state, written } = graph;
  // What was put back took the work on it along.
  if (graph.restores !== state.restores) resetWork(graph);
  try {
    bringInStep(graph);
  } catch (error) {
    graph.isStale = true;
    written.length = 0;
    throw error;
  }
}

function bringInStep(graph: Graph): void {
  const { state, shapes, watchers, written, toLink, changedLists } = graph;
  const isNew = graph.restores !== state.restores;
  if (shapes.size > mostShapes && shapes.size > shapesACell * graph.order.placed) forgetShapes(graph);
  const hasMoved = !isNew && !graph.isStale && graph.layout !== state.cellLayout;
  if (isNew || graph.isStale || hasMoved) rebuild(graph, isNew);
  takeOver(graph, changedObjects(graph));
  watchers.note((cell, links) => {
    if (links) addToLink(graph, cell);
    // Programs that were made anew read what they name now: that it was something else before is not seen any more.
    if (!links || hasMoved) written.push(-cell);
  });
  if (toLink.length === 0 && changedLists.size === 0 && written.length === 0 && !graph.hasLost) return;
  solve(graph);
}

/** Programs that come and go leave shapes behind: where there are far more than cells, all programs are made anew. */
function forgetShapes(graph: Graph): void {
  const { shapes, functions } = graph;
  shapes.forget();
  functions.forget();
  graph.layout = -1;
}

function solve(graph: Graph): void {
  const { state, counts, written } = graph;
  const changed = linkAll(graph);
  for (const cell of changed) mark(graph.dirty, graph.tables.position[cell]);
  for (const cell of written) {
    if (cell > 0) markReaders(graph, graph.tables, cell);
    else if (graph.tables.position[-cell] !== 0) mark(graph.dirty, graph.tables.position[-cell]);
  }
  written.length = 0;
  if (graph.hasLost)
    for (const cell of resetUnmodified(state, graph.tables, counts)) markReaders(graph, graph.tables, cell);
  graph.hasLost = false;
  runWave(graph);
  if (counts.changes > 0) touch(state.stamps, fact.cells);
}

/**
 * Makes the programs of all cells whose modifiers may have changed, and finds their places in the order; returns
 * those that are concerned. Throws LoopError.
 */
function linkAll(graph: Graph): Int32Array {
  const { shapes, watchers, toLink, changedLists } = graph;
  if (toLink.length === 0 && changedLists.size === 0) return noCells;
  const folded = settleLists(graph);
  const found = createIntPool();
  for (let i = 0; i < toLink.length; i++) {
    const cell = toLink.at(i);
    if (graph.isToLink[cell] === 0) continue;
    graph.isToLink[cell] = 0;
    watchers.watch(cell, () => modifiersOf(graph, cell));
    // Modifiers that went and came back are no change.
    if (linkCell(graph, cell)) found.push(cell);
  }
  toLink.clear();
  closePools(graph);
  const changed = found.taken();
  const cycle = reorder(graph.order, graph.tables, graph.dirty, changed, shapes);
  if (cycle !== undefined)
    throw new LoopError(
      cycle.map((cell) => ({ object: graph.tables.entity[cell], variable: graph.tables.variable[cell] })),
    );
  if (folded.length === 0) return changed;
  for (const cell of folded) found.push(cell);
  return found.taken();
}

function modifiersOf(graph: Graph, cell: number): readonly number[] {
  const found: number[] = [];
  for (let record = graph.tables.firstRecord[cell]; record !== 0; record = graph.tables.nextRecord[record]) {
    const modifier = graph.tables.recordModifier[record];
    if (modifier >= 0) found.push(modifier);
    else for (const shared of listAt(graph, -1 - modifier).distinct) found.push(shared);
  }
  return found;
}

/**
 * Makes the graph anew, when cells have moved or a state was put back. Values are right as they are: whatever holds a
 * state has solved it before. `isNew`: the objects are others too.
 */
function rebuild(graph: Graph, isNew: boolean): void {
  const { state, known, counts, watchers, objects, noted, newborn, written, toLink, changedLists, work, folds } = graph;
  const settled = !isNew && !graph.isStale;
  graph.tables = createCellTables(state.cellValues.length);
  graph.audiences = createAudiences();
  folds.clear();
  changedLists.clear();
  graph.order = createOrder(state.cellValues.length);
  graph.dirty = createDirty(64);
  toLink.clear();
  graph.isToLink = new Uint8Array(state.cellValues.length);
  const isWritten = !isNew && written.length > 0;
  const hasFailed = !isNew && graph.isStale;
  written.length = 0;
  if (isNew) {
    counts.solves = 0;
    counts.changes = 0;
  }
  fitKnown(known, state);
  watchers.clear();
  const isLost = relearn(graph, settled);
  const { limit } = known;
  for (let id = 1; id < limit; id++) nameCells(graph, id);
  for (let id = 1; id < limit; id++) if (known.kind[id] !== 0 && known.granted[id] === 1) enforce(graph, id);
  // The tables are as large as the memory that is theirs, whatever there was before.
  const all = work.again(() => linkAll(graph));
  // Cells that a lost object has changed, and inputs that were written before they moved, cannot be told any more, so
  // all are solved.
  if (isLost || isWritten || hasFailed) for (const cell of all) written.push(-cell);
  graph.hasLost = isLost || hasFailed;
  if (!settled) {
    objects.note();
    noted.length = 0;
    newborn.length = 0;
  }
  graph.layout = state.cellLayout;
  graph.restores = state.restores;
  graph.isStale = false;
}

/**
 * Takes over all objects. Where cells have only moved, objects stay as they were known, so that what has changed
 * since is still found as a difference, unless one of them is gone: then all are taken over, and the answer is true.
 */
function relearn(graph: Graph, settled: boolean): boolean {
  const { state, known } = graph;
  const limit = Math.max(known.limit, idLimit(state.identity));
  let isLost = false;
  if (settled) {
    for (let id = 1; id < limit; id++) {
      if (known.kind[id] === 0) continue;
      if (isLive(state.identity, id) && state.identity.generation[id] === known.generation[id])
        known.block[id] = state.block[id];
      else isLost = true;
    }
  }
  if (!settled || isLost) for (let id = 1; id < limit; id++) learn(known, state, id);
  return isLost;
}

/**
 * Gives all cells that have no place in the order, because nothing modifies them, their initial values: for when it
 * cannot be told which ones have lost their modifiers, and no wave would come by. Returns those that have changed.
 */
function resetUnmodified(state: WorldState, tables: CellTables, counts: WaveCounts): readonly number[] {
  const { model, identity, block, cellValues, cellClasses } = state;
  const reset: number[] = [];
  for (const id of liveIds(state)) {
    for (const { index, input, offset } of variablesOf(model, identity.kind[id])) {
      const cell = block[id] + offset;
      if (input || tables.position[cell] !== 0) continue;
      const initial = initialOf(state, index);
      if (cellClasses[cell] === initial.class && isSame(cellValues[cell], initial.value)) continue;
      cellValues[cell] = initial.value;
      cellClasses[cell] = initial.class;
      reset.push(cell);
    }
  }
  fitChanges(counts, reset.length);
  for (const cell of reset) counts.changed[counts.changes++] = cell;
  counts.solves += reset.length;
  return reset;
}

/**
 * Puts in place what has changed in lists. Returns cells that are to be solved with the program that they have; the
 * others are to be linked.
 */
function settleLists(graph: Graph): readonly number[] {
  const { audiences, book, tables, folds, changedLists, isToLink, charge } = graph;
  const folded: number[] = [];
  for (const list of changedLists) {
    if (audiences.lists[list.index] !== list) continue;
    const before = list.settled;
    const change = settleList(list, book);
    if (change === 'none') continue;
    charge(list.targets.size, list.variable);
    for (const target of list.targets) {
      const cell = cellIn(graph, list.variable, target);
      if (cell === 0) continue;
      const fold = change === 'carriers' && isToLink[cell] === 0 ? folds.get(cell) : undefined;
      if (fold === undefined) {
        addToLink(graph, cell);
        continue;
      }
      const factor = scopeFactor(target);
      tables.linkedSum[cell] += Math.imul(list.sum - before.sum, factor);
      tables.otherLinkedSum[cell] += Math.imul(list.otherSum - before.otherSum, factor);
      fold.grantSum = (fold.grantSum + Math.imul(list.grantSum - before.grantSum, factor)) | 0;
      folded.push(cell);
    }
  }
  changedLists.clear();
  return folded;
}

/** Objects that are other than they are known to be. */
function changedObjects(graph: Graph): readonly number[] {
  const { state, known, objects, noted, newborn } = graph;
  let found: readonly number[];
  if (objects.isFresh())
    found = [...newborn, ...noted.filter((id) => known.kind[id] !== 0 && known.granted[id] !== state.granted[id])];
  else {
    found = differences(known, state);
    objects.note();
  }
  noted.length = 0;
  newborn.length = 0;
  return found;
}

/** Takes out of force what has changed with all that hangs on it, and puts in force what is there now. */
function takeOver(graph: Graph, changed: readonly number[]): void {
  const { state, known, holds } = graph;
  if (changed.length === 0) return;
  fitKnown(known, state);
  const moved = new Set(changed);
  for (const id of moved) {
    // What is new has nothing on it that is not new or has moved; what goes takes along what it was known to hold.
    if (known.kind[id] === 0 && !isLive(state.identity, id)) continue;
    if (known.kind[id] !== 0 && holds[known.kind[id]] === 1)
      for (const child of attachedTo(state, id)) moved.add(child);
  }
  if (changed.some((id) => known.kind[id] !== 0 && !isLive(state.identity, id))) addKnownChildren(known, moved);
  for (const id of moved) if (known.kind[id] !== 0 && known.granted[id] === 1) withdraw(graph, id);
  for (const id of moved) forgetCells(graph, id);
  for (const id of moved) learn(known, state, id);
  for (const id of moved) nameCells(graph, id);
  for (const id of moved) if (known.kind[id] !== 0 && known.granted[id] === 1) enforce(graph, id);
}

/** Cells of an object that is gone are solved no more. */
function forgetCells(graph: Graph, id: number): void {
  const { state, model, known, watchers } = graph;
  const kind = known.kind[id];
  if (kind === 0 || (isLive(state.identity, id) && state.identity.generation[id] === known.generation[id])) return;
  for (const { offset } of variablesOf(model, kind)) {
    const cell = known.block[id] + offset;
    graph.isToLink[cell] = 0;
    linkCell(graph, cell);
    graph.tables.entity[cell] = 0;
    watchers.watch(cell, () => []);
  }
}
