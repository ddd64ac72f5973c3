import { variablesOf } from '../../components/cell-blocks.js';
import { asStored } from '../../components/cells.js';
import { setOwner } from '../../components/ownership.js';
import type { WorldState } from '../../components/state.js';
import { isAbsent } from '../../eval/operation.js';
import type { Frame, Node } from '../../ir/node.js';
import {
  type CreateStep,
  type EdgesStep,
  type GridStep,
  type RepeatStep,
  type StartPlace,
  type StartStep,
  mostStartSteps,
  startRule,
  startTitle,
} from '../../ir/start.js';
import { EdictError, about } from '../../kernel/errors.js';
import { idLimit } from '../../kernel/identity.js';
import { header } from '../../kernel/arena.js';
import { beginDraw, endDraw, foldDraw } from '../../kernel/random.js';
import { type Column, type Kind, kindAt } from '../../model/model.js';
import { cellOf } from '../../state/grid-cells.js';
import type { StartRows } from './start-rows.js';
import type { StartTools, StartValues } from './start-tools.js';
import { startEdges } from './start-edges.js';
import { demandColumn, tableValues } from './table-values.js';

/** Of one world. */
export interface StartRun {
  readonly state: WorldState;
  /** Of the turn before the first. */
  readonly frame: Frame;
  readonly tools: StartTools;
  /** Makes room for so many more objects, or throws. */
  readonly makeRoom: (count: number) => void;
  /** The same for so many more edges. */
  readonly makeEdgeRoom: (count: number) => void;
  /** Solves variables that expressions may read. */
  readonly settle: () => void;
  readonly tableNamed: (name: string, format: string) => StartRows;
}

interface Progress extends StartRun {
  /** Steps run so far, objects created, and values set. */
  steps: number;
  created: number;
  written: number;
}

export function runStart(run: StartRun, steps: readonly StartStep[]): void {
  runSteps({ ...run, steps: 0, created: 0, written: 0 }, steps);
}

function runSteps(run: Progress, steps: readonly StartStep[]): void {
  for (const step of steps) {
    if (step.does === 'repeat') repeat(run, step);
    else
      named(step, () => {
        beginStep(run);
        if (step.does === 'create') create(run, step);
        else if (step.does === 'grid') fillGrid(run, step);
        else join(run, step);
      });
  }
}

function named<Result>(step: StartStep, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    throw error instanceof EdictError ? about(startTitle(step), error) : error;
  }
}

/** Each run of a step draws for itself. */
function beginStep(run: Progress): void {
  if (run.steps === mostStartSteps)
    throw new EdictError(
      'limit-start',
      `more than ${mostStartSteps} steps of start run for one world; create several objects in one step, or repeat less often`,
    );
  run.frame.rule = startRule(run.steps++);
  run.frame.slots.fill(0);
  run.frame.value = 0;
}

function repeat(run: Progress, step: RepeatStep): void {
  const times = named(step, () => {
    beginStep(run);
    return countOf(run, step.times);
  });
  for (let i = 0; i < times; i++) runSteps(run, step.steps);
}

function countOf({ frame, settle }: Progress, node: Node): number {
  settle();
  const wanted = frame.evaluate(node);
  return isAbsent(wanted) || !(wanted >= 1) ? 0 : Math.trunc(wanted);
}

function create(run: Progress, step: CreateStep): void {
  const { state, tools, makeRoom } = run;
  const kind = kindAt(state.model, step.kind);
  const rows = rowsFor(run, step);
  const { place: at } = step;
  const sites = at?.by === 'among' ? sitesFor(run, step, at) : undefined;
  const count = rows?.length ?? sites?.length ?? (step.count === undefined ? 1 : countOf(run, step.count));
  countCreated(run, kind, count);
  if (count === 0) return;
  makeRoom(count);
  const ids = tools.bear({ kind: kind.index, class: step.class, owner: 0, created: 0, count });
  if (rows !== undefined) fillFrom(run, step, rows, ids);
  if (step.owner !== undefined) give(run, ids, evaluated(run, step.owner, ids));
  if (sites !== undefined) settle(run, kind, ids, Float64Array.from(sites));
  else if (at !== undefined && at.by !== 'among') place(run, kind, ids, at);
  fill(run, step.values, ids);
}

function fillFrom(run: Progress, { table }: CreateStep, rows: StartRows, ids: Int32Array): void {
  const { model } = run.state;
  for (const column of table?.columns ?? [])
    write(run, model.columns[column.column], ids, tableValues(model, rows, column));
}

/** Throws where a column is missing. */
function rowsFor({ tableNamed }: Progress, { table }: CreateStep): StartRows | undefined {
  if (table === undefined) return undefined;
  const rows = tableNamed(table.name, table.format);
  for (const { from } of table.columns) demandColumn(rows, from);
  return rows;
}

/** So many meters, properties and variables count as one more object created. */
const cellsACount = 64;

/** Throws beyond the limit, before anything is made. */
function countCreated(run: Progress, kind: Kind, count: number): void {
  const { model, limits } = run.state;
  const cells = kind.columns.length + variablesOf(model, kind.index).length;
  run.created += count * (1 + Math.floor(cells / cellsACount));
  if (run.created > limits.createdAtStart)
    throw new EdictError(
      'limit-created',
      `the objects created at the start of the world come to ${run.created}, the limit is ${limits.createdAtStart}; create fewer or raise limits.createdAtStart`,
    );
}

function evaluated(run: Progress, node: Node, ids: Int32Array): StartValues {
  run.settle();
  countWritten(run, ids.length);
  return run.tools.evaluate(node, ids, run.frame);
}

function countWritten(run: Progress, count: number): void {
  const { effectsPerTurn: limit } = run.state.limits;
  run.written += count;
  if (run.written > limit)
    throw new EdictError(
      'limit-effects',
      `the steps of start set more than ${limit} values and edges; set fewer or raise limits.effectsPerTurn`,
    );
}

function give({ state }: Progress, ids: Int32Array, { values }: StartValues): void {
  for (let i = 0; i < ids.length; i++) setOwner(state, ids[i], values[i]);
}

function place(run: Progress, kind: Kind, ids: Int32Array, at: Exclude<StartPlace, { readonly by: 'among' }>): void {
  if (at.by === 'in') {
    settle(run, kind, ids, evaluated(run, at.object, ids).values);
    return;
  }
  const x = evaluated(run, at.x, ids);
  const y = evaluated(run, at.y, ids);
  const absent = ids.findIndex((_, i) => x.absent?.[i] === 1 || y.absent?.[i] === 1);
  if (absent >= 0)
    throw new EdictError(
      'place',
      `object ${absent} of the step has no ${x.absent?.[absent] === 1 ? 'x' : 'y'}; give \`at\` two numbers that are always there`,
    );
  run.tools.put(kind, ids, x.values, y.values);
}

function settle({ tools }: Progress, kind: Kind, ids: Int32Array, others: Float64Array): void {
  tools.settle(kind, ids, others, (i) => {
    throw new EdictError(
      'place',
      `object ${i} of the step finds no place ${others[i] === 0 ? 'there: the expression of its place gives no object' : `at object ${others[i]}, where its kind ${kind.name} cannot be`}`,
    );
  });
}

/** Objects of a kind, each once. */
function sitesFor(
  run: Progress,
  { count }: CreateStep,
  { kind, where, site }: Extract<StartPlace, { readonly by: 'among' }>,
): Int32Array {
  const all = objectsOf(run.state, (id) => run.state.identity.kind[id] === kind);
  const fits = where && evaluated(run, where, all);
  const found = fits === undefined ? all : all.filter((_, i) => fits.values[i] === 1 && fits.absent?.[i] !== 1);
  if (count === undefined) return found;
  const wanted = countOf(run, count);
  if (wanted > found.length)
    throw new EdictError(
      'place',
      `${wanted} objects are to be put among ${found.length}, each of which takes one; create fewer, or make more places`,
    );
  return drawn(run, site, found, wanted);
}

/** Shuffles the first ones, each with one from there on. */
function drawn({ state, frame }: Progress, site: number, from: Int32Array, count: number): Int32Array {
  const { header: words } = state.arena;
  const start = beginDraw(words[header.seedLow], words[header.seedHigh]);
  for (const word of [frame.turn, frame.rule, site]) foldDraw(start, word);
  for (let i = 0; i < count; i++) {
    const key = { ...start };
    foldDraw(key, i);
    const other = i + Math.floor(endDraw(key) * (from.length - i));
    const taken = from[other];
    from[other] = from[i];
    from[i] = taken;
  }
  return from.slice(0, count);
}

/** Ascending. */
function objectsOf({ identity }: WorldState, fits: (id: number) => boolean): Int32Array {
  const ids = new Int32Array(idLimit(identity));
  let count = 0;
  for (let id = 1; id < ids.length; id++) if (fits(id)) ids[count++] = id;
  return ids.slice(0, count);
}

function join(run: Progress, step: EdgesStep): void {
  const { state, frame, tableNamed } = run;
  const { kind } = state.model.graphs[step.graph];
  const needs = {
    state,
    frame,
    tableNamed,
    countOf: (node: Node) => countOf(run, node),
    makeRoom: (count: number) => {
      countWritten(run, count);
      run.makeEdgeRoom(count);
    },
  };
  startEdges(
    needs,
    step,
    objectsOf(state, (id) => state.identity.kind[id] === kind),
  );
}

function fillGrid(run: Progress, { grid, values }: GridStep): void {
  const { state } = run;
  const { kind } = state.model.grids[grid];
  fill(
    run,
    values,
    objectsOf(state, (id) => state.identity.kind[id] === kind && cellOf(state, grid, id) >= 0),
  );
}

/** All objects of one key before the next. */
function fill(run: Progress, values: CreateStep['values'], ids: Int32Array): void {
  if (ids.length === 0) return;
  for (const { column, value } of values) write(run, run.state.model.columns[column], ids, evaluated(run, value, ids));
}

/** Objects keep their value where one is absent. */
function write({ tools }: Progress, column: Column, ids: Int32Array, { values, absent }: StartValues): void {
  if (column.type.name === 'number') refuseInfinite(column, values);
  if (absent === undefined) {
    tools.write(column, ids, values);
    return;
  }
  const isThere = (_: unknown, i: number) => absent[i] === 0;
  tools.write(column, ids.filter(isThere), values.filter(isThere));
}

function refuseInfinite(column: Column, values: Float64Array): void {
  for (let i = 0; i < values.length; i++)
    if (!Number.isFinite(asStored(column, values[i])))
      throw new EdictError(
        'not-finite',
        `${column.name} of object ${i} of the step would be ${values[i]}; keep it within the range of numbers`,
      );
}
