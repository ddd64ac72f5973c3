import { writeCell } from '../components/cells.js';
import type { WorldState } from '../components/world-state.js';
import { handleOf, resolve } from '../kernel/identity.js';

/** Values that orders have written, so that they can be taken back. */
export interface GivenOrders {
  /** Writes a value (an id for objects) to a column of an object. */
  give(column: number, id: number, value: number): void;
  /** Sets to none what was written since `begin`, wherever the object is still there. */
  withdraw(): void;
  /** Forgets what was written. */
  begin(): void;
}

/** `most`: orders that are given at a time. */
export function createGivenOrders(state: WorldState, most: number): GivenOrders {
  const columns = new Int32Array(most);
  // Handles: in the turn the object may go and another take its row.
  const handles = new Float64Array(most);
  let count = 0;
  return {
    give(column, id, value) {
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
    begin() { count = 0; },
  };
}
