import { columnStamp, touch } from '../../../model/stamps.js';
import type { WorldState } from '../../../components/state.js';
import type { ColumnArray } from '../../../kernel/arena.js';
import type { GameModel } from '../model/game-model.js';
import { greatestMeter, meterRules } from '../model/meters.js';
import { idsByKind } from './ids-by-kind.js';

/**
 * What a pass ends with: the present half of every meter is held in its bounds, or below its maximum. Maxima are
 * clamped before what they cap.
 */
export function clampMeters(state: WorldState, game: GameModel): void {
  const ids = idsByKind(state);
  const changed = new Set<number>();
  for (const { meter, kinds, clamp } of meterRules) {
    const columns = game.meters.get(meter);
    if (columns === undefined || clamp === 'none') continue;
    const cells = state.cells[columns.current];
    const caps = clamp === 'bounds' ? undefined : state.cells[game.meters.get(clamp.cap)?.current ?? columns.current];
    for (const kind of kinds) {
      const list = ids[game.kinds[kind]];
      if (caps === undefined ? boundCells(cells, list) : capCells(cells, caps, list)) changed.add(columns.current);
    }
  }
  for (const column of changed) touch(state.stamps, columnStamp(column));
}

/** Whether any cell was out of bounds. */
function boundCells(cells: ColumnArray, ids: Int32Array): boolean {
  let changed = false;
  for (let i = 0; i < ids.length; i++) {
    const value = cells[ids[i]];
    if (value >= 0 && value <= greatestMeter) continue;
    cells[ids[i]] = value < 0 ? 0 : greatestMeter;
    changed = true;
  }
  return changed;
}

function capCells(cells: ColumnArray, caps: ColumnArray, ids: Int32Array): boolean {
  let changed = false;
  for (let i = 0; i < ids.length; i++) {
    const id = ids[i];
    const value = cells[id];
    if (value >= 0 && value <= caps[id]) continue;
    cells[id] = value < 0 ? 0 : caps[id];
    changed = true;
  }
  return changed;
}
