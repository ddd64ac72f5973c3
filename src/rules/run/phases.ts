import { columnStamp, fact, touchBack, type Memo, byNumber, freshness, memo } from '../../model/stamps.js';
import type { WorldState } from '../../components/state.js';
import type { ColumnArray } from '../../kernel/arena.js';
import { idLimit } from '../../kernel/identity.js';
import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type Grown, StrictTurnNeeded } from '../../meaning/executor.js';
import type { PathCounts } from '../../eval/path-counts.js';
import type { ProgramPlan, RulePlan } from '../program-plan.js';
import { union } from '../../match/selection-plan.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { IdList } from '../../indexes/indexes.js';
import { roomyCodes } from '../../indexes/scratch.js';
import type { Growth, Rule } from '../../ir/rule.js';
import { carriersOf } from '../../meaning/sources.js';
import { asStored } from '../../components/cells.js';
import type { Column } from '../../model/model.js';
import { EdictError, blaming } from '../../kernel/errors.js';
import { gatherNumbers } from '../../eval/ops/read.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import type { Term } from '../../eval/term.js';
import { growthRule } from '../../meaning/drawing-rules.js';

/**
 * The results of a phase: when it would read the same again, its written columns are restored. They are copied only in
 * the second turn with the same inputs, so that a world in motion does not pay.
 */
export interface PhaseMemory {
  /** Runs the phase, or restores its results. */
  run(context: TurnContext, run: () => void): void;
}

interface Saved {
  readonly column: number;
  cells: ColumnArray;
  stamp: number;
}

interface PhaseReach {
  readonly stamps: readonly number[];
  readonly columns: readonly number[];
  /** Objects born in the turn take part only in the next. */
  readonly waits: boolean;
}

/** The reach of rules; undefined where results depend on more than stamps, or rules do more than write numbers. */
export function reachOf(plans: readonly RulePlan[]): PhaseReach | undefined {
  if (plans.length === 0 || !plans.every((plan) => plan.steady && plan.writes !== undefined)) return undefined;
  return {
    stamps: union(plans.map((plan) => plan.stamps)),
    columns: union(plans.map(({ rule }) => rule.writes)),
    waits: true,
  };
}

export function createPhaseMemory(
  state: WorldState,
  { stamps, columns, waits }: PhaseReach,
  paths: PathCounts,
): PhaseMemory {
  const read = freshness(state.stamps, union([[fact.population], columns.map(columnStamp), stamps]));
  const saved = columns.map((column): Saved => ({ column, cells: new Float64Array(0), stamp: 0 }));
  const counts = { tests: 0, visits: 0, fired: 0, wrote: 0 };
  let isSaved = false;
  return {
    run(context, run) {
      if (context.watch !== undefined || context.observe !== undefined || context.strict) {
        run();
        return;
      }
      const isSame = read.isFresh();
      if (isSame && isSaved) {
        putBack(context);
        return;
      }
      read.note();
      isSaved = false;
      const before = countsOf(context);
      run();
      if (isSame && isSettled(context)) save(context, before);
    },
  };

  function putBack(context: TurnContext): void {
    const { frame } = context;
    paths.putBack++;
    frame.tests += counts.tests;
    frame.visits += counts.visits;
    context.fired += counts.fired;
    context.wrote += counts.wrote;
    const { testsPerTurn, visitsPerTurn, effectsPerTurn } = state.limits;
    if (frame.tests > testsPerTurn || frame.visits > visitsPerTurn || context.fired > effectsPerTurn)
      throw new StrictTurnNeeded();
    for (const { column, cells, stamp } of saved) {
      state.cells[column].set(cells);
      touchBack(state.stamps, columnStamp(column), stamp);
    }
  }

  /** Whether sources stay the same in the next turn: objects born in this turn are not sources yet. */
  function isSettled({ frame }: TurnContext): boolean {
    const limit = waits ? idLimit(state.identity) : 0;
    for (let id = 1; id < limit; id++) if (state.created[id] >= frame.turn) return false;
    return true;
  }

  function save(context: TurnContext, before: Counts): void {
    const limit = idLimit(state.identity);
    for (const each of saved) {
      each.cells = state.cells[each.column].slice(0, limit);
      each.stamp = state.stamps.values[columnStamp(each.column)];
    }
    const after = countsOf(context);
    Object.assign(counts, {
      tests: after.tests - before.tests,
      visits: after.visits - before.visits,
      fired: after.fired - before.fired,
      wrote: after.wrote - before.wrote,
    });
    isSaved = true;
  }
}

type Counts = ReturnType<typeof countsOf>;

function countsOf({ frame, fired, wrote }: TurnContext) {
  return { tests: frame.tests, visits: frame.visits, fired, wrote };
}

/** Possible sources of a rule in a turn, in firing order. */
export interface Sources extends IdList {
  /** Whether these are all carriers: those born in the turn are no sources yet. */
  readonly isWhole: boolean;
}

/**
 * Lists sources, valid until the next call. Those of a class are shared by its rules until the population changes.
 */
export function createSourceLists({
  state,
  indexes,
}: Pick<Evaluator, 'state' | 'indexes'>): (context: TurnContext, rule: Rule) => Sources {
  const byClass = byNumber(
    (index): Memo<Sources> =>
      memo(state.stamps, [fact.population], (before, turn) => {
        const { ids: all, length } = indexes.ofClass(index);
        return born(all, length, turn, roomyCodes(before?.ids, length));
      }),
  );
  return ({ frame }, { carrier }) => {
    if (carrier.by === 'class') return byClass(carrier.class).get(frame.turn);
    const ids = Int32Array.from(carriersOf(carrier, frame), ({ id }) => id);
    return born(ids, ids.length, frame.turn, ids);
  };

  function born(all: Int32Array, length: number, turn: number, ids: Int32Array): Sources {
    const count = keepBorn(all, length, state.created, turn, ids);
    return { ids, length: count, isWhole: count === length };
  }
}

/** Writes those born before a turn to `into`, which may be `ids`; returns how many. */
function keepBorn(ids: Int32Array, length: number, created: ArrayLike<number>, turn: number, into: Int32Array): number {
  let count = 0;
  for (let i = 0; i < length; i++) {
    into[count] = ids[i];
    count += created[ids[i]] < turn ? 1 : 0;
  }
  return count;
}

interface Memory {
  length: number;
  ids: Int32Array;
  values: Float64Array;
}

/** Evaluates growth formulas over all objects that have the meter, kind by kind. */
export function createGrower(evaluator: Evaluator, plan: ProgramPlan): (context: TurnContext, growth: Growth) => Grown {
  const memories = new Map<Growth, Memory>();
  return (context, growth) => {
    const term = plan.growths.get(growth);
    if (term === undefined) throw new EdictError('foreign-rule', 'a growth formula is not of this program');
    const { state } = evaluator;
    const column = state.model.columns[growth.column];
    let memory = memories.get(growth);
    if (memory === undefined)
      memories.set(growth, (memory = { length: 0, ids: new Int32Array(0), values: new Float64Array(0) }));
    memory.length = 0;
    context.frame.rule = growthRule(growth);
    for (let kind = 1; kind < column.kinds.length; kind++)
      if (column.kinds[kind] === 1) growKind(evaluator, term, column, kind, memory);
    return memory;
  };
}

/** Adds the objects of a kind and their new values. Throws StrictTurnNeeded where the column cannot hold one. */
function growKind(evaluator: Evaluator, term: Term, column: Column, kind: number, memory: Memory): void {
  const { state, scratch } = evaluator;
  const { ids, length } = evaluator.indexes.ofKind(kind);
  reserve(memory, memory.length + length);
  const mark = scratch.mark();
  const running = term.runs ? scratch.numbers(length) : undefined;
  if (running !== undefined) gatherNumbers(state.cells[column.index], ids, running, length);
  const { numbers, absence } = blaming(`the growth formula of ${column.name}`, column.name, () =>
    evaluator.evaluate(term, rowsOver(sourceSlot, ids, length, kind, running)),
  );
  const first = memory.length;
  if (absence === undefined) keepAll(ids, numbers, length, memory);
  else keepPresent(ids, numbers, absence, length, memory);
  scratch.release(mark);
  if (!areKept(column, memory.values, first, memory.length)) throw new StrictTurnNeeded();
}

function keepAll(ids: Int32Array, numbers: Float64Array, length: number, memory: Memory): void {
  const { ids: intoIds, values, length: first } = memory;
  for (let i = 0; i < length; i++) {
    intoIds[first + i] = ids[i];
    values[first + i] = numbers[i];
  }
  memory.length += length;
}

function keepPresent(
  ids: Int32Array,
  numbers: Float64Array,
  absence: Uint8Array,
  length: number,
  memory: Memory,
): void {
  for (let i = 0; i < length; i++) {
    if (absence[i] !== 0) continue;
    memory.ids[memory.length] = ids[i];
    memory.values[memory.length++] = numbers[i];
  }
}

/** Whether all values are stored as finite numbers. */
function areKept(column: Column, values: Float64Array, from: number, to: number): boolean {
  let far = 0;
  if (column.integer || column.storage !== 'f32')
    for (let i = from; i < to; i++) far += Number.isFinite(asStored(column, values[i])) ? 0 : 1;
  else for (let i = from; i < to; i++) far += Math.abs(Math.fround(values[i])) < Infinity ? 0 : 1;
  return far === 0;
}

function reserve(memory: Memory, length: number): void {
  if (memory.ids.length >= length) return;
  const ids = new Int32Array(2 * length);
  const values = new Float64Array(2 * length);
  ids.set(memory.ids);
  values.set(memory.values);
  memory.ids = ids;
  memory.values = values;
}
