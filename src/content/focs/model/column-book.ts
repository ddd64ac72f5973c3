import type { Column, Storage, Table, ColumnType } from '../../../model/model.js';
import { EdictError } from '../../../kernel/errors.js';
import type { GameKinds } from './game-model.js';
import { marksOf } from './kinds.js';

/** The columns and tables of a model in the making, each made once, when it is first asked for. */
export interface ColumnBook {
  readonly columns: readonly Column[];
  readonly tables: readonly Table[];
  /** The column of a name; `shape` says what it is when it is new. Throws when it is new and the book is closed. */
  column(name: string, shape: ColumnShape): Column;
  /** Index of the table of a name, filled by `values` when it is new. Throws like `column`. */
  table(name: string, width: number, values: () => Float64Array): number;
  /** Nothing new from now on. */
  close(): void;
}

export interface ColumnShape {
  readonly type: ColumnType;
  readonly storage: Storage;
  readonly kinds: readonly (keyof GameKinds)[];
  readonly role?: Column['role'];
  readonly initial?: number;
}

export function createColumnBook(): ColumnBook {
  const columns: Column[] = [];
  const tables: Table[] = [];
  const columnByName = new Map<string, Column>();
  const tableByName = new Map<string, number>();
  let closed = false;

  function open(name: string): void {
    if (closed)
      throw new EdictError(
        'model-closed',
        `${name} is asked for after the model was finished; ask for all columns and tables before`,
      );
  }

  return {
    columns,
    tables,
    column(name, { type, storage, kinds, role = 'property', initial = 0 }) {
      const known = columnByName.get(name);
      if (known !== undefined) return known;
      open(name);
      const made: Column = Object.freeze({
        index: columns.length,
        name,
        role,
        type,
        storage,
        integer: storage === 'i32' && type.name === 'number',
        initial,
        // What a pass does with meters before and after its effects differs from kind to kind: see meters.ts.
        minimum: -Infinity,
        maximum: Infinity,
        reset: false,
        cap: -1,
        kinds: marksOf(kinds),
      });
      columns.push(made);
      columnByName.set(name, made);
      return made;
    },
    table(name, width, values) {
      const known = tableByName.get(name);
      if (known !== undefined) return known;
      open(name);
      const index = tables.push(Object.freeze({ name, width, values: values() })) - 1;
      tableByName.set(name, index);
      return index;
    },
    close() {
      closed = true;
    },
  };
}
