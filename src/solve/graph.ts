import { turnOf } from '../components/clock.js';
import { variablesOf } from '../components/cell-blocks.js';
import type { WorldState } from '../components/state.js';
import { createFrame } from '../eval/interpreter.js';
import { isAbsent } from '../eval/operation.js';
import { generateMode } from '../eval/tier.js';
import { type Frame, type Value, sourceSlot } from '../ir/node.js';
import { type CellModifier, modifierTitle } from '../ir/rule.js';
import { blamed } from '../kernel/errors.js';
import { type Work, createWork } from '../meaning/cell-solver.js';
import { cellClass, type Type } from '../model/model.js';
import { type Freshness, freshness, fact } from '../model/stamps.js';
import { type InputReference, type ModifierBook, createModifierBook } from './modifier-book.js';
import { type Audiences, type Recording, createAudiences, createKnownObjects } from './records.js';
import { copied } from '../kernel/enlarged.js';
import { type CellTables, type IntPool, createCellTables, createIntPool, grownTables } from './cell-tables.js';
import { type Order, type Wave, createDirty, createOrder } from './wave.js';
import { type Fold, createFolder } from './fold.js';
import { type Linking, createParts } from './link.js';
import { type Machine, type Outside, createMachine } from './machine.js';
import type { ModifierList } from './modifier-list.js';
import { createShapeBook } from './cell-forms.js';
import { type Dirty, createShapeFunctions } from './shape-function.js';
import { arrayText, elementText, readArray } from '../components/compounds.js';
import { type StringPool, intern, textOf } from '../kernel/strings.js';

const stepsOfAsking = 20;

export interface Graph extends Wave, Linking, Recording {
  readonly modifiers: readonly CellModifier[];
  readonly watchers: Watchers;
  readonly work: Work;
  readonly frame: Frame;
  tables: CellTables;
  audiences: Audiences;
  order: Order;
  dirty: Dirty;
  /** By kind: 1 where objects can hang on it. */
  readonly holds: Uint8Array;
  /** Population and attachments as of `known`. */
  readonly objects: Freshness;
  /** Objects whose grants may have changed, and objects that are the only change since. */
  readonly noted: number[];
  readonly newborn: number[];
  /** Written inputs, and below 0 cells to solve in any case. */
  readonly written: number[];
  /** Cells whose modifiers have changed, once each; `isToLink` by cell, 0 once it is destroyed. */
  readonly toLink: IntPool;
  isToLink: Uint8Array;
  readonly changedLists: Set<ModifierList>;
  /** Layout of cells and number of restores at the last build. */
  layout: number;
  restores: number;
  /** After an exception it is rebuilt. */
  isStale: boolean;
  /** Which cells lost modifiers is unknown. */
  hasLost: boolean;
}

export function createGraph(state: WorldState, modifiers: readonly CellModifier[]): Graph {
  const { model } = state;
  const shapes = createShapeBook();
  const book = createModifierBook(model, modifiers, shapes);
  const work = createWork(state);
  const folds = new Map<number, Fold>();
  const askFor: Outside['ask'] = (into, modifier, scope, running, runningClass) =>
    ask(graph, into, modifier, scope, running, runningClass);
  const graph: Graph = {
    state,
    model,
    modifiers,
    shapes,
    book,
    known: createKnownObjects(),
    frame: createFrame(state, turnOf(state)),
    counts: { solves: 0, changed: new Int32Array(64), changes: 0, solved: undefined },
    watchers: createWatchers(state, book),
    work,
    charge: work.charge,
    ...emptyTables(1),
    functions: createShapeFunctions(shapes, generateMode()),
    parts: createParts(),
    folds,
    machine: machineOf(),
    holds: Uint8Array.from({ length: model.kinds.length + 1 }, (_, kind) =>
      Number(model.kinds.some(({ attachesTo }) => attachesTo.includes(kind))),
    ),
    objects: freshness(state.stamps, [fact.population, fact.place]),
    noted: [],
    newborn: [],
    written: [],
    toLink: createIntPool(),
    changedLists: new Set(),
    layout: state.cellLayout,
    restores: state.restores,
    isStale: false,
    hasLost: false,
    list: (index) => listAt(graph, index),
    objectOf: (reference, scope) => objectOf(graph, reference, scope),
    changing: (cell) => addToLink(graph, cell),
    changingList: (list) => graph.changedLists.add(list),
  };
  return graph;

  function machineOf(): Machine {
    const folder = createFolder({ state, book, folds, charge: work.charge, ask: askFor });
    return createMachine({
      tables: () => graph.tables,
      values: () => state.cellValues,
      classes: () => state.cellClasses,
      ask: askFor,
      union(into, cell, array, added) {
        into.value = unionOf(state.strings, model.variables[graph.tables.variable[cell]].type, array, added);
        into.class = cellClass.plain;
      },
      fold: folder,
    });
  }
}

export function emptyTables(cells: number): Pick<Graph, 'tables' | 'audiences' | 'order' | 'dirty' | 'isToLink'> {
  return {
    tables: createCellTables(cells),
    audiences: createAudiences(),
    order: createOrder(cells),
    dirty: createDirty(64),
    isToLink: new Uint8Array(cells),
  };
}

function ask(graph: Graph, into: Machine, index: number, scope: number, running: number, runningClass: number): void {
  const { modifiers, frame, charge } = graph;
  const modifier = modifiers[index];
  const { amount, variable } = modifier;
  charge(stepsOfAsking, variable);
  bindScope(graph, scope);
  frame.value = running;
  frame.valueWhole = runningClass === cellClass.whole;
  let value: Value;
  try {
    value = frame.evaluate(amount);
  } catch (error) {
    throw blamed(error, modifierTitle(modifier), modifier.name);
  }
  const isWhole = amount.type.name === 'numeric' && frame.whole;
  into.value = isAbsent(value) ? 0 : value;
  into.class = isAbsent(value) ? cellClass.failed : isWhole ? cellClass.whole : cellClass.plain;
}

function objectOf(graph: Graph, { of }: InputReference, scope: number): number {
  bindScope(graph, scope);
  return graph.frame.evaluate(of) ?? 0;
}

function bindScope({ state, frame }: Graph, scope: number): void {
  frame.turn = turnOf(state);
  frame.slots.fill(0);
  frame.slots[sourceSlot] = scope;
}

export function listAt(graph: Graph, index: number): ModifierList {
  const list = graph.audiences.lists[index];
  if (list === undefined) throw new Error(`there is no list ${index} of modifiers`);
  return list;
}

export function addToLink(graph: Graph, cell: number): void {
  if (graph.isToLink[cell] === 1) return;
  graph.isToLink[cell] = 1;
  graph.toLink.push(cell);
}

export function nameCells(graph: Graph, id: number): void {
  const { model, known } = graph;
  const kind = known.kind[id];
  if (kind === 0) return;
  fitTables(graph);
  for (const { index, offset } of variablesOf(model, kind)) {
    graph.tables.entity[known.block[id] + offset] = id;
    graph.tables.variable[known.block[id] + offset] = index;
  }
}

function fitTables(graph: Graph): void {
  const { state } = graph;
  const cells = state.cellValues.length;
  if (graph.tables.shape.length >= cells) return;
  const before = graph.tables;
  const after = createCellTables(cells);
  // Empty pools are replaced by the larger ones.
  graph.tables = before.recordsUsed === 1 ? after : grownTables(before, after);
  graph.order.waiting = new Int32Array(cells);
  graph.isToLink = copied(graph.isToLink, new Uint8Array(cells));
}

/** Appends missing elements, each once. Numbers of different classes differ. Linear. */
export function unionOf(pool: StringPool, type: Type, array: number, added: number): number {
  if (type.name !== 'array') return added;
  const held = readArray(textOf(pool, array));
  const keys = new Set(held.map(elementText));
  const missing = readArray(textOf(pool, added)).filter((element) => {
    const size = keys.size;
    return keys.add(elementText(element)).size > size;
  });
  return intern(pool, arrayText(type.of, [...held, ...missing]));
}

type Watchers = ReturnType<typeof createWatchers>;

/** Cells whose formulas read more than variables, by the stamps of that. */
function createWatchers({ stamps }: WorldState, book: ModifierBook) {
  const watched = new Set([...book.stamps.values()].flat());
  const cells = new Map([...watched].map((stamp) => [stamp, new Map<number, boolean>()]));
  const lists = [...cells].map(([stamp, looking]) => ({ looking, seen: freshness(stamps, [stamp]) }));
  return {
    watch(cell: number, modifiers: () => readonly number[]): void {
      if (watched.size === 0) return;
      for (const each of cells.values()) each.delete(cell);
      for (const modifier of modifiers()) {
        const links = book.inputs
          .subarray(book.inputStart[modifier], book.inputStart[modifier + 1])
          .some((input) => input < 0);
        for (const stamp of book.stamps.get(modifier) ?? [])
          cells.get(stamp)?.set(cell, links || cells.get(stamp)?.get(cell) === true);
      }
    },
    /** Reports each cell that reads something changed since then. `links`: the cells that it reads may have, too. */
    note(report: (cell: number, links: boolean) => void): void {
      for (const { looking, seen } of lists) {
        if (seen.isFresh()) continue;
        seen.note();
        for (const [cell, links] of looking) report(cell, links);
      }
    },
    clear(): void {
      for (const each of cells.values()) each.clear();
    },
  };
}
