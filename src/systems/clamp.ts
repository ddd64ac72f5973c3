import type { TurnContext } from '../meaning/effects/turn-context.js';
import { asStored, hasCell, readCell } from '../components/cells.js';
import type { Column, Model } from '../model/model.js';
import { columnStamp, touch } from '../model/stamps.js';
import { idLimit } from '../kernel/identity.js';
import { objectsWith, writeMeter } from './write-meter.js';
import type { System } from './schedule.js';

/**
 * Values are capped by the object's max meter if any, then held in their bounds. Caps are clamped before what they cap.
 */
export function clampSystem(model: Model): System {
  const columns = inCapOrder(model).filter(
    (column) => column.cap >= 0 || Number.isFinite(column.minimum) || Number.isFinite(column.maximum),
  );
  return {
    name: 'clamp',
    phase: 'clamp',
    run(context) {
      for (const column of columns) {
        const cap = column.cap < 0 ? undefined : model.columns[column.cap];
        if (context.watch === undefined) clampAll(context, column, cap);
        else clampEach(context, column, cap);
      }
    },
  };
}

function clampAll({ state }: TurnContext, column: Column, cap: Column | undefined): void {
  const cells = state.cells[column.index];
  const caps = cap === undefined ? cells : state.cells[cap.index];
  const capped = cap?.kinds ?? column.kinds;
  const { kinds, minimum, maximum } = column;
  const { kind } = state.identity;
  const limit = idLimit(state.identity);
  let changed = false;
  for (let id = 1; id < limit; id++) {
    if (kinds[kind[id]] === 0) continue;
    const before = cells[id];
    const value = capped[kind[id]] === 1 ? Math.min(before, caps[id]) : before;
    const after = Math.max(minimum, Math.min(maximum, value));
    if (after === before) continue;
    cells[id] = asStored(column, after);
    changed ||= cells[id] !== before;
  }
  if (changed) touch(state.stamps, columnStamp(column.index));
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
