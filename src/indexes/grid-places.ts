import { cellOf } from '../state/grids.js';
import type { WorldState } from '../components/state.js';
import { idLimit } from '../kernel/identity.js';
import { roomyCodes } from './room.js';

/** By id: the same as `cellOf`; rows where nobody lives are at no cell. */
export function cellsOf(state: WorldState, grid: number, before?: Int32Array): Int32Array {
  const { parent, identity } = state;
  const { kind } = state.model.grids[grid];
  const limit = idLimit(identity);
  const cells = roomyCodes(before, identity.kind.length);
  cells.fill(-1);
  for (let id = 1; id < limit; id++) if (identity.kind[id] === kind) cells[id] = cellOf(state, grid, id);
  for (let id = 1; id < limit; id++) {
    if (identity.kind[id] === kind) continue;
    let at = parent[id];
    while (at !== 0 && identity.kind[at] !== kind) at = parent[at];
    if (at !== 0) cells[id] = cells[at];
  }
  return cells;
}
