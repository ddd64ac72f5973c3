import type { ColumnArray, ElementType } from '../kernel/arena.js';

/** Fields by name, in order. */
export type OwnFields = Readonly<Record<string, ElementType>>;

/** A component that the host has declared. Its columns follow all others in the arena. */
export interface OwnComponent {
  readonly name: string;
  /** Place among the host components. */
  readonly index: number;
  readonly fields: OwnFields;
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
    present: new Uint8Array(0),
    columns: {},
    changed: undefined,
  };
}
