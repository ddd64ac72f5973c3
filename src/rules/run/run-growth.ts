import type { TurnContext } from '../../meaning/effects/turn-context.js';
import { type Grown, StrictTurnNeeded } from '../../meaning/executor.js';
import type { ProgramPlan } from '../program-plan.js';
import type { Evaluator } from '../../eval/columns/evaluator.js';
import type { Growth } from '../../ir/rule.js';
import { asStored } from '../../components/cells.js';
import type { Column } from '../../model/model.js';
import { EdictError, blaming } from '../../kernel/errors.js';
import { keptBy } from '../../kernel/maps.js';
import { gatherNumbers } from '../../eval/ops/read.js';
import { rowsOver } from '../../eval/columns/rows.js';
import { sourceSlot } from '../../ir/node.js';
import type { Term } from '../../eval/term.js';
import { growthRule } from '../../meaning/drawing-rules.js';

interface Memory {
  length: number;
  ids: Int32Array;
  values: Float64Array;
}

/** Evaluates growth formulas over all objects that have the meter, kind by kind. */
export function createGrower(evaluator: Evaluator, plan: ProgramPlan): (context: TurnContext, growth: Growth) => Grown {
  const memoryOf = keptBy((): Memory => ({ length: 0, ids: new Int32Array(0), values: new Float64Array(0) }));
  return (context, growth) => {
    const term = plan.growths.get(growth);
    if (term === undefined) throw new EdictError('foreign-rule', 'a growth formula is not of this program');
    const { state } = evaluator;
    const column = state.model.columns[growth.column];
    const memory = memoryOf(growth);
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
  const { ids, values } = memory;
  (memory.ids = new Int32Array(2 * length)).set(ids);
  (memory.values = new Float64Array(2 * length)).set(values);
}
