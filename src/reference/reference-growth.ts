import { asStored, hasCell, readCell } from '../components/cells.js';
import { liveIds } from '../components/live-objects.js';
import { isAbsent } from '../eval/operation.js';
import { sourceSlot } from '../ir/node.js';
import type { Growth } from '../ir/rule.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { growthRule } from '../meaning/drawing-rules.js';
import type { TurnContext } from '../meaning/effects/turn-context.js';
import type { Grown } from '../meaning/executor.js';

/** The meaning of growth: each object by itself. */
export function referenceGrowth({ state, frame }: TurnContext, growth: Growth): Grown {
  const column = state.model.columns[growth.column];
  const ids: number[] = [];
  const values: number[] = [];
  frame.rule = growthRule(growth);
  for (const id of liveIds(state)) {
    if (!hasCell(state, column, id)) continue;
    frame.slots[sourceSlot] = id;
    frame.value = readCell(state, column, id);
    const value = blaming(`the growth formula of ${column.name}`, column.name, () => frame.evaluate(growth.formula));
    if (isAbsent(value)) continue;
    if (!Number.isFinite(asStored(column, value))) {
      throw new EdictError(
        'not-finite',
        `the growth formula of ${column.name} gives ${value} for object ${id}; keep it within the range of numbers`,
        column.name,
      );
    }
    ids.push(id);
    values.push(value);
  }
  return { length: ids.length, ids: Int32Array.from(ids), values: Float64Array.from(values) };
}
