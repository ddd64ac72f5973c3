import { columnStamp, touch } from '../../../model/stamps.js';
import type { WorldState } from '../../../components/state.js';
import { idLimit } from '../../../kernel/identity.js';
import type { GameModel } from '../model/game-model.js';

/** What meters have become is from now on what they were. */
export function propagateMeters(state: WorldState, { meters }: GameModel): void {
  const limit = idLimit(state.identity);
  for (const { initial, current } of meters.values()) {
    const from = state.cells[current];
    const into = state.cells[initial];
    if (isEqual(from, into, limit)) continue;
    into.set(from.subarray(0, limit));
    touch(state.stamps, columnStamp(initial));
  }
}

function isEqual(a: ArrayLike<number>, b: ArrayLike<number>, length: number): boolean {
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return false;
  return true;
}
