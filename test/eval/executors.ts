import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { WorldState } from '../../src/components/state.js';
import { forgetPast, popMemories, popOccurrences } from '../../src/components/occurrence-stack.js';
import type { Rows } from '../../src/eval/columns/rows.js';
import { type Evaluation, evaluationOf } from '../../src/eval/emit/make-function.js';
import { makeNode, makeNodeOf, operationOf, printNode } from '../../src/eval/make-node.js';
import { constant } from '../../src/eval/ops/constants.js';
import { operations } from '../../src/eval/ops/index.js';
import { numeral } from '../../src/eval/ops/numeric-arithmetic.js';
import type { Frame, Node, Value } from '../../src/ir/node.js';
import { header } from '../../src/kernel/arena.js';
import { javaText } from '../../src/kernel/numeric-value.js';
import { cellClass } from '../../src/model/model.js';
import { amountWriter } from '../../src/solve/modifier-book.js';
import { formCode, opcode, type Shape, type ShapeBook, createShapeBook } from '../../src/solve/cell-forms.js';
import { createCellTables } from '../../src/solve/cell-tables.js';
import { createMachine } from '../../src/solve/machine.js';
import { makeShapeFunction } from '../../src/solve/shape-function.js';
import type { Choices } from '../support/choices.js';
import { type Comparer, type Shown, comparerOf, expectSame, plainTerm, randomRows } from './columns/compared.js';
import { occur } from './columns/random-occurrence.js';
import { randomNumeric } from './columns/random-numeric-node.js';
import { emittedIn, generating, sourceOrRefusal } from './emit/generated.js';

/** What runs expressions, beside the reference interpreter, to which it is held here. */
export interface Executor {
  readonly name: string;
  /** Whether it runs an operation itself; what it does not is asked of another one. */
  runs(op: string): boolean;
  /** What else has to be met, told among what was run. */
  readonly meets?: readonly string[];
  open(state: WorldState): Running;
}

/** An executor over one state. */
export interface Running {
  /** Objects and running values for a node. */
  rows(choices: Choices, withRunning: boolean | 'numeric'): Rows;
  /** Fails unless it says what the interpreter says, row by row; returns the values, and the operations it ran. */
  compare(node: Node, rows: Rows, choices: Choices): Compared;
}

export interface Compared {
  readonly values: readonly unknown[];
  readonly ran: readonly string[];
}

const slots = 2;

function operationsIn(node: Node): readonly string[] {
  return [node.op, ...node.args.flatMap(operationsIn)];
}

/** Loops over columns, made of the templates. */
const columns: Executor = {
  name: 'columns',
  runs: () => true,
  open(state) {
    const comparer = comparerOf(state);
    return {
      rows: (choices, withRunning) => randomRows(comparer, choices, slots, withRunning),
      compare: (node, rows) => ({ values: expectSame(comparer, node, rows), ran: operationsIn(node) }),
    };
  },
};

/** What has no code over rows: it is left to the columns, or is the same in all rows. */
const withoutRowCode: ReadonlySet<string> = new Set([
  ...['numeral', 'constant', 'role', 'turn', 'time', 'occurring', 'controller', 'step'],
  ...['pooled', 'join', 'length', 'element', 'slice', 'concatenate', 'append', 'without', 'withoutElement'],
  ...['sameElements', 'jumps', 'nearby', 'among', 'collect', 'coordinate', 'stepToward'],
  ...['streamDraw', 'unbound', 'parameter'],
]);

/** Generated functions over rows. */
const rowCode: Executor = {
  name: 'code over rows',
  runs: (op) => !withoutRowCode.has(op),
  open(state) {
    const comparer = generating(state, 'always');
    return {
      rows: (choices, withRunning) => randomRows(comparer, choices, slots, withRunning),
      compare(node, rows) {
        const before = comparer.counts.generatedCalls;
        const values = expectSame(comparer, node, rows);
        const isMade =
          comparer.counts.generatedCalls > before && sourceOrRefusal(plainTerm(node), rows, state).source !== undefined;
        return { values, ran: isMade ? emittedIn(node, rows) : [] };
      },
    };
  },
};

/** So many occurrences of the past are kept, or there is no room for more. */
const mostPast = 40;

/** Functions of a frame; `isOutside`: nothing occurs. */
function frameCode(name: string, isOutside: boolean): Executor {
  return {
    name,
    runs: () => true,
    meets: (isOutside ? [0] : [-1, 0, 1]).map((sign) => `occurrence ${sign}`),
    open(state) {
      const comparer = comparerOf(state);
      const { frame } = comparer;
      const made = new Map<Node, Evaluation>();
      return {
        rows(choices, withRunning) {
          popOccurrences(state, 0);
          popMemories(state, 0);
          if (state.arena.header[header.past] > mostPast) forgetPast(state);
          if (!isOutside) occur(state, choices);
          const rows = randomRows(comparer, choices, slots, withRunning);
          if (isOutside) frame.occurrence = frame.controller = 0;
          return rows;
        },
        compare(node, rows) {
          // One function is asked again after the world has changed.
          const evaluate = made.get(node) ?? evaluationOf(node, state.model);
          made.set(node, evaluate);
          const values = Array.from({ length: Math.min(rows.length, 12) }, (_, row) => {
            rows.slots.forEach((ids, slot) => {
              if (ids !== undefined) frame.slots[slot] = ids[row];
            });
            if (rows.running !== undefined) frame.value = rows.running[row];
            if (rows.runningClasses !== undefined) frame.valueWhole = rows.runningClasses[row] === 1;
            return expectAlike(comparer, node, evaluate);
          });
          const now = `occurrence ${Math.sign(frame.occurrence)}`;
          return { values, ran: rows.length === 0 ? [] : [...operationsIn(node), now] };
        },
      };
    },
  };
}

/** What evaluating says, with all that it does to the frame. */
interface Answer {
  readonly value: Shown;
  readonly slots: readonly number[];
  readonly drawn: number;
  readonly visits: number;
  readonly mishaps: Frame['mishaps'];
  readonly left: readonly unknown[];
}

function answerOf({ frame }: Comparer, node: Node, evaluate: Evaluation): Answer {
  const before = { slots: frame.slots.slice(), visits: frame.visits, mishaps: { ...frame.mishaps } };
  let drawn = 0;
  frame.next = () => 7 * drawn++ + 3;
  const value = shown(node, evaluate(frame), frame.whole);
  const { occurrence, controller, rule, turn, suppositions } = frame;
  const answer = {
    value,
    slots: frame.slots.slice(),
    drawn,
    visits: frame.visits - before.visits,
    mishaps: { ...frame.mishaps },
    left: [frame.value, frame.valueWhole, occurrence, controller, rule, turn, suppositions],
  };
  before.slots.forEach((id, slot) => {
    frame.slots[slot] = id;
  });
  frame.visits = before.visits;
  Object.assign(frame.mishaps, before.mishaps);
  return answer;
}

function shown(node: Node, value: Value, whole: boolean): Shown {
  return node.type.name === 'numeric' && typeof value === 'number' ? javaText({ value, whole }) : value;
}

/** Fails with the smallest part on which they differ. Equal values that differ in their zero do, too. */
function expectAlike(comparer: Comparer, node: Node, evaluate: Evaluation): Shown {
  const expected = answerOf(comparer, node, ({ evaluate: ask }) => ask(node));
  const found = answerOf(comparer, node, evaluate);
  if (!isDeepStrictEqual(found, expected)) {
    if (operationOf(node).binds === undefined)
      for (const arg of node.args) expectAlike(comparer, arg, evaluationOf(arg, comparer.state.model));
    expect(found, printNode(node)).toStrictEqual(expected);
  }
  return found.value;
}

/** What a cell comes to. */
interface Cell {
  value: number;
  class: number;
}

/** Solves a cell of a shape with its constants. */
type Solve = (shape: Shape, constants: Float64Array) => Cell;

/** Solved variables: the code of a cell, with random values in the place of what an operation is asked of. */
function cellCode(name: string, solve: Solve): Executor {
  return {
    name,
    runs: (op) => operations.get(op)?.forms?.all.some((form) => form.counts !== true) === true,
    open(state) {
      const comparer = comparerOf(state);
      const shapes = createShapeBook();
      return {
        rows: (choices, withRunning) => randomRows(comparer, choices, slots, withRunning),
        compare(node, { length }, choices) {
          const asked = Array.from({ length }, () => overConstants(node, choices)).filter((each) => isInCells(each));
          const values = asked.map((each) => expectCell(comparer, shapes, each, solve));
          return { values, ran: asked.map(({ op }) => op) };
        },
      };
    },
  };
}

/** The operation of a node over random values of the types that it takes. */
function overConstants(node: Node, choices: Choices): Node {
  const args = node.args.map(({ type }) => {
    if (type.name === 'numeric') return makeNode(numeral, randomNumeric(choices));
    const value = type.name === 'boolean' ? choices.below(2) : choices.pick([0, 1, 2, 3, 7, 100]);
    return makeNode(constant, { value: type.name === 'number' ? randomNumeric(choices).value : value, type });
  });
  return makeNodeOf(operationOf(node), node.data, args);
}

function isInCells(node: Node): boolean {
  return formCode(node) !== undefined && amountWriter().plan(node).isCoded;
}

/** Fails unless the cell of an amount holds what the interpreter says of it; returns that. */
function expectCell({ frame }: Comparer, shapes: ShapeBook, node: Node, solve: Solve): number {
  const { code, constants } = amountWriter().plan(node);
  const { name } = node.type;
  const apply = name === 'numeric' ? opcode.setNumeric : name === 'number' ? opcode.setPlain : opcode.setOther;
  const shape = shapes.of(shapes.next(shapes.begin(false), shapes.step(code, apply, 0, constants.length)));
  const found = solve(shape, Float64Array.from([0, ...constants]));
  const value = frame.evaluate(node) ?? NaN;
  // Numbers of native content are finite, and −0 is the 0 that it equals.
  const isThere = name !== 'number' || Number.isFinite(value);
  const there = name === 'numeric' && frame.whole ? cellClass.whole : cellClass.plain;
  expect(found, printNode(node)).toEqual({
    value: isThere ? (name === 'number' ? value + 0 : value) : found.value,
    class: isThere ? there : cellClass.failed,
  });
  return found.value;
}

const cell = 1;

function byMachine(shape: Shape, constants: Float64Array): Cell {
  const tables = { ...createCellTables(2), constants };
  const refuse = (): never => expect.fail('the code asks something else than its constants');
  const machine = createMachine({
    tables: () => tables,
    values: () => new Float64Array(2),
    classes: () => new Uint8Array(2),
    ask: refuse,
    fold: refuse,
    union: refuse,
  });
  machine.run(shape, cell);
  return { value: machine.value, class: machine.class };
}

function byFunction(shape: Shape, constants: Float64Array): Cell {
  const places = Int32Array.of(0, 1);
  const wave = {
    state: { cellValues: new Float64Array(2), cellClasses: new Uint8Array(2) },
    tables: { ...createCellTables(2), constants, shape: Int32Array.of(0, shape.index), position: places },
    order: { cellAt: places },
    dirty: { words: new Int32Array(1), upper: new Int32Array(1), cursor: 0, limit: 0 },
    counts: { solves: 0, changed: new Int32Array(1), changes: 0 },
  };
  expect(makeShapeFunction(shape)(wave, cell)).toBe(-1);
  return { value: wave.state.cellValues[cell], class: wave.state.cellClasses[cell] };
}

export const executors: readonly Executor[] = [
  columns,
  rowCode,
  frameCode('code of frames, outside of occurrences', true),
  frameCode('code of frames, in the course of occurrences', false),
  cellCode('code of cells, by the machine', byMachine),
  cellCode('code of cells, as functions', byFunction),
];
