import { hasCell, readCell } from '../components/cells.js';
import { demand, resolve } from '../kernel/identity.js';
import { type WorldCore, changing } from './core.js';
import type { WorldColumn } from './components-api.js';
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
      const { identity } = state;
      const id = resolve(identity, object) || demand(identity, object);
      if (kinds[identity.kind[id]] !== 1) return undefined;
      return isNumber ? state.cells[index][id] : toHost(state, column.type, readCell(state, column, id));
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
