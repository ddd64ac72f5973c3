import { writeCell } from '../state/cells.js';
import { columnStamp, touchOne } from '../components/stamps.js';
import type { WorldState } from '../state/world-state.js';
import { handleOf, resolve } from '../kernel/identity.js';

/** Values that orders have written, so that they can be taken back. */
export interface GivenOrders {
  /** Writes a value (an id for objects) to a column of an object. */
  give(column: number, id: number, value: number): void;
  /** Sets to none what was written since `begin`, wherever the object is still there. */
  withdraw(): void;
  /**
   * Puts back what was there before, wherever the object is still there: a start or a rule may have put something
   * there.
   */
  takeBack(): void;
  /** Forgets what was written. */
  begin(): void;
}

/** `most`: orders that are given at a time. */
export function createGivenOrders(state: WorldState, most: number): GivenOrders {
  const columns = new Int32Array(most);
  // Handles: in the turn the object may go and another take its row.
  const handles = new Float64Array(most);
  /** As they are stored: a reference that is stale stays what it is. */
  const before = new Float64Array(most);
  let count = 0;
  return {
    give(column, id, value) {
      before[count] = state.cells[column][id];
      writeCell(state, state.model.columns[column], id, value);
      columns[count] = column;
      handles[count++] = handleOf(state.identity, id);
    },
    withdraw() {
      for (let i = 0; i < count; i++) {
        const id = resolve(state.identity, handles[i]);
        if (id !== 0) writeCell(state, state.model.columns[columns[i]], id, 0);
      }
    },
    takeBack() {
      // The first order for a cell found what was there before all of them.
      for (let i = count - 1; i >= 0; i--) {
        const id = resolve(state.identity, handles[i]);
        const cells = state.cells[columns[i]];
        if (id === 0 || cells[id] === before[i]) continue;
        cells[id] = before[i];
        touchOne(state.stamps, columnStamp(columns[i]), id);
      }
    },
    begin() {
      count = 0;
    },
  };
}
