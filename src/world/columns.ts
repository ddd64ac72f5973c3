import { hasCell, readCell } from '../components/cells.js';
import type { WorldState } from '../components/state.js';
import { demand, resolve } from '../kernel/identity.js';
import type { Column } from '../model/model.js';
import { type WorldCore, changing } from './core.js';
import type { WorldColumn } from './components-api.js';
import type { CellValue } from './host-values.js';
import { columnNamed } from './host-arguments.js';
import { demandCell, setCell } from './spawning.js';
import { toHost } from './typed-value.js';

/** A meter or property of which the name is resolved once. */
export function worldColumn(core: WorldCore, name: string): WorldColumn {
  const { state } = core;
  const column = columnNamed(state.model, name);
  const { index, kinds } = column;
  const isNumber = column.type.name === 'number';
  return {
    name: column.name,
    get values() {
      state.isLent = true;
      return state.cells[index];
    },
    get(object) {
      // Small enough to become part of the loop that calls it, which then needs no object for the number.
      const { identity } = state;
      const id = isNumber ? resolve(identity, object) : 0;
      return kinds[identity.kind[id]] === 1 ? state.cells[index][id] : cellValue(state, column, object);
    },
    set(object, value) {
      changing(core);
      const id = demand(state.identity, object);
      demandCell(core, column.name, state.identity.kind[id]);
      setCell(core, column, id, value);
    },
    has: (object) => hasCell(state, column, demand(state.identity, object)),
  };
}

/** Undefined if its kind does not have it. Throws for a stale handle. */
export function cellValue(state: WorldState, column: Column, object: number): CellValue | undefined {
  const id = demand(state.identity, object);
  return hasCell(state, column, id) ? toHost(state, column.type, readCell(state, column, id)) : undefined;
}
