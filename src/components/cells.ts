import { component } from './component.js';
import { damaged } from '../kernel/errors.js';
import { handleOf, isLive, resolve } from '../kernel/identity.js';
import { type Column, kindAt, largestValue } from '../model/model.js';
import { columnStamp, touchOne } from '../model/stamps.js';
import type { WorldState } from './state.js';

/** The state has them by index, as `cells`. */
export const contents = component({
  name: 'contents',
  rows: 'entity',
  columns: {},
  declared: ({ columns }) =>
    columns.map(({ index, name, storage, type }) => ({
      spec: { name: cellName(name), type: storage, dimension: 'entity', width: 1 },
      stamp: columnStamp(index),
      ...(type.name === 'entity' ? { refers: 'handle' } : {}),
    })),
  hashOf(state, hasher, id): void {
    const { columns } = kindAt(state.model, state.identity.kind[id]);
    for (const index of columns) hasher.number(readCell(state, state.model.columns[index], id));
  },
  checkOf(state, id): void {
    const bad = badCell(state, id);
    if (bad !== undefined) throw damaged(`${bad.name} of object ${id} is ${bad.fault}`);
  },
});

interface BadCell {
  readonly name: string;
  readonly value: number;
  readonly fault: string;
  readonly expected: string;
}

/** The first cell of an object, if it exists, with a value that its type does not have. */
export function badCell({ model, identity, cells }: WorldState, id: number): BadCell | undefined {
  if (!isLive(identity, id)) return undefined;
  for (const index of kindAt(model, identity.kind[id]).columns) {
    const { name, type } = model.columns[index];
    const value = cells[index][id];
    const largest = largestValue(model, type);
    if (largest !== Infinity && !(value >= 0 && value <= largest))
      return { name, value, fault: 'not a value of its type', expected: `a whole number from 0 to ${largest}` };
    if (type.name === 'entity' && !(Number.isSafeInteger(value) && value >= 0))
      return { name, value, fault: 'not a reference', expected: 'a handle, or 0 for none' };
    if (!Number.isFinite(value)) return { name, value, fault: 'not finite', expected: 'a finite number' };
  }
  return undefined;
}

/** Distinct from columns of every world. */
export function cellName(name: string): string {
  return `content.${name}`;
}

export function hasCell(state: WorldState, column: Column, id: number): boolean {
  return column.kinds[state.identity.kind[id]] === 1;
}

/** Ids for references, 0 where they are stale. The object must have the column. */
export function readCell(state: WorldState, column: Column, id: number): number {
  const value = state.cells[column.index][id];
  return column.type.name === 'entity' ? resolve(state.identity, value) : value;
}

/** Of references by id. Whole-number columns truncate and clamp to 32 bits. */
export function writeCell(state: WorldState, column: Column, id: number, value: number): void {
  const stored = storedIn(state, column, value);
  if (state.cells[column.index][id] === stored) return;
  state.cells[column.index][id] = stored;
  touchOne(state.stamps, columnStamp(column.index), id);
}

/** Of references by id. */
export function storedIn({ identity }: WorldState, column: Column, value: number): number {
  return column.type.name === 'entity' ? handleOf(identity, value) : asStored(column, value);
}

export function asStored(column: Column, value: number): number {
  if (column.integer) return Math.max(-2147483648, Math.min(2147483647, Math.trunc(value))) + 0;
  // Adding 0 turns −0 into 0.
  return (column.storage === 'f32' ? Math.fround(value) : value) + 0;
}
