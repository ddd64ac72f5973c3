import type { TurnContext } from '../compile/effects/turn-context.js';
import { asStored, readCell, writeCell } from '../components/cells.js';
import type { Column } from '../components/model.js';

/** Writes a cell for a phase and reports the write where it changes something. */
export function writeMeter(context: TurnContext, column: Column, id: number, value: number, phase: string): void {
  const before = readCell(context.state, column, id);
  const after = asStored(column, value);
  if (Object.is(before, after)) return;
  writeCell(context.state, column, id, after);
  context.watch?.({ column: column.index, object: id, rule: phase, source: 0, label: phase, before, after });
}
