import { asStored } from '../../components/cells.js';
import { EdictError, blaming } from '../../kernel/errors.js';
import type { Evaluator } from '../columns/evaluator.js';
import { rowsOver } from '../columns/rows.js';
import type { TurnContext } from '../effects/turn-context.js';
import { type Grown, StrictTurnNeeded } from '../executor.js';
import { sourceSlot } from '../node.js';
import type { ProgramPlan } from '../plan/program-plan.js';
import { growthRule } from '../reference/reference-growth.js';
import type { Growth } from '../rule.js';

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
    const { state, scratch } = evaluator;
    const column = state.model.columns[growth.column];
    const cells = state.cells[growth.column];
    let memory = memories.get(growth);
    if (memory === undefined) memories.set(growth, memory = { length: 0, ids: new Int32Array(0), values: new Float64Array(0) });
    memory.length = 0;
    context.frame.rule = growthRule(growth);
    for (let kind = 1; kind < column.kinds.length; kind++) {
      if (column.kinds[kind] === 0) continue;
      const { ids, length } = evaluator.indexes.ofKind(kind);
      reserve(memory, memory.length + length);
      const mark = scratch.mark();
      const running = scratch.numbers(length);
      for (let i = 0; i < length; i++) running[i] = cells[ids[i]];
      const { numbers, absence } = blaming(`the growth formula of ${column.name}`, column.name, () => evaluator.evaluate(term, rowsOver(sourceSlot, ids, length, kind, running)));
      let bad = false;
      for (let i = 0; i < length; i++) {
        if (absence !== undefined && absence[i] !== 0) continue;
        bad ||= !Number.isFinite(asStored(column, numbers[i]));
        memory.ids[memory.length] = ids[i];
        memory.values[memory.length++] = numbers[i];
      }
      scratch.release(mark);
      if (bad) throw new StrictTurnNeeded();
    }
    return memory;
  };
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
