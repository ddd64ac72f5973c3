import type { ColumnArray } from '../kernel/arena.js';
import { damaged } from '../kernel/errors.js';
import type { Hasher } from '../kernel/hash.js';
import { rowsOf, writeRows } from '../kernel/rows.js';
import { columnStamp, ownColumnStamps, touch } from '../model/stamps.js';
import type { Model } from '../model/model.js';
import type { FullColumn } from './component.js';
import { liveIds } from './live-objects.js';
import type { OwnComponent } from './own.js';
import type { WorldState } from './state.js';

/** Of who has it, and of the values. */
export function presenceStamp({ columns }: Pick<Model, 'columns'>, { index }: OwnComponent): number {
  return columnStamp(columns.length) + ownColumnStamps * index;
}

export function valueStamp(model: Pick<Model, 'columns'>, own: OwnComponent): number {
  return presenceStamp(model, own) + 1;
}

/** In the order of the arena: who has it, then the fields. */
export function ownColumns(model: Pick<Model, 'columns'>, own: OwnComponent): readonly FullColumn[] {
  const { name, fields } = own;
  const spec = { dimension: 'entity', width: 1 };
  return [
    { own, stamp: presenceStamp(model, own), spec: { ...spec, name: `own.${name}`, type: 'u8' } },
    ...Object.entries(fields).map(
      ([field, type]): FullColumn => ({
        own,
        stamp: valueStamp(model, own),
        spec: { ...spec, name: `own.${name}.${field}`, type },
      }),
    ),
  ];
}

/** `columns`: those of `ownColumns`. */
export function bindOwn(own: OwnComponent, [present, ...columns]: readonly ColumnArray[]): void {
  own.present = present as Uint8Array;
  own.columns = Object.fromEntries(Object.keys(own.fields).map((field, i) => [field, columns[i]]));
}

/** For the view of bitECS. Beyond so many, a look at all rows is quicker; nobody may ever read them. */
function noteChange(own: OwnComponent, id: number): void {
  if (own.changed !== undefined && own.changed.length >= own.present.length) own.changed = undefined;
  own.changed?.push(id);
}

/** The object has it afterwards. Its fields begin with 0, also where a host has written to the row before. */
export function giveOwn(state: WorldState, own: OwnComponent, id: number): void {
  if (own.present[id] === 1) return;
  own.present[id] = 1;
  emptyOwn(state, own, id);
  noteChange(own, id);
  touch(state.stamps, presenceStamp(state.model, own));
}

export function takeOwn(state: WorldState, own: OwnComponent, id: number): void {
  if (own.present[id] === 0) return;
  own.present[id] = 0;
  emptyOwn(state, own, id);
  noteChange(own, id);
  touch(state.stamps, presenceStamp(state.model, own));
}

function emptyOwn(state: WorldState, own: OwnComponent, id: number): void {
  for (const column of Object.values(own.columns)) {
    if (Object.is(column[id], 0)) continue;
    column[id] = 0;
    touch(state.stamps, valueStamp(state.model, own));
  }
}

/** By field. */
export type OwnValues<Value = number> = readonly (readonly [string, Value])[];

export function writeOwn(state: WorldState, own: OwnComponent, id: number, values: OwnValues): void {
  for (const [field, value] of values) own.columns[field][id] = value;
  if (values.length > 0) touch(state.stamps, valueStamp(state.model, own));
}

/** `ids`: ascending, of objects just born, whose fields are 0. A number is for all of them; a list has one for each. */
export function giveOwnMany(
  state: WorldState,
  own: OwnComponent,
  ids: ArrayLike<number>,
  values: OwnValues<number | ArrayLike<number>>,
): void {
  if (ids.length === 0) return;
  const born = rowsOf(ids);
  writeRows(own.present, born, 1);
  if (own.changed !== undefined) for (let i = 0; i < ids.length; i++) noteChange(own, ids[i]);
  touch(state.stamps, presenceStamp(state.model, own));
  for (const [field, value] of values) writeRows(own.columns[field], born, value);
  if (values.length > 0) touch(state.stamps, valueStamp(state.model, own));
}

interface Stray {
  readonly name: string;
  readonly field: string;
  readonly row: number;
  readonly value: number;
}

/** The first value that a host has written where nobody has the component. */
export function strayValue({ own }: WorldState): Stray | undefined {
  for (const { name, present, columns } of own) {
    for (const [field, column] of Object.entries(columns)) {
      const row = column.findIndex((value, id) => value !== 0 && present[id] === 0);
      if (row >= 0) return { name, field, row, value: column[row] };
    }
  }
  return undefined;
}

export function hashOwn(state: WorldState, hasher: Hasher): void {
  for (const { name, fields, present, columns } of state.own) {
    hasher.text(name);
    const values = Object.keys(fields).map((field) => columns[field]);
    for (const id of liveIds(state)) {
      if (present[id] === 0) continue;
      hasher.number(id);
      for (const column of values) hasher.number(column[id]);
    }
  }
}

/** Throws for impossible values in a loaded state. */
export function checkOwn(state: WorldState): void {
  for (const { name, present, columns } of state.own) {
    const values = Object.values(columns);
    for (const id of liveIds(state)) {
      if (present[id] > 1 || (present[id] === 0 && values.some((column) => column[id] !== 0)))
        throw damaged(`object ${id} is marked with and without the component ${name}`);
    }
  }
}
