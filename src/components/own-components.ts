import type { ColumnArray, ElementType } from '../kernel/arena.js';
import { damaged } from '../kernel/errors.js';
import type { Hasher } from '../kernel/hash.js';
import { columnStamp, ownColumnStamps } from '../model/stamps.js';
import type { Model } from '../model/model.js';
import { type Component, type FullColumn, component } from './component.js';
import { liveIds } from './live-objects.js';
import type { WorldState } from './state.js';

/** Fields by name, in order. */
export type OwnFields = Readonly<Record<string, ElementType>>;

/** A component that the host has declared. Its columns follow all others in the arena. */
export interface OwnComponent {
  readonly name: string;
  /** Place among the components of the host. */
  readonly index: number;
  readonly fields: OwnFields;
  readonly component: Component;
  /** 1 for each object that has it. Views, like `columns`: never keep them. */
  present: Uint8Array;
  columns: Readonly<Record<string, ColumnArray>>;
  /** Objects that have got or lost it since it was last followed; undefined: not known. */
  changed: number[] | undefined;
}

export function createOwn(name: string, index: number, fields: OwnFields): OwnComponent {
  return {
    name,
    index,
    fields,
    component: component({ name, rows: 'entity', columns: {} }),
    present: new Uint8Array(0),
    columns: {},
    changed: undefined,
  };
}

/** Of who has it, and of the values. */
export function presenceStamp({ columns }: Pick<Model, 'columns'>, { index }: OwnComponent): number {
  return columnStamp(columns.length) + ownColumnStamps * index;
}

export function valueStamp(model: Pick<Model, 'columns'>, own: OwnComponent): number {
  return presenceStamp(model, own) + 1;
}

/** In the order of the arena: who has it, then the fields. */
export function ownColumns(model: Pick<Model, 'columns'>, own: OwnComponent): readonly FullColumn[] {
  const { name, fields, component: of } = own;
  const spec = { dimension: 'entity', width: 1 };
  return [
    { of, stamp: presenceStamp(model, own), spec: { ...spec, name: `own.${name}`, type: 'u8' } },
    ...Object.entries(fields).map(
      ([field, type]): FullColumn => ({
        of,
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
