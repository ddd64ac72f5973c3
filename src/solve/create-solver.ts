import { fact, touch } from '../model/stamps.js';
import { type Graph, addToLink, createGraph, emptyTables, listAt, nameCells } from './graph.js';
import type { WorldState } from '../components/state.js';
import { idLimit, isLive } from '../kernel/identity.js';
import type { CellModifier } from '../ir/rule.js';
import { addKnownChildren, cellIn, differences, enforce, fitKnown, isKnown, learn, withdraw } from './records.js';
import { type CellTables, createIntPool, putCell } from './cell-tables.js';
import { fitChanges, mark, markReaders, reorder, runWave } from './wave.js';
import { closePools, linkCell, stepsInOrder } from './link.js';
import { type Solver, type WaveCounts, LoopError } from '../meaning/cell-solver.js';
import { initialOf, variablesOf } from '../components/cell-blocks.js';
import { liveIds } from '../components/live-objects.js';
import { scopeFactor, settleList } from './modifier-list.js';
import { attachedTo } from '../components/attachment.js';

const noCells = new Int32Array(0);

/** In all and per cell. */
const mostShapes = 100_000;
const shapesACell = 8;

export function createSolver(state: WorldState, modifiers: readonly CellModifier[]): Solver {
  const graph = createGraph(state, modifiers);
  const { counts } = graph;
  return {
    counts,
    note: (id) => graph.noted.push(id),
    isInStep: () => graph.objects.isFresh(),
    born(id) {
      graph.newborn.push(id);
      graph.objects.note();
    },
    write(cell, value, kind) {
      if (!putCell(state, cell, value, kind)) return;
      graph.written.push(cell);
      touch(state.stamps, fact.cells);
    },
    begin() {
      counts.solves = 0;
      counts.changes = 0;
      resetWork(graph);
    },
    resetWork: () => resetWork(graph),
    sync: () => sync(graph),
    cellOwner: (cell) => graph.tables.entity[cell],
    cellVariable: (cell) => graph.tables.variable[cell],
    steps: (cell) =>
      stepsInOrder(graph, cell).map(({ modifier, carrier, scope }) => ({
        modifier: modifiers[modifier],
        carrier,
        scope,
      })),
    isModified: (cell) => graph.tables.shape[cell] !== 0,
    syncRestored: () => again(graph, sync),
    solveAll: () => again(graph, solveAll),
  };
}

function again(graph: Graph, act: (graph: Graph) => void): void {
  const { work } = graph;
  resetWork(graph);
  work.again(() => act(graph));
}

function resetWork(graph: Graph): void {
  const { frame, work } = graph;
  work.reset();
  frame.visits = frame.sorted = 0;
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

/** After an exception all tables are rebuilt the next time. */
function sync(graph: Graph): void {
  const { state, written } = graph;
  // A restored state resets its work.
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
    // Changed inputs of relinked programs are not detected.
    if (!links || hasMoved) written.push(-cell);
  });
  if (toLink.length === 0 && changedLists.size === 0 && written.length === 0 && !graph.hasLost) return;
  solve(graph);
}

/** Where unused shapes pile up, all programs are linked again. */
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
    if (cell > 0) markReaders(graph, cell);
    else if (graph.tables.position[-cell] !== 0) mark(graph.dirty, graph.tables.position[-cell]);
  }
  written.length = 0;
  if (graph.hasLost) for (const cell of resetUnmodified(state, graph.tables, counts)) markReaders(graph, cell);
  graph.hasLost = false;
  runWave(graph);
  if (counts.changes > 0) touch(state.stamps, fact.cells);
}

/** Returns the changed cells. Throws LoopError. */
function linkAll(graph: Graph): Int32Array {
  const { watchers, toLink, changedLists } = graph;
  if (toLink.length === 0 && changedLists.size === 0) return noCells;
  const folded = settleLists(graph);
  const found = createIntPool();
  for (let i = 0; i < toLink.length; i++) {
    const cell = toLink.at(i);
    if (graph.isToLink[cell] === 0) continue;
    graph.isToLink[cell] = 0;
    watchers.watch(cell, () => modifiersOf(graph, cell));
    // Modifiers that were removed and added again are no change.
    if (linkCell(graph, cell)) found.push(cell);
  }
  toLink.clear();
  closePools(graph);
  const changed = found.taken();
  const cycle = reorder(graph, changed);
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

/** Values stay valid: every state was solved before. `isNew`: the objects are others too. */
function rebuild(graph: Graph, isNew: boolean): void {
  const { state, known, counts, watchers, objects, noted, newborn, written, toLink, changedLists, work, folds } = graph;
  const hasFailed = !isNew && graph.isStale;
  const settled = !isNew && !hasFailed;
  Object.assign(graph, emptyTables(state.cellValues.length));
  folds.clear();
  changedLists.clear();
  toLink.clear();
  const isWritten = !isNew && written.length > 0;
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
  for (let id = 1; id < limit; id++) enforce(graph, id);
  const all = work.again(() => linkAll(graph));
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

/** Where cells have only moved, known objects stay, so that later changes are found; true if one is gone. */
function relearn(graph: Graph, settled: boolean): boolean {
  const { state, known } = graph;
  const limit = Math.max(known.limit, idLimit(state.identity));
  let isLost = false;
  if (settled) {
    for (let id = 1; id < limit; id++) {
      if (known.kind[id] === 0) continue;
      if (isKnown(known, state, id)) known.block[id] = state.block[id];
      else isLost = true;
    }
  }
  if (!settled || isLost) for (let id = 1; id < limit; id++) learn(known, state, id);
  return isLost;
}

/** Those that no wave reaches. Returns those that changed. */
function resetUnmodified(state: WorldState, tables: CellTables, counts: WaveCounts): readonly number[] {
  const { model, identity, block } = state;
  const reset: number[] = [];
  for (const id of liveIds(state)) {
    for (const { index, input, offset } of variablesOf(model, identity.kind[id])) {
      const cell = block[id] + offset;
      if (input || tables.position[cell] !== 0) continue;
      const initial = initialOf(state, index);
      if (putCell(state, cell, initial.value, initial.class)) reset.push(cell);
    }
  }
  fitChanges(counts, reset.length);
  for (const cell of reset) {
    counts.changed[counts.changes++] = cell;
    if (counts.solved !== undefined) counts.solved[tables.variable[cell]]++;
  }
  counts.solves += reset.length;
  return reset;
}

/** Returns cells to solve with their present program; the others are to be linked. */
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

function changedObjects(graph: Graph): readonly number[] {
  const { state, known, objects, noted, newborn } = graph;
  const found = objects.isFresh()
    ? [...newborn, ...noted.filter((id) => known.kind[id] !== 0 && known.granted[id] !== state.granted[id])]
    : differences(known, state);
  objects.note();
  noted.length = 0;
  newborn.length = 0;
  return found;
}

function takeOver(graph: Graph, changed: readonly number[]): void {
  const { state, known, holds } = graph;
  if (changed.length === 0) return;
  fitKnown(known, state);
  const moved = new Set(changed);
  for (const id of moved) {
    // New objects hold only new or moved ones.
    if (known.kind[id] === 0 && !isLive(state.identity, id)) continue;
    if (known.kind[id] !== 0 && holds[known.kind[id]] === 1)
      for (const child of attachedTo(state, id)) moved.add(child);
  }
  if (changed.some((id) => known.kind[id] !== 0 && !isLive(state.identity, id))) addKnownChildren(known, moved);
  for (const id of moved) withdraw(graph, id);
  for (const id of moved) forgetCells(graph, id);
  for (const id of moved) learn(known, state, id);
  for (const id of moved) nameCells(graph, id);
  for (const id of moved) enforce(graph, id);
}

function forgetCells(graph: Graph, id: number): void {
  const { state, model, known, watchers } = graph;
  const kind = known.kind[id];
  if (kind === 0 || isKnown(known, state, id)) return;
  for (const { offset } of variablesOf(model, kind)) {
    const cell = known.block[id] + offset;
    graph.isToLink[cell] = 0;
    linkCell(graph, cell);
    graph.tables.entity[cell] = 0;
    watchers.watch(cell, () => []);
  }
}
