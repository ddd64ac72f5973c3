import { hasCell, readCell } from '../components/cells.js';
import type { Column, Model } from '../components/model.js';
import { objectsWith } from './objects-with.js';
import type { System } from './schedule.js';
import { writeMeter } from './write-meter.js';

/** Values are capped by their max meter where the object has it, then held in their bounds. Caps are clamped before what they cap. */
export function clampSystem(model: Model): System {
  const columns = inCapOrder(model).filter((column) => column.cap >= 0 || Number.isFinite(column.minimum) || Number.isFinite(column.maximum));
  return {
    name: 'clamp', phase: 'clamp',
    reads: columns.flatMap((column) => (column.cap < 0 ? [column.index] : [column.index, column.cap])).sort((a, b) => a - b),
    writes: columns.map((column) => column.index).sort((a, b) => a - b),
    run(context) {
      const { state } = context;
      for (const column of columns) {
        const cap = column.cap < 0 ? undefined : model.columns[column.cap];
        for (const id of objectsWith(state, column)) {
          const value = readCell(state, column, id);
          const capped = cap !== undefined && hasCell(state, cap, id) ? Math.min(value, readCell(state, cap, id)) : value;
          writeMeter(context, column, id, Math.max(column.minimum, Math.min(column.maximum, capped)), 'clamp');
        }
      }
    },
  };
}

/** Columns, each behind the one that caps it. Content has been checked: caps form no circle. */
function inCapOrder(model: Model): readonly Column[] {
  const ordered = new Set<Column>();
  for (const column of model.columns) {
    const chain: Column[] = [];
    for (let at: Column | undefined = column; at !== undefined; at = at.cap < 0 ? undefined : model.columns[at.cap]) chain.push(at);
    for (const link of chain.reverse()) ordered.add(link);
  }
  return [...ordered];
}
