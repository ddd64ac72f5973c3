import { columnStamp, touch } from '../../../model/stamps.js';
import type { WorldState } from '../../../components/state.js';
import type { ColumnArray } from '../../../kernel/arena.js';
import type { GameModel } from '../model/game-model.js';
import { meterRules } from '../model/meters.js';
import { idsByKind } from './ids-by-kind.js';

/**
 * What a pass begins with: the present half of every meter goes back to what its rule says. Initial halves are left
 * alone.
 */
export function resetMeters(state: WorldState, game: GameModel): void {
  const ids = idsByKind(state);
  const changed = new Set<number>();
  for (const { meter, kinds, reset } of meterRules) {
    const columns = game.meters.get(meter);
    if (columns === undefined || reset === 'keep') continue;
    const cells = state.cells[columns.current];
    for (const kind of kinds) {
      const list = ids[game.kinds[kind]];
      const isChanged =
        reset === 'initial' ? copyCells(cells, state.cells[columns.initial], list) : setCells(cells, reset, list);
      if (isChanged) changed.add(columns.current);
    }
  }
  for (const column of changed) touch(state.stamps, columnStamp(column));
}

/** Whether any cell was another before. */
function setCells(cells: ColumnArray, value: number, ids: Int32Array): boolean {
  let changed = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    changed |= cells[id] === value ? 0 : 1;
    cells[id] = value;
  }
  return changed !== 0;
}

function copyCells(cells: ColumnArray, from: ColumnArray, ids: Int32Array): boolean {
  let changed = 0;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    changed |= cells[id] === from[id] ? 0 : 1;
    cells[id] = from[id];
  }
  return changed !== 0;
}
