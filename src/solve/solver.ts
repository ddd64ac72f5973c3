import { turnOf } from '../components/clock.js';
import { variablesOf } from '../components/cell-blocks.js';
import { cellClass } from '../model/cell-class.js';
import { attachedTo } from '../components/attachment.js';
import { fact, touch } from '../model/stamps.js';
import { freshness } from '../model/memo.js';
import type { WorldState } from '../components/state.js';
import { blamed } from '../kernel/errors.js';
import { idLimit, isLive } from '../kernel/identity.js';
import { generateMode } from '../eval/tier.js';
import { createFrame } from '../eval/interpreter.js';
import { type Value, sourceSlot } from '../ir/node.js';
import { isAbsent } from '../eval/operation.js';
import { type CellModifier, modifierTitle } from '../ir/rule.js';
import type { InputReference } from './amount.js';
import { createAudiences } from './audiences.js';
import { createCellTables, grownTables } from './cell-tables.js';
import { createDirty, mark } from './dirty.js';
import { addKnownChildren, createKnownObjects, differences, fitKnown, learn } from './known-objects.js';
import { createFolder } from './fold.js';
import { type Linking, closePools, createParts, linkCell, stepsInOrder } from './link.js';
import { createIntPool } from './growing.js';
import { LoopError } from '../meaning/loop-error.js';
import { type Machine, createMachine } from './machine.js';
import { createModifierBook } from './modifier-book.js';
import type { ModifierList } from './modifier-list.js';
import { createOrder, reorder } from './order.js';
import { type Recording, enforce, withdraw } from './records.js';
import { settleLists } from './settle-lists.js';
import { createShapeBook } from './shape-book.js';
import type { Solver, WaveCounts } from '../meaning/solver.js';
import { unionOf } from './union.js';
import { resetUnmodified } from './reset-unmodified.js';
import { isSame } from './same-value.js';
import { createShapeFunctions } from './shape-functions.js';
import { type Wave, createView, markReaders, runWave } from './wave.js';
import { createWatchers } from './watchers.js';
import { createWork } from '../meaning/solving-work.js';

const noCells = new Int32Array(0);

/** So many shapes may be known, and so many a cell. */
const mostShapes = 100_000;
const shapesACell = 8;

/** Steps of work that take about as long as asking the interpreter for an amount. */
const stepsOfAsking = 20;

/** A solver that keeps a graph over all cells, and solves of it what a change reaches. */
export function createSolver(state: WorldState, modifiers: readonly CellModifier[]): Solver {
  const { model } = state;
  const shapes = createShapeBook();
  const book = createModifierBook(model, modifiers, shapes);
  const known = createKnownObjects();
  const frame = createFrame(state, turnOf(state));
  const counts: WaveCounts = { solves: 0, changed: new Int32Array(64), changes: 0 };
  const watchers = createWatchers(state, book);
  /** By kind: 1 where something can hang on it. */
  const holds = Uint8Array.from({ length: model.kinds.length + 1 }, (_, kind) =>
    Number(model.kinds.some(({ attachesTo }) => attachesTo.includes(kind))),
  );
  let tables = createCellTables(1);
  let audiences = createAudiences();
  let order = createOrder(1);
  let dirty = createDirty(64);
  // A world begins without objects, so there is nothing to take over.
  let { cellLayout: layout, restores } = state;
  /** Who is there and what hangs on what, as `known` has it. */
  const objects = freshness(state.stamps, [fact.population, fact.place]);
  let isStale = false;
  /** Objects went while cells moved, so it cannot be told which cells have lost their modifiers. */
  let hasLost = false;
  const noted: number[] = [];
  /** Objects that are all that is new since. */
  const newborn: number[] = [];
  /**
   * Inputs that were written, and below 0 cells that are to be solved although nothing that they read is a cell that
   * has changed.
   */
  const written: number[] = [];
  /**
   * Cells whose modifiers have changed, once each, and by cell whether it is among them; one that is gone is not any
   * more.
   */
  const toLink = createIntPool();
  let isToLink = new Uint8Array(1);
  /** Lists whose entries have changed. */
  const changedLists = new Set<ModifierList>();
  const work = createWork(state);
  const { charge } = work;

  const machine: Machine = createMachine({
    tables: () => tables,
    values: () => state.cellValues,
    classes: () => state.cellClasses,
    ask,
    union(into, cell, array, added) {
      into.value = unionOf(state.strings, model.variables[tables.variable[cell]].type, array, added);
      into.class = cellClass.plain;
    },
    fold: (into, cell) => {
      folder(into, cell);
    },
  });
  const linking: Linking = {
    state,
    book,
    shapes,
    known,
    parts: createParts(),
    folds: new Map(),
    tables: () => tables,
    list: listAt,
    objectOf,
    charge,
  };
  const folder = createFolder({ state, book, folds: linking.folds, charge, ask });
  const recording: Recording = {
    model,
    book,
    known,
    get audiences() {
      return audiences;
    },
    tables: () => tables,
    changing: addToLink,
    changingList: (list) => {
      changedLists.add(list);
    },
  };
  const wave: Wave = {
    state,
    shapes,
    functions: createShapeFunctions(shapes, generateMode()),
    view: createView(),
    get order() {
      return order;
    },
    get dirty() {
      return dirty;
    },
    counts,
    machine,
    tables: () => tables,
    charge,
  };

  return {
    counts,
    note: (id) => {
      noted.push(id);
    },
    isInStep: () => objects.isFresh(),
    born(id) {
      newborn.push(id);
      objects.note();
    },
    write(cell, value, kind) {
      const { cellValues, cellClasses } = state;
      if (cellClasses[cell] === kind && isSame(cellValues[cell], value)) return;
      cellValues[cell] = value;
      cellClasses[cell] = kind;
      written.push(cell);
      touch(state.stamps, fact.cells);
    },
    begin() {
      counts.solves = 0;
      counts.changes = 0;
      resetWork();
    },
    resetWork,
    sync,
    cellOwner: (cell) => tables.entity[cell],
    cellVariable: (cell) => tables.variable[cell],
    steps: (cell) =>
      stepsInOrder(linking, cell).map(({ modifier, carrier, scope }) => ({
        modifier: modifiers[modifier],
        carrier,
        scope,
      })),
    syncRestored: () => {
      again(sync);
    },
    solveAll: () => {
      again(solveAll);
    },
  };

  function again(act: () => void): void {
    resetWork();
    work.again(act);
  }

  /** What aggregates in formulas look at counts for a turn or a call, too. */
  function resetWork(): void {
    work.reset();
    frame.visits = 0;
    frame.tests = 0;
  }

  function solveAll(): void {
    sync();
    resetUnmodified(state, tables, counts);
    for (let at = 1; at <= order.used; at++) if (order.cellAt[at] !== 0) mark(dirty, at);
    runWave(wave);
    touch(state.stamps, fact.cells);
  }

  /**
   * Brings cells in step with the world. What throws half way leaves tables that cannot be trusted: they are made anew,
   * and all is solved, the next time.
   */
  function sync(): void {
    // What was put back took the work on it along.
    if (restores !== state.restores) resetWork();
    try {
      bringInStep();
    } catch (error) {
      isStale = true;
      written.length = 0;
      throw error;
    }
  }

  function bringInStep(): void {
    const isNew = restores !== state.restores;
    if (shapes.size > mostShapes && shapes.size > shapesACell * order.placed) forgetShapes();
    const hasMoved = !isNew && !isStale && layout !== state.cellLayout;
    if (isNew || isStale || hasMoved) rebuild(isNew);
    takeOver(changedObjects());
    watchers.note((cell, links) => {
      if (links) addToLink(cell);
      // Programs that were made anew read what they name now: that it was something else before is not seen any more.
      if (!links || hasMoved) written.push(-cell);
    });
    if (toLink.length === 0 && changedLists.size === 0 && written.length === 0 && !hasLost) return;
    solve();
  }

  /** Programs that come and go leave shapes behind: where there are far more than cells, all programs are made anew. */
  function forgetShapes(): void {
    shapes.forget();
    wave.functions.forget();
    layout = -1;
  }

  function solve(): void {
    const changed = linkAll();
    for (const cell of changed) mark(dirty, tables.position[cell]);
    for (const cell of written) {
      if (cell > 0) markReaders(wave, tables, cell);
      else if (tables.position[-cell] !== 0) mark(dirty, tables.position[-cell]);
    }
    written.length = 0;
    if (hasLost) for (const cell of resetUnmodified(state, tables, counts)) markReaders(wave, tables, cell);
    hasLost = false;
    runWave(wave);
    if (counts.changes > 0) touch(state.stamps, fact.cells);
  }

  /**
   * Makes the programs of all cells whose modifiers may have changed, and finds their places in the order; returns
   * those that are concerned. Throws LoopError.
   */
  function linkAll(): Int32Array {
    if (toLink.length === 0 && changedLists.size === 0) return noCells;
    const folded = settleLists({
      lists: changedLists,
      recording,
      tables,
      folds: linking.folds,
      isToLink: (cell) => isToLink[cell] === 1,
      toLink: addToLink,
      charge,
    });
    const found = createIntPool();
    for (let i = 0; i < toLink.length; i++) {
      const cell = toLink.at(i);
      if (isToLink[cell] === 0) continue;
      isToLink[cell] = 0;
      watchers.watch(cell, () => modifiersOf(cell));
      // Modifiers that went and came back are no change.
      if (linkCell(linking, cell)) found.push(cell);
    }
    toLink.clear();
    closePools(linking);
    const changed = found.taken();
    const cycle = reorder(order, tables, dirty, changed, shapes);
    if (cycle !== undefined)
      throw new LoopError(cycle.map((cell) => ({ object: tables.entity[cell], variable: tables.variable[cell] })));
    if (folded.length === 0) return changed;
    for (const cell of folded) found.push(cell);
    return found.taken();
  }

  function listAt(index: number): ModifierList {
    const list = audiences.lists[index];
    if (list === undefined) throw new Error(`there is no list ${index} of modifiers`);
    return list;
  }

  function addToLink(cell: number): void {
    if (isToLink[cell] === 1) return;
    isToLink[cell] = 1;
    toLink.push(cell);
  }

  function modifiersOf(cell: number): readonly number[] {
    const found: number[] = [];
    for (let record = tables.firstRecord[cell]; record !== 0; record = tables.nextRecord[record]) {
      const modifier = tables.recordModifier[record];
      if (modifier >= 0) found.push(modifier);
      else for (const shared of listAt(-1 - modifier).distinct) found.push(shared);
    }
    return found;
  }

  /** Objects that are other than they are known to be. */
  function changedObjects(): readonly number[] {
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
  function takeOver(changed: readonly number[]): void {
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
    for (const id of moved) if (known.kind[id] !== 0 && known.granted[id] === 1) withdraw(recording, id);
    for (const id of moved) forgetCells(id);
    for (const id of moved) learn(known, state, id);
    for (const id of moved) nameCells(id);
    for (const id of moved) if (known.kind[id] !== 0 && known.granted[id] === 1) enforce(recording, id);
  }

  /** Cells of an object that is gone are solved no more. */
  function forgetCells(id: number): void {
    const kind = known.kind[id];
    if (kind === 0 || (isLive(state.identity, id) && state.identity.generation[id] === known.generation[id])) return;
    for (const { offset } of variablesOf(model, kind)) {
      const cell = known.block[id] + offset;
      isToLink[cell] = 0;
      linkCell(linking, cell);
      tables.entity[cell] = 0;
      watchers.watch(cell, () => []);
    }
  }

  function nameCells(id: number): void {
    const kind = known.kind[id];
    if (kind === 0) return;
    fitTables();
    for (const { index, offset } of variablesOf(model, kind)) {
      tables.entity[known.block[id] + offset] = id;
      tables.variable[known.block[id] + offset] = index;
    }
  }

  /** Tables for all cells that the world has room for. */
  function fitTables(): void {
    const cells = state.cellValues.length;
    if (tables.shape.length >= cells) return;
    const before = tables;
    const after = createCellTables(cells);
    if (before.recordsUsed === 1) {
      // Nothing is in the pools yet, so those that were made for so many cells are taken.
      tables = after;
      fitFlags(cells);
      return;
    }
    tables = grownTables(before, after);
    fitFlags(cells);
  }

  function fitFlags(cells: number): void {
    order.waiting = new Int32Array(cells);
    const flags = new Uint8Array(cells);
    flags.set(isToLink);
    isToLink = flags;
  }

  /**
   * Makes the graph anew, when cells have moved or a state was put back. Values are right as they are: whatever holds a
   * state has solved it before. `isNew`: the objects are others too.
   */
  function rebuild(isNew: boolean): void {
    const settled = !isNew && !isStale;
    tables = createCellTables(state.cellValues.length);
    audiences = createAudiences();
    linking.folds.clear();
    changedLists.clear();
    order = createOrder(state.cellValues.length);
    dirty = createDirty(64);
    toLink.clear();
    isToLink = new Uint8Array(state.cellValues.length);
    const isWritten = !isNew && written.length > 0;
    const hasFailed = !isNew && isStale;
    written.length = 0;
    if (isNew) {
      counts.solves = 0;
      counts.changes = 0;
    }
    fitKnown(known, state);
    watchers.clear();
    const isLost = relearn(settled);
    const { limit } = known;
    for (let id = 1; id < limit; id++) nameCells(id);
    for (let id = 1; id < limit; id++) if (known.kind[id] !== 0 && known.granted[id] === 1) enforce(recording, id);
    // The tables are as large as the memory that is theirs, whatever there was before.
    const all = work.again(linkAll);
    // Cells that a lost object has changed, and inputs that were written before they moved, cannot be told any more, so
    // all are solved.
    if (isLost || isWritten || hasFailed) for (const cell of all) written.push(-cell);
    hasLost = isLost || hasFailed;
    if (!settled) {
      objects.note();
      noted.length = 0;
      newborn.length = 0;
    }
    layout = state.cellLayout;
    restores = state.restores;
    isStale = false;
  }

  /**
   * Takes over all objects. Where cells have only moved, objects stay as they were known, so that what has changed
   * since is still found as a difference, unless one of them is gone: then all are taken over, and the answer is true.
   */
  function relearn(settled: boolean): boolean {
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

  /** Asks the interpreter for an amount. */
  function ask(into: Machine, index: number, scope: number, running: number, runningClass: number): void {
    const modifier = modifiers[index];
    const { amount, variable } = modifier;
    charge(stepsOfAsking, variable);
    frame.turn = turnOf(state);
    frame.slots.fill(0);
    frame.slots[sourceSlot] = scope;
    frame.value = running;
    frame.valueWhole = runningClass === cellClass.whole;
    let value: Value;
    try {
      value = frame.evaluate(amount);
    } catch (error) {
      throw blamed(error, modifierTitle(modifier), modifier.name);
    }
    into.value = isAbsent(value) ? 0 : value;
    into.class = isAbsent(value)
      ? cellClass.failed
      : amount.type.name === 'numeric' && frame.whole
        ? cellClass.whole
        : cellClass.plain;
  }

  function objectOf({ of }: InputReference, scope: number): number {
    frame.turn = turnOf(state);
    frame.slots.fill(0);
    frame.slots[sourceSlot] = scope;
    return frame.evaluate(of) ?? 0;
  }
}
