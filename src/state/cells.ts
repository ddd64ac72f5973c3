import { handleOf, resolve } from '../kernel/identity.js';
import type { Column } from '../model/model.js';
import { columnStamp, touchOne } from '../model/stamps.js';
import type { WorldState } from './world-state.js';

/** One value of one object: reading and writing it by the rules of its column. */

/** Whether objects of this object's kind have the column. */
export function hasCell(state: WorldState, column: Column, id: number): boolean {
  return column.kinds[state.identity.kind[id]] === 1;
}

/** The value in a cell; ids for references, 0 where they are stale. The object must have the column. */
export function readCell(state: WorldState, column: Column, id: number): number {
  const value = state.cells[column.index][id];
  return column.type.name === 'entity' ? resolve(state.identity, value) : value;
}

/**
 * Writes a value (an id for references) as the column stores it; whole-number columns drop the fraction and stay within
 * 32 bits.
 */
export function writeCell(state: WorldState, column: Column, id: number, value: number): void {
  const stored = storedIn(state, column, value);
  if (state.cells[column.index][id] === stored) return;
  state.cells[column.index][id] = stored;
  touchOne(state.stamps, columnStamp(column.index), id);
}

/** What a column keeps of a value (an id for references). */
export function storedIn({ identity }: WorldState, column: Column, value: number): number {
  return column.type.name === 'entity' ? handleOf(identity, value) : asStored(column, value);
}

/** What a column keeps of a number. */
export function asStored(column: Column, value: number): number {
  if (column.integer) return Math.max(-2147483648, Math.min(2147483647, Math.trunc(value))) + 0;
  // Adding 0 makes −0 the 0 that it equals.
  return (column.storage === 'f32' ? Math.fround(value) : value) + 0;
}
