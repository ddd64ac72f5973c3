import type { ColumnArray } from '../kernel/arena.js';
import { damaged } from '../kernel/errors.js';
import type { Hasher } from '../kernel/hash.js';
import { columnStamp, ownColumnStamps } from '../model/stamps.js';
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
        throw damaged(`object ${id} has and has not the component ${name}`);
    }
  }
}
