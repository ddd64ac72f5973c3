import { hasCell, readCell } from '../components/cells.js';
import { lend } from '../components/lend.js';
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
  // The arrays of the arena, read again only where it is another.
  let { token } = state.arena;
  let { kind, generation } = state.identity;
  let cells = state.cells[index];
  return {
    name: column.name,
    get values() {
      lend(state);
      return state.cells[index];
    },
    get(object) {
      if (token !== state.arena.token) update();
      // Small enough to become part of the loop that calls it. A handle of generation 0 is an id.
      const id = generation[object] === 0 ? object : resolve(state.identity, object);
      return isNumber && kinds[kind[id]] === 1 ? cells[id] : cellValue(state, column, object);
    },
    set(object, value) {
      changing(core);
      const id = demand(state.identity, object);
      demandCell(core, column.name, state.identity.kind[id]);
      setCell(core, column, id, value);
    },
    has: (object) => hasCell(state, column, demand(state.identity, object)),
  };

  function update(): void {
    ({ token } = state.arena);
    ({ kind, generation } = state.identity);
    cells = state.cells[index];
  }
}

/** Undefined if its kind does not have it. Throws for a stale handle. */
export function cellValue(state: WorldState, column: Column, object: number): CellValue | undefined {
  const id = demand(state.identity, object);
  return hasCell(state, column, id) ? toHost(state, column.type, readCell(state, column, id)) : undefined;
}
