import { columnsRead } from '../compile/make-node.js';
import { sourceSlot } from '../compile/node.js';
import { isAbsent } from '../compile/operation.js';
import type { Growth } from '../compile/rule.js';
import type { TurnContext } from '../compile/effects/turn-context.js';
import { asStored, readCell } from '../components/cells.js';
import { EdictError, blaming } from '../kernel/errors.js';
import { objectsWith } from './objects-with.js';
import type { System } from './schedule.js';
import { writeMeter } from './write-meter.js';

/** Current meters move by their growth formula. All formulas see the values from before the phase, so their order never shows. */
export function growthSystem(growths: readonly Growth[]): System {
  return {
    name: 'growth', phase: 'growth',
    reads: [...new Set(growths.flatMap((growth) => [...columnsRead(growth.formula), growth.column]))].sort((a, b) => a - b),
    writes: growths.map((growth) => growth.column).sort((a, b) => a - b),
    run(context) {
      const grown = growths.map((growth) => ({ growth, values: grow(context, growth) }));
      for (const { growth, values } of grown) {
        const column = context.state.model.columns[growth.column];
        for (const { id, value } of values) writeMeter(context, column, id, value, 'growth');
      }
    },
  };
}

function grow(context: TurnContext, growth: Growth): readonly { readonly id: number; readonly value: number }[] {
  const { state, frame } = context;
  const column = state.model.columns[growth.column];
  const values: { id: number; value: number }[] = [];
  // Draws of formulas are told apart from those of rules by an index that no rule has.
  frame.rule = -1 - column.index;
  for (const id of objectsWith(state, column)) {
    frame.slots[sourceSlot] = id;
    frame.value = readCell(state, column, id);
    const value = blaming(`the growth formula of ${column.name}`, column.name, () => frame.evaluate(growth.formula));
    if (isAbsent(value)) continue;
    if (!Number.isFinite(asStored(column, value))) {
      throw new EdictError('not-finite', `the growth formula of ${column.name} gives ${value} for object ${id}; keep it within the range of numbers`, column.name);
    }
    values.push({ id, value });
  }
  return values;
}
