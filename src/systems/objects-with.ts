import { hasCell } from '../components/cells.js';
import type { Column } from '../model/model.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';

/** Ids of the objects that have a column, ascending. */
export function* objectsWith(state: WorldState, column: Column): Generator<number> {
  const limit = idLimit(state.identity);
  for (let id = 1; id < limit; id++) if (hasCell(state, column, id)) yield id;
}
