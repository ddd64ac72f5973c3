import type { Executor, Grown } from '../meaning/executor.js';
import type { Program, FlowBook, Growth, Rule } from '../ir/rule.js';
import type { Machine, RunOptions } from '../events/event-machine.js';
import { type Schedule, createSchedule, type System } from './schedule.js';
import { type TurnContext, type Sighting, createClaims, createLedger } from '../meaning/effects/turn-context.js';
import { asStored, hasCell, readCell, writeCell } from '../components/cells.js';
import { type Column, type Model, classAt } from '../model/model.js';
import {
  columnStamp,
  touchOne,
  touch,
  type Follower,
  createFollower,
  fact,
  type Memo,
  memo,
  touchBack,
} from '../model/stamps.js';
import { kept } from '../kernel/maps.js';
import type { IdList } from '../indexes/indexes.js';
import type { ColumnArray } from '../kernel/arena.js';
import type { WorldState } from '../components/state.js';
import { idLimit, isLive, resolve } from '../kernel/identity.js';
import { destroy } from '../state/object-life.js';
import { checkFlows } from '../meaning/flow-book.js';
import { setTimeOf, timeOf } from '../components/clock.js';
import { applySighting } from '../meaning/effects/structure.js';
import { profiledGrowth, timed } from '../meaning/profiled.js';

/** The standard turn: reset, meter rules, growth, clamp, flows, other rules, host, expire with triggers. */
export function standardSchedule(
  { model, rules }: Program,
  executor: Executor,
  machine?: Machine,
  options: RunOptions = {},
): Schedule {
  return createSchedule([
    resetSystem(model),
    rulesSystem('meters', rules.rules, executor),
    growthSystem(rules.growths, executor),
    clampSystem(model),
    ...flowsSystem(model, rules.flows, executor),
    rulesSystem('actions', rules.rules, executor),
    expireSystem(model),
    triggersSystem(machine, options),
  ]);
}

function writeMeter(context: TurnContext, column: Column, id: number, value: number, phase: string): void {
  const before = readCell(context.state, column, id);
  const after = asStored(column, value);
  if (Object.is(before, after)) return;
  writeCell(context.state, column, id, after);
  context.watch?.({ column: column.index, object: id, rule: phase, source: 0, label: phase, before, after });
}

/** The same for many objects, in one loop without watchers, who are told by ascending id. */
function writeMeters(context: TurnContext, column: Column, grown: Grown, phase: string): void {
  if (context.watch === undefined && column.type.name === 'number') {
    writeAll(context, column, grown);
    return;
  }
  const { ids, values, length } = grown;
  const places = Array.from({ length }, (_, i) => i).sort((a, b) => ids[a] - ids[b]);
  for (const i of places) writeMeter(context, column, ids[i], values[i], phase);
}

function writeAll(
  { state: { cells: all, stamps } }: TurnContext,
  column: Column,
  { ids, values, length }: Grown,
): void {
  const cells = all[column.index];
  const stamp = columnStamp(column.index);
  if (cells instanceof Float32Array) {
    for (let i = 0; i < length; i++) if (putSingle(cells, ids[i], values[i])) touchOne(stamps, stamp, ids[i]);
  } else {
    for (let i = 0; i < length; i++)
      if (putStored(cells, ids[i], asStored(column, values[i]))) touchOne(stamps, stamp, ids[i]);
  }
}

/** As `asStored` for the most frequent column: cells hold neither −0 nor NaN. Returns whether the cell changed. */
function putSingle(cells: Float32Array, id: number, value: number): boolean {
  const before = cells[id];
  const after = Math.fround(value) + 0;
  cells[id] = after;
  return before !== after;
}

function putStored(cells: ColumnArray, id: number, after: number): boolean {
  const before = cells[id];
  cells[id] = after;
  return before !== after;
}

/** Ascending. */
function* objectsWith(state: WorldState, column: Column): Generator<number> {
  const limit = idLimit(state.identity);
  for (let id = 1; id < limit; id++) if (hasCell(state, column, id)) yield id;
}

/**
 * Values are capped by the object's max meter if any, then held in their bounds. Caps are clamped before what they cap.
 */
function clampSystem(model: Model): System {
  const columns = inCapOrder(model).filter(
    (column) => column.cap >= 0 || Number.isFinite(column.minimum) || Number.isFinite(column.maximum),
  );
  const idsWith = createIdLists();
  return {
    name: 'clamp',
    phase: 'clamp',
    run(context) {
      for (const column of columns) {
        const cap = column.cap < 0 ? undefined : model.columns[column.cap];
        if (context.watch === undefined) clampAll(context, column, cap, idsWith(context.state, column));
        else clampEach(context, column, cap);
      }
    },
  };
}

/** The objects that have a column, ascending: one list for all columns of the same kinds. */
function createIdLists(): (state: WorldState, column: Column) => IdList {
  const byKinds = new Map<string, Memo<IdList>>();
  return (state, { kinds }) =>
    kept(byKinds, kinds.join(''), () =>
      memo<IdList>(state.stamps, [fact.population], (before) => {
        const limit = idLimit(state.identity);
        const ids = before !== undefined && before.ids.length >= limit ? before.ids : new Int32Array(2 * limit);
        return { ids, length: listHaving(state.identity.kind, kinds, ids, limit) };
      }),
    ).get();
}

function listHaving(kind: Uint8Array, kinds: Uint8Array, into: Int32Array, limit: number): number {
  let count = 0;
  for (let id = 1; id < limit; id++) {
    into[count] = id;
    count += kinds[kind[id]];
  }
  return count;
}

function clampAll({ state }: TurnContext, column: Column, cap: Column | undefined, { ids, length }: IdList): void {
  const cells = state.cells[column.index];
  const caps = cap === undefined ? cells : state.cells[cap.index];
  const isCapped = cap === undefined || column.kinds.every((has, kind) => has <= cap.kinds[kind]);
  const isPlain = cells instanceof Float64Array && caps instanceof Float64Array && isCapped && !column.integer;
  const changed = isPlain
    ? clampDoubles(cells, caps, column, ids, length)
    : clampOthers(state, column, cap, ids, length);
  if (changed) touch(state.stamps, columnStamp(column.index));
}

/** Doubles without caps are their own, and stored as they are; returns whether one changed. */
function clampDoubles(
  cells: Float64Array,
  caps: Float64Array,
  { minimum, maximum }: Column,
  ids: Int32Array,
  length: number,
): boolean {
  let changes = 0;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    const before = cells[id];
    const cap = caps[id];
    const value = cap < before ? cap : before;
    const most = value > maximum ? maximum : value;
    const after = most < minimum ? minimum : most;
    if (after === before) continue;
    cells[id] = after + 0;
    changes++;
  }
  return changes > 0;
}

function clampOthers(
  state: WorldState,
  column: Column,
  cap: Column | undefined,
  ids: Int32Array,
  length: number,
): boolean {
  const cells = state.cells[column.index];
  const caps = cap === undefined ? cells : state.cells[cap.index];
  const capped = cap?.kinds ?? column.kinds;
  const { minimum, maximum } = column;
  const { kind } = state.identity;
  let changed = false;
  for (let i = 0; i < length; i++) {
    const id = ids[i];
    const before = cells[id];
    const value = capped[kind[id]] === 1 ? Math.min(before, caps[id]) : before;
    const after = Math.max(minimum, Math.min(maximum, value));
    if (after === before) continue;
    cells[id] = asStored(column, after);
    changed ||= cells[id] !== before;
  }
  return changed;
}

/** The same cell by cell, for watchers. */
function clampEach(context: TurnContext, column: Column, cap: Column | undefined): void {
  const { state } = context;
  for (const id of objectsWith(state, column)) {
    const value = readCell(state, column, id);
    const capped = cap !== undefined && hasCell(state, cap, id) ? Math.min(value, readCell(state, cap, id)) : value;
    writeMeter(context, column, id, Math.max(column.minimum, Math.min(column.maximum, capped)), 'clamp');
  }
}

/** Columns, each after its cap. Content has been checked: caps form no circle. */
function inCapOrder(model: Model): readonly Column[] {
  const ordered = new Set<Column>();
  for (const column of model.columns) {
    const chain: Column[] = [];
    for (let at: Column | undefined = column; at !== undefined; at = at.cap < 0 ? undefined : model.columns[at.cap])
      chain.push(at);
    for (const link of chain.reverse()) ordered.add(link);
  }
  return [...ordered];
}

/** Objects whose class has a duration go at the end of the last of that many whole turns after the turn of creation. */
export function expireSystem(model: Model): System {
  const mortal = model.classes.some(({ duration }) => duration > 0);
  let follower: Follower | undefined;
  /** No object goes before this turn. */
  let first = -Infinity;
  return {
    name: 'expire',
    phase: 'expire',
    run({ state, frame: { turn } }) {
      if (!mortal) return;
      follower ??= createFollower(state.stamps, [fact.population]);
      const limit = idLimit(state.identity);
      const changed = follower.changed(limit >>> 3);
      if (changed === undefined) first = -Infinity;
      else for (const id of changed) first = Math.min(first, lastTurn(state, id));
      if (turn < first) return;
      first = Infinity;
      for (let id = 1; id < limit; id++) {
        const last = lastTurn(state, id);
        if (turn >= last) destroy(state, id);
        else first = Math.min(first, last);
      }
    },
  };
}

/** The turn at whose end an object goes; Infinity where it stays or does not exist. */
function lastTurn(state: WorldState, id: number): number {
  if (state.class[id] === 0 || !isLive(state.identity, id)) return Infinity;
  const { duration } = classAt(state.model, state.class[id]);
  return duration > 0 ? state.created[id] + duration : Infinity;
}

/** Flows once a turn; no system for content without flows. Throws where a column cannot flow. */
function flowsSystem(model: Model, book: FlowBook, executor: Executor): readonly System[] {
  if (book.flows.length === 0) return [];
  checkFlows(model, book);
  return [
    {
      name: 'flows',
      phase: 'flows',
      run(context) {
        context.beforeFlows?.();
        executor.flow(context);
      },
    },
  ];
}

/**
 * Current meters move by their growth formula. All formulas see the values before the phase, so order does not matter.
 */
function growthSystem(growths: readonly Growth[], executor: Executor): System {
  return {
    name: 'growth',
    phase: 'growth',
    run(context) {
      context.beforeGrowth?.();
      const grown = growths.map((growth, place) =>
        timed(context.profile?.growths.now.milliseconds, place, () => executor.grow(context, growth)),
      );
      for (const [place, { column }] of growths.entries())
        profiledGrowth(context, place, column, grown[place], () => {
          writeMeters(context, context.state.model.columns[column], grown[place], 'growth');
        });
    },
  };
}

/** Max and target meters go back to their default; current meters stay. */
function resetSystem(model: Model): System {
  const columns = model.columns.filter((column) => column.reset);
  // A reset column follows from the population, so equal populations have equal stamps of it.
  const known: Memo<number>[] = [];
  return {
    name: 'reset',
    phase: 'reset',
    run(context) {
      const { stamps } = context.state;
      columns.forEach((column, i) => {
        if (context.watch === undefined) resetAll(context, column);
        else
          for (const id of objectsWith(context.state, column)) writeMeter(context, column, id, column.initial, 'reset');
        const index = columnStamp(column.index);
        known[i] ??= memo(stamps, [fact.population], () => {
          touch(stamps, index);
          return stamps.values[index];
        });
        touchBack(stamps, index, known[i].get());
      });
    },
  };
}

function resetAll({ state }: TurnContext, column: Column): void {
  const cells = state.cells[column.index];
  const initial = asStored(column, column.initial);
  const limit = idLimit(state.identity);
  // Objects without the column hold 0 already.
  if (initial === 0) return void cells.fill(0, 0, limit);
  const { kind } = state.identity;
  const { kinds } = column;
  for (let id = 1; id < limit; id++) if (kinds[kind[id]] === 1) cells[id] = initial;
}

/** The rules of a phase: those that write meters in `meters`, all others in `actions`. */
function rulesSystem(phase: Rule['phase'], all: readonly Rule[], executor: Executor): System {
  const rules = all.filter((rule) => rule.phase === phase);
  return {
    name: phase,
    phase,
    run(context) {
      executor.runRules(context, rules);
    },
  };
}

/**
 * At the end of each turn a tick passes: delays count down, triggers are tested. Content without triggers has a clock
 * nevertheless.
 */
function triggersSystem(machine: Machine | undefined, options: RunOptions): System {
  return {
    name: 'triggers',
    phase: 'expire',
    run(context) {
      if (machine === undefined) {
        setTimeOf(context.state, timeOf(context.state) + 1);
        return;
      }
      // Objects expired in this phase are gone for them too.
      options.settle?.();
      if (!machine.advance(context, 1, true, options)) machine.finish(context, options);
      machine.endTurn(options.listen);
    },
  };
}

/**
 * A pass over rules: all are evaluated before the first fires; destruction and sight take effect at its end. Claims and
 * stacking start afresh with each pass.
 */
export function passSystem(name: string, phase: string, rules: readonly Rule[], executor: Executor): System {
  const claims = createClaims();
  return {
    name,
    phase,
    run(context) {
      const { state } = context;
      const doomed: number[] = [];
      claims.clear();
      context.ledger = createLedger(state.model, claims);
      context.doomed = doomed;
      const sightings: Sighting[] = [];
      context.sightings = sightings;
      executor.runPass(context, rules);
      context.doomed = undefined;
      context.sightings = undefined;
      for (const sighting of sightings) applySighting(context, sighting);
      for (const handle of doomed) {
        const id = resolve(state.identity, handle);
        // It may have gone with what it hung on.
        if (id !== 0) destroy(state, id);
      }
    },
  };
}
