import { writeCell } from '../components/cells.js';
import type { WorldState } from '../components/state.js';
import { shapeOf } from '../ir/environment.js';
import { handleOf, resolve } from '../kernel/identity.js';
import { columnStamp, touchOne } from '../model/stamps.js';
import type { ExecutorName } from '../world/api.js';
import { createAgentHandles } from './agent-handles.js';
import { compiledReader } from './compiled-seats.js';
import type { Instances, Seats } from './instances-and-seats.js';
import { referenceReader } from './reference-seats.js';

/** Both executors give the same results to the last bit. */
export function createSeats(instances: Instances, executor: ExecutorName): Seats {
  const { heads } = shapeOf(instances.environment);
  const handles = createAgentHandles(instances);
  const reader = (executor === 'compiled' ? compiledReader : referenceReader)(instances, handles);
  const given = createGivenOrders(instances.state, handles.agents.length * heads);
  return {
    ...handles,
    ...reader,
    order(actions) {
      given.begin();
      reader.order(actions, given.give);
    },
    withdraw() {
      given.withdraw();
      instances.settle?.();
    },
    takeBack() {
      given.takeBack();
      instances.settle?.();
    },
  };
}

/** Writes of orders, to be undone for objects that still exist. `most`: orders at a time. */
function createGivenOrders(state: WorldState, most: number) {
  const columns = new Int32Array(most);
  // Handles, because another object may take the row in the turn.
  const handles = new Float64Array(most);
  /** As stored, so that a stale reference stays the same. */
  const before = new Float64Array(most);
  let count = 0;
  return {
    give: (column: number, id: number, value: number) => {
      before[count] = state.cells[column][id];
      writeCell(state, state.model.columns[column], id, value);
      columns[count] = column;
      handles[count++] = handleOf(state.identity, id);
    },
    withdraw(): void {
      for (let i = 0; i < count; i++) {
        const id = resolve(state.identity, handles[i]);
        if (id !== 0) writeCell(state, state.model.columns[columns[i]], id, 0);
      }
    },
    takeBack(): void {
      // The first order for a cell found its original value.
      for (let i = count - 1; i >= 0; i--) {
        const id = resolve(state.identity, handles[i]);
        const cells = state.cells[columns[i]];
        if (id === 0 || cells[id] === before[i]) continue;
        cells[id] = before[i];
        touchOne(state.stamps, columnStamp(columns[i]), id);
      }
    },
    begin(): void {
      count = 0;
    },
  };
}
