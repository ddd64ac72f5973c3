import type { TurnContext } from '../meaning/effects/turn-context.js';
import { asStored, hasCell, readCell, writeCell } from '../components/cells.js';
import type { Grown } from '../meaning/executor.js';
import type { Column } from '../model/model.js';
import { columnStamp, touchOne } from '../model/stamps.js';
import type { ColumnArray } from '../kernel/arena.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';

/** Writes a cell for a phase and reports changes. */
export function writeMeter(context: TurnContext, column: Column, id: number, value: number, phase: string): void {
  const before = readCell(context.state, column, id);
  const after = asStored(column, value);
  if (Object.is(before, after)) return;
  writeCell(context.state, column, id, after);
  context.watch?.({ column: column.index, object: id, rule: phase, source: 0, label: phase, before, after });
}

/** The same for many objects, in one loop without watchers. */
export function writeMeters(context: TurnContext, column: Column, grown: Grown, phase: string): void {
  if (context.watch === undefined && column.type.name === 'number') writeAll(context, column, grown);
  else for (let i = 0; i < grown.length; i++) writeMeter(context, column, grown.ids[i], grown.values[i], phase);
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
export function* objectsWith(state: WorldState, column: Column): Generator<number> {
  const limit = idLimit(state.identity);
  for (let id = 1; id < limit; id++) if (hasCell(state, column, id)) yield id;
}
